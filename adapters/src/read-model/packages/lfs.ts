import { type LfsLockQueries, type LfsLockRow, lfsLock } from '@forgefold/core/domains/packages/lfs-lock'
import { type LfsObjectQueries, lfsObject } from '@forgefold/core/domains/packages/lfs-object'
import { project } from '@forgefold/core/domains/projects/project'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

const objectQueries = (db: Database): LfsObjectQueries => {
  const size = db
    .prepare<[number, string], number>('SELECT size FROM lfs_objects WHERE project_id = ? AND oid = ?')
    .pluck()
  const bytes = db
    .prepare<[number], number>('SELECT coalesce(sum(size), 0) FROM lfs_objects WHERE project_id = ?')
    .pluck()
  const referenced = db.prepare<[string], number>('SELECT EXISTS (SELECT 1 FROM lfs_objects WHERE oid = ?)').pluck()
  return {
    sizeOf: (projectId, oid) => size.get(projectId, oid),
    bytesOf: (projectId) => bytes.get(projectId) ?? 0,
    isReferenced: (sha256) => referenced.get(sha256) === 1,
  }
}

const LOCK = 'SELECT id, project_id AS projectId, path, user_id AS userId, locked_at AS lockedAt FROM lfs_locks'

const lockQueries = (db: Database): LfsLockQueries => {
  const find = db.prepare<[number, number], LfsLockRow>(`${LOCK} WHERE project_id = ? AND id = ?`)
  const onPath = db.prepare<[number, string], LfsLockRow>(`${LOCK} WHERE project_id = ? AND path = ?`)
  const all = db.prepare<[number, number, number], LfsLockRow>(
    `${LOCK} WHERE project_id = ? AND id >= ? ORDER BY id LIMIT ?`,
  )
  return {
    find: (projectId, id) => find.get(projectId, id),
    onPath: (projectId, path) => onPath.get(projectId, path),
    list: (projectId, { path, id, from, most }) => {
      if (path === undefined && id === undefined) return all.all(projectId, from, most)
      const row = path === undefined ? find.get(projectId, id ?? 0) : onPath.get(projectId, path)
      return row === undefined || row.id < from || (id !== undefined && row.id !== id) ? [] : [row]
    },
  }
}

/** Git LFS objects and file locks in the read model. */
export const lfs: Projection = {
  name: 'lfs',
  version: 1,
  schema: `
    CREATE TABLE lfs_objects (
      project_id INTEGER NOT NULL,
      oid TEXT NOT NULL,
      size INTEGER NOT NULL,
      PRIMARY KEY (project_id, oid)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX lfs_objects_by_oid ON lfs_objects (oid);
    CREATE TABLE lfs_locks (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      path TEXT NOT NULL,
      user_id INTEGER NOT NULL,
      locked_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX lfs_locks_by_path ON lfs_locks (project_id, path);
    CREATE INDEX lfs_locks_by_id ON lfs_locks (project_id, id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare('INSERT OR IGNORE INTO lfs_objects (project_id, oid, size) VALUES (?, ?, ?)')
    const removeOf = db.prepare('DELETE FROM lfs_objects WHERE project_id = ?')
    const lock = db.prepare('INSERT INTO lfs_locks (id, project_id, path, user_id, locked_at) VALUES (?, ?, ?, ?, ?)')
    const unlock = db.prepare('DELETE FROM lfs_locks WHERE id = ?')
    const unlockAll = db.prepare('DELETE FROM lfs_locks WHERE project_id = ?')
    return [
      handle(context, lfsObject, {
        LfsObjectKept: ({ projectId, oid, size }) => {
          insert.run(projectId, oid, size)
        },
      }),
      handle(context, lfsLock, {
        LfsLockTaken: ({ projectId, path, userId }, { stream, metadata: { at } }) => {
          lock.run(idOf(stream), projectId, path, userId, at)
        },
        LfsLockReleased: (_, { stream }) => {
          unlock.run(idOf(stream))
        },
      }),
      handle(context, project, {
        ProjectDeleted: (_, { stream }) => {
          removeOf.run(idOf(stream))
          unlockAll.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { lfsObjects: objectQueries, lfsLocks: lockQueries },
}
