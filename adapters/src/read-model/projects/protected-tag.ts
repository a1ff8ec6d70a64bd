import {
  type ProtectedTagQueries,
  type ProtectedTagRow,
  protectedTags,
} from '@forgefold/core/domains/projects/protected-tag'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'
import { oncePerDatabase, RowCache } from '../engine/row-cache.js'

type Rows = ReadonlyArray<ProtectedTagRow>
type Stored = Omit<ProtectedTagRow, 'create'> & { readonly create: string }

/** Protected tags by project: every tag that is pushed or shown asks for them. */
const cacheOf = oncePerDatabase(() => new RowCache<number, Rows>())

const rowOf = (stored: Stored): ProtectedTagRow => ({
  ...stored,
  create: JSON.parse(stored.create) as ProtectedTagRow['create'],
})

/** Updates the cached protections of a project: reading all of them again would cost more with each. */
const changeKept = (cache: RowCache<number, Rows>, projectId: number, change: (rows: Rows) => Rows): void => {
  const known = cache.known(projectId)
  if (known !== undefined) cache.set(projectId, change(known))
}

/** Sorted by id; new ones mostly come last. */
const withRow = (rows: Rows, row: ProtectedTagRow): Rows =>
  rows.toSpliced(rows.findLastIndex(({ id }) => id < row.id) + 1, 0, row)

const queries = (db: Database): ProtectedTagQueries => {
  const cache = cacheOf(db)
  const ofProject = db.prepare<[number], Stored>(
    `SELECT project_id AS projectId, id, name, create_access AS "create", updated_at AS updatedAt
     FROM protected_tags WHERE project_id = ? ORDER BY id`,
  )
  return { ofProject: (projectId) => cache.get(projectId, (id) => ofProject.all(id).map(rowOf)) }
}

/** Protected tags in the read model. */
export const protectedTagRows: Projection = {
  name: 'protected-tags',
  version: 1,
  schema: `
    CREATE TABLE protected_tags (
      project_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      id INTEGER NOT NULL,
      create_access TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      PRIMARY KEY (project_id, name)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: (context) => {
    const { db } = context
    const cache = cacheOf(db)
    const insert = db.prepare(
      'INSERT INTO protected_tags (project_id, name, id, create_access, updated_at) VALUES (?, ?, ?, ?, ?)',
    )
    const remove = db.prepare('DELETE FROM protected_tags WHERE project_id = ? AND name = ?')
    return [
      handle(context, protectedTags, {
        TagProtected: ({ id, name, create }, { stream, metadata: { at } }) => {
          const projectId = Number(idOf(stream))
          insert.run(projectId, name, id, JSON.stringify(create), at)
          changeKept(cache, projectId, (rows) => withRow(rows, { projectId, id, name, create, updatedAt: at }))
        },
        TagUnprotected: ({ name }, { stream }) => {
          const projectId = Number(idOf(stream))
          remove.run(projectId, name)
          changeKept(cache, projectId, (rows) => rows.filter((row) => row.name !== name))
        },
      }),
    ]
  },
  queries: { protectedTags: queries },
}
