import { openReadModel, projections, SharedRows } from '@forgefold/adapters/read-model'
import SqliteDatabase, { type Database } from 'better-sqlite3'
import { describe, expect, it } from 'vitest'

const TABLE = `CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, "when" TEXT, size REAL) STRICT`

const own = (): Database => {
  const { db } = openReadModel(':memory:', projections)
  db.exec(TABLE)
  return db
}

const shared = (): Database => openReadModel(':memory:', projections, { rows: new SharedRows(own().serialize()) }).db

const INSERT = `INSERT INTO things (id, name, "when", size) VALUES (@id, @name, coalesce(@when, '@when :name'), $size)`

describe.each([
  ['a database of its own', own],
  ['a copy of shared rows', shared],
])('statements on %s', (_, open) => {
  it('bind one object of values by name, a name several times, and no name in a text', () => {
    const db = open()
    db.prepare(INSERT).run({ id: 1, name: 'one', when: null, size: 0.5, more: 'is not looked at' })
    db.prepare(`UPDATE things SET name = @name || @name WHERE id = :id -- @comment`).run({ id: 1, name: 'a' })
    expect(db.prepare('SELECT * FROM things').all()).toEqual([{ id: 1, name: 'aa', when: '@when :name', size: 0.5 }])
  })

  it('refuse an object that lacks a name, and take undefined for null', () => {
    const db = open()
    const insert = db.prepare(INSERT)
    expect(() => insert.run({ id: 1, name: 'one', size: 1 })).toThrow(RangeError)
    insert.run({ id: 1, name: undefined, when: 'now', size: 1 })
    expect(db.prepare('SELECT name FROM things').get()).toEqual({ name: null })
  })

  it('answer rows as better-sqlite3 does: members in the order of the columns, the last of two with one name', () => {
    const db = open()
    const plain = new SqliteDatabase(':memory:')
    plain.exec(TABLE)
    for (const one of [db, plain])
      for (const id of [1, 2]) one.prepare(INSERT).run({ id, name: `n${id}`, when: null, size: id / 4 })
    for (const source of [
      'SELECT * FROM things ORDER BY id',
      'SELECT size, id AS "9", name AS size, 1, NULL AS "empty" FROM things ORDER BY id',
      "SELECT count(*), max(id) AS m, x'00ff' AS bytes FROM things",
    ]) {
      const expected = plain.prepare<[], object>(source).all()
      const found = db.prepare<[], object>(source)
      expect(found.all()).toEqual(expected)
      expect(found.all().map(Object.keys)).toEqual(expected.map(Object.keys))
      expect(found.get()).toEqual(expected[0])
      expect([...found.iterate()]).toEqual(expected)
    }
    expect(db.prepare('SELECT * FROM things WHERE id = ?').get(3)).toBeUndefined()
  })

  it('bind by name what has both kinds of parameters, and what returns rows', () => {
    const db = open()
    db.prepare('INSERT INTO things (id, name) VALUES (?, @name)').run(1, { name: 'one' })
    expect(db.prepare('UPDATE things SET size = $size WHERE id = $id RETURNING size').get({ id: 1, size: 3 })).toEqual({
      size: 3,
    })
  })

  it('answer rows of which none can be changed through another', () => {
    const db = open()
    db.prepare(INSERT).run({ id: 1, name: 'one', when: null, size: 1 })
    const read = db.prepare<[], { name: string }>('SELECT name FROM things')
    const first = read.get()
    if (first !== undefined) first.name = 'changed'
    expect(read.get()).toEqual({ name: 'one' })
  })
})
