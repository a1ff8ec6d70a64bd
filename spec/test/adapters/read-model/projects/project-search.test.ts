import { openReadModel, projections } from '@forgefold/adapters/read-model'
import { UNRESTRICTED } from '@forgefold/core'
import { instantOf } from '@forgefold/core/kernel'
import type { ReadModel } from '@forgefold/core/ports'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'

const { db } = openReadModel(':memory:', projections)
const places = projections.find(({ name }) => name === 'places')
if (places === undefined) throw new Error('the projection of projects has another name')
const projects = places.queries.projects?.(db) as ReadModel['projects']
afterAll(() => db.close())

const AT = instantOf(0)
db.prepare(
  "INSERT INTO namespaces (id, kind, name, path, full_path, full_name) VALUES (1, 'group', 'g', 'g', 'g', 'g')",
).run()
const insert = db.prepare(
  `INSERT INTO projects (id, namespace_id, creator_id, name, path, description, visibility, issues, merge_requests, settings, created_at,
     updated_at, last_activity_at)
   VALUES (?, 1, 1, ?, ?, ?, 'public', 'enabled', 'enabled', '{}', '${AT}', '${AT}', '${AT}')`,
)
const rename = db.prepare('UPDATE projects SET name = ?, description = ? WHERE id = ?')
const remove = db.prepare('DELETE FROM projects WHERE id = ?')

/** Short texts of few letters, so that searches meet them; with what full-text queries and patterns treat as their own. */
const text = fc.string({
  unit: fc.constantFrom('a', 'B', 'b', 'é', '"', '%'),
  maxLength: 9,
})
const projectTexts = fc.record({ name: text, path: text, description: fc.option(text) })

const lowered = (value: string): string => value.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
const holds = (search: string, ...texts: ReadonlyArray<string | null>): boolean =>
  texts.some((one) => lowered(one ?? '').includes(lowered(search)))

const found = (search: string): ReadonlyArray<number> =>
  projects
    .list({ visibleTo: UNRESTRICTED, search, orderBy: 'id', sort: 'asc' }, { page: 1, perPage: 100 })
    .rows.map(({ id }) => id)

it('a search finds the projects that hold its text, whatever became of them', () => {
  fc.assert(
    fc.property(fc.array(projectTexts, { maxLength: 12 }), text, fc.nat(), (rows, name, pick) => {
      // Most searches are a part of some text, of one that has been replaced or deleted, too.
      const pool = ['', name, ...rows.flatMap((row) => [row.name, row.path, row.description ?? ''])]
      const search = (pool[pick % pool.length] ?? '').slice(pick % 3, 6)
      db.exec('DELETE FROM projects')
      for (const [index, row] of rows.entries()) insert.run(index + 1, row.name, row.path, row.description)
      rename.run(name, null, 1)
      remove.run(2)
      const wanted = rows.flatMap((row, index) => {
        if (index === 1) return []
        const now = index === 0 ? { ...row, name, description: null } : row
        return search === '' || holds(search, now.name, now.path, now.description) ? [index + 1] : []
      })
      expect(found(search)).toEqual(wanted)
    }),
  )
})
