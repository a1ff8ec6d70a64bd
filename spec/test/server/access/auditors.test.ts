import { accessPages, auditorRights, compareAuditors, MatrixWorlds, titleOf } from '@forgefold/spec/matrix'
import { afterAll, describe, expect, it } from 'vitest'

const worlds = new MatrixWorlds()
const rights = auditorRights()
afterAll(() => worlds.close())

describe.each(accessPages().map((page) => [page.name, page] as const))('auditors: %s', (_name, page) => {
  it.each(page.requests.map((row) => [titleOf(row), row] as const))(
    '%s lets auditors read, and no more',
    { timeout: 180_000 },
    async (_title, row) => {
      expect((await compareAuditors(await worlds.of(row), page, row, rights)).differences).toEqual([])
    },
  )
})
