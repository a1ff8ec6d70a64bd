import {
  accessPages,
  compareCredentials,
  credentialTable,
  type MatrixWorld,
  openMatrixWorld,
  type Purse,
  titleOf,
} from '@forgefold/spec/matrix'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const purse: Purse = new Map()
const table = credentialTable()
let world: MatrixWorld
beforeAll(async () => {
  world = await openMatrixWorld()
}, 120_000)
afterAll(() => world.close())

describe.each(accessPages().map((page) => [page.name, page] as const))('credentials: %s', (_name, page) => {
  it.each(page.requests.map((row) => [titleOf(row), row] as const))(
    '%s lets in those it takes',
    { timeout: 120_000 },
    async (_title, row) => {
      expect((await compareCredentials(world, purse, page, row, table)).differences).toEqual([])
    },
  )
})
