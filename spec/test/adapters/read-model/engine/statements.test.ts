import { makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { projections } from '@forgefold/adapters/read-model'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { expect, it } from 'vitest'

const withTables = (): Database => {
  const db = new SqliteDatabase(':memory:')
  for (const { schema } of projections) db.exec(schema)
  return db
}

// A server compiles a statement when it first runs it; here each is compiled when it is written down.
it('can compile every statement of every projection', () => {
  const db = withTables()
  const personalData = makeMemoryPersonalData()
  for (const projection of projections) {
    for (const [name, make] of Object.entries(projection.queries)) expect(() => make(db), name).not.toThrow()
    expect(
      () => projection.handlers({ db, personalData, undecodable: () => {} }),
      `handlers of ${projection.name}`,
    ).not.toThrow()
  }
})
