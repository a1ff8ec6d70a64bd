import { Lists } from '@forgefold/adapters/read-model'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'

interface Filter {
  readonly colour?: string | undefined
  readonly ids?: ReadonlyArray<number> | undefined
}

const FIRST = { page: 1, perPage: 2 }

const open = () => {
  const db = new Database(':memory:')
  db.exec(`CREATE TABLE things (id INTEGER PRIMARY KEY, colour TEXT NOT NULL) STRICT;
    INSERT INTO things VALUES (1, 'red'), (2, 'blue'), (3, 'red'), (4, 'red')`)
  const lists = new Lists(db)
  let written = 0
  const read = (filter: Filter, page = FIRST) =>
    lists.keptPage<{ readonly id: number }, number>(
      filter,
      page,
      () => {
        written++
        const where = [
          ...(filter.colour === undefined ? [] : [{ sql: 'colour = ?', values: [filter.colour] }]),
          ...(filter.ids === undefined
            ? []
            : [{ sql: 'id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(filter.ids)] }]),
        ]
        return { select: 'id', from: 'things', where, orderBy: 'id' }
      },
      (rows) => rows.map(({ id }) => id),
    )
  return { db, read, written: () => written }
}

describe('kept pages', () => {
  it('are those of their filter and their place', () => {
    const { read } = open()
    const asked = [
      [{}, FIRST, [1, 2]],
      [{ colour: undefined }, { page: 2, perPage: 2 }, [3, 4]],
      [{ colour: 'red' }, FIRST, [1, 3]],
      [{ colour: 'red' }, { page: 1, perPage: 3 }, [1, 3, 4]],
      [{ colour: 'red', ids: [4] }, FIRST, [4]],
      [{ ids: [] }, FIRST, []],
      [{ ids: [2] }, FIRST, [2]],
    ] as const
    for (const _ of [1, 2]) for (const [filter, page, rows] of asked) expect(read(filter, page).rows).toEqual(rows)
  })

  it('are the same objects until any row changes, and their queries are not written again', () => {
    const { db, read, written } = open()
    const before = read({ colour: 'red' })
    expect(read({ colour: 'red' })).toBe(before)
    expect(written()).toBe(1)
    db.exec("UPDATE things SET colour = 'green' WHERE id = 1")
    expect(read({ colour: 'red' })).toEqual({ rows: [3, 4], total: 2 })
    expect(written()).toBe(2)
  })
})
