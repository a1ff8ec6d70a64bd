import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ReadModelCopies } from '@forgefold/adapters/read-model'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forgefold-copies-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const copyWith =
  (...statements: ReadonlyArray<string>) =>
  async (file: string): Promise<boolean> => {
    const db = new SqliteDatabase(file)
    for (const statement of statements) db.exec(statement)
    db.close()
    return true
  }

it('keeps nothing of a read model whose first rows are not committed yet', async () => {
  const copies = new ReadModelCopies(join(folder, 'empty'), 3)
  await copies.take({ copyTo: copyWith() })
  expect(await readdir(join(folder, 'empty'))).toEqual([])
})

it('keeps a copy under the position at which its rows end', async () => {
  const copies = new ReadModelCopies(join(folder, 'kept'), 3)
  const table = 'CREATE TABLE read_model (id INTEGER PRIMARY KEY, position INTEGER)'
  await copies.take({ copyTo: copyWith(table, 'INSERT INTO read_model VALUES (1, 42)') })
  expect(await copies.positions()).toEqual([42])
})
