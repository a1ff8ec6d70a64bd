import { accessPages, compareRoles, type MatrixWorld, openMatrixWorld, titleOf } from '@forgefold/spec/matrix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let world: MatrixWorld
beforeAll(async () => {
  world = await openMatrixWorld()
}, 120_000)
afterAll(() => world.close())

describe.each(accessPages().map((page) => [page.name, page] as const))('roles: %s', (_name, page) => {
  it.each(page.requests.map((row) => [titleOf(row), row] as const))(
    '%s answers everybody as its right says',
    { timeout: 60_000 },
    async (_title, row) => {
      const { differences } = await compareRoles(world, page, row)
      expect(differences).toEqual([])
    },
  )
})
