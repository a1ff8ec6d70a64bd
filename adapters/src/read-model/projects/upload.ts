import { type UploadQueries, type UploadRow, upload } from '@forgefold/core/domains/projects/upload'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

const queries = (db: Database): UploadQueries => {
  const find = db.prepare<[number, string, string], UploadRow>(
    'SELECT id, project_id AS projectId, name, sha256, size FROM uploads WHERE project_id = ? AND secret_digest = ? AND name = ?',
  )
  const bytes = db.prepare<[number], number>('SELECT coalesce(sum(size), 0) FROM uploads WHERE project_id = ?').pluck()
  return {
    bytesOf: (projectId) => bytes.get(projectId) ?? 0,
    find: (projectId, secretDigest, name) => find.get(projectId, secretDigest, name),
  }
}

/** Uploads in the read model. */
export const uploads: Projection = {
  name: 'uploads',
  version: 1,
  schema: `
    CREATE TABLE uploads (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      secret_digest TEXT NOT NULL,
      name TEXT NOT NULL,
      sha256 TEXT NOT NULL,
      size INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX uploads_by_address ON uploads (project_id, secret_digest);
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      'INSERT INTO uploads (id, project_id, secret_digest, name, sha256, size) VALUES (?, ?, ?, ?, ?, ?)',
    )
    return [
      handle(context, upload, {
        UploadCreated: ({ projectId, secretDigest, name, sha256, size }, { stream }) => {
          insert.run(idOf(stream), projectId, secretDigest, name, sha256, size)
        },
      }),
    ]
  },
  queries: { uploads: queries },
}
