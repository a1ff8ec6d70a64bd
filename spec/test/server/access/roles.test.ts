import { accessPages, compareRoles, MatrixWorlds, titleOf } from '@forgefold/spec/matrix'
import { afterAll, describe, expect, it } from 'vitest'

const worlds = new MatrixWorlds()
afterAll(() => worlds.close())

describe.each(accessPages().map((page) => [page.name, page] as const))('roles: %s', (_name, page) => {
  it.each(page.requests.map((row) => [titleOf(row), row] as const))(
    '%s answers everybody as its right says',
    async (_title, row) => {
      const { differences } = await compareRoles(await worlds.of(row), page, row)
      expect(differences).toEqual([])
    },
  )
})
