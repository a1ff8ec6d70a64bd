import { type JobTokenScopeQueries, jobTokenScope } from '@forgefold/core/domains/projects/job-token-scope'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const queries = (db: Database): JobTokenScopeQueries => {
  const lists = new Lists(db)
  const open = db.prepare<[number], number>('SELECT 1 FROM open_job_token_scopes WHERE project_id = ?').pluck()
  const allowed = db
    .prepare<[number, number], number>('SELECT 1 FROM allowed_job_tokens WHERE project_id = ? AND target_id = ?')
    .pluck()
  return {
    isInbound: (projectId) => open.get(projectId) === undefined,
    isAllowed: (projectId, targetId) => allowed.get(projectId, targetId) !== undefined,
    list: (projectId, page) => {
      const sql = 'id = ? OR id IN (SELECT target_id FROM allowed_job_tokens WHERE project_id = ?)'
      const where = [{ sql, values: [projectId, projectId] }]
      const { rows, total } = lists.page<{ readonly id: number }>(
        { select: 'id', from: 'projects', where, orderBy: 'id' },
        page,
      )
      return { rows: rows.map(({ id }) => id), total }
    },
  }
}

/** Scopes of job tokens in the read model: the differences from the default, in which every allowlist is enforced and empty. */
export const jobTokenScopes: Projection = {
  name: 'job_token_scopes',
  version: 1,
  schema: `
    CREATE TABLE open_job_token_scopes (project_id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE allowed_job_tokens (
      project_id INTEGER NOT NULL,
      target_id INTEGER NOT NULL,
      PRIMARY KEY (project_id, target_id)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: (context) => {
    const { db } = context
    const open = db.prepare('INSERT OR IGNORE INTO open_job_token_scopes (project_id) VALUES (?)')
    const close = db.prepare('DELETE FROM open_job_token_scopes WHERE project_id = ?')
    const allow = db.prepare('INSERT OR IGNORE INTO allowed_job_tokens (project_id, target_id) VALUES (?, ?)')
    const disallow = db.prepare('DELETE FROM allowed_job_tokens WHERE project_id = ? AND target_id = ?')
    return [
      handle(context, jobTokenScope, {
        InboundScopeEnabled: (_, { stream }) => {
          close.run(idOf(stream))
        },
        InboundScopeDisabled: (_, { stream }) => {
          open.run(idOf(stream))
        },
        ProjectAllowed: ({ targetId }, { stream }) => {
          allow.run(idOf(stream), targetId)
        },
        ProjectDisallowed: ({ targetId }, { stream }) => {
          disallow.run(idOf(stream), targetId)
        },
      }),
    ]
  },
  queries: { jobTokenScopes: queries },
}
