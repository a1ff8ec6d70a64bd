import {
  accessPages,
  type CredentialCache,
  compareCredentials,
  credentialTable,
  type MatrixWorld,
  MatrixWorlds,
  titleOf,
} from '@forgefold/spec/matrix'
import { afterAll, describe, expect, it } from 'vitest'

const purses = new Map<MatrixWorld, CredentialCache>()
const table = credentialTable()
const worlds = new MatrixWorlds()
afterAll(() => worlds.close())

describe.each(accessPages().map((page) => [page.name, page] as const))('credentials: %s', (_name, page) => {
  it.each(page.requests.map((row) => [titleOf(row), row] as const))(
    '%s lets in those it takes',
    async (_title, row) => {
      const world = await worlds.of(row)
      const purse = purses.get(world) ?? new Map()
      purses.set(world, purse)
      expect((await compareCredentials(world, purse, page, row, table)).differences).toEqual([])
    },
  )
})
