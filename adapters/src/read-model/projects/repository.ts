import {
  BRANCHES,
  type RepositoryQueries,
  type RepositoryRow,
  repository,
} from '@forgefold/core/domains/projects/repository'
import { idOf } from '@forgefold/core/kernel'
import type { ObjectId } from '@forgefold/core/ports'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

const queries = (db: Database): RepositoryQueries => {
  const find = db.prepare<[number], RepositoryRow>(
    'SELECT project_id AS projectId, branches, pushed_at AS pushedAt FROM repositories WHERE project_id = ?',
  )
  const ref = db
    .prepare<[number, string], ObjectId>('SELECT target FROM repository_refs WHERE project_id = ? AND name = ?')
    .pluck()
  const refs = db.prepare<[number], { readonly name: string; readonly target: ObjectId }>(
    'SELECT name, target FROM repository_refs WHERE project_id = ? ORDER BY name',
  )
  return {
    refs: (projectId) => refs.all(projectId),
    find: (projectId) => find.get(projectId),
    ref: (projectId, name) => ref.get(projectId, name),
  }
}

/** Refs in the read model. */
export const repositories: Projection = {
  name: 'repositories',
  version: 1,
  schema: `
    CREATE TABLE repositories (
      project_id INTEGER PRIMARY KEY,
      branches INTEGER NOT NULL,
      pushed_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE repository_refs (
      project_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      target TEXT NOT NULL,
      PRIMARY KEY (project_id, name)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: (context) => {
    const { db } = context
    const setRef = db.prepare('INSERT OR REPLACE INTO repository_refs (project_id, name, target) VALUES (?, ?, ?)')
    const dropRef = db.prepare('DELETE FROM repository_refs WHERE project_id = ? AND name = ?')
    const hasRef = db.prepare('SELECT 1 FROM repository_refs WHERE project_id = ? AND name = ?').pluck()
    const touch = db.prepare(
      `INSERT INTO repositories (project_id, branches, pushed_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET branches = branches + excluded.branches, pushed_at = excluded.pushed_at`,
    )
    const remove = db.prepare('DELETE FROM repositories WHERE project_id = ?')
    const removeRefs = db.prepare('DELETE FROM repository_refs WHERE project_id = ?')
    return [
      handle(context, repository, {
        RefUpdated: ({ ref, to }, { stream, metadata: { at } }) => {
          const projectId = idOf(stream)
          const before = hasRef.get(projectId, ref) === undefined ? 0 : 1
          if (to === null) dropRef.run(projectId, ref)
          else setRef.run(projectId, ref, to)
          touch.run(projectId, ref.startsWith(BRANCHES) ? (to === null ? 0 : 1) - before : 0, at)
        },
        RepositoryRemoved: (_, { stream }) => {
          remove.run(idOf(stream))
          removeRefs.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { repositories: queries },
}
