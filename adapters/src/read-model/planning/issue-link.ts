import { type IssueLinkQueries, type IssueLinkRow, issueLink } from '@forgefold/core/domains/planning/issue-link'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { onIssuableDeleted } from '../engine/issuable-deletions.js'
import { handle, type Projection } from '../engine/projection.js'

const SELECT = `SELECT id, source_id AS sourceId, target_id AS targetId, type, created_at AS createdAt FROM issue_links`

const queries = (db: Database): IssueLinkQueries => {
  const byId = db.prepare<[number], IssueLinkRow>(`${SELECT} WHERE id = ?`)
  const ofIssue = db.prepare<[number, number], IssueLinkRow>(
    `${SELECT} WHERE source_id = ? OR target_id = ? ORDER BY id`,
  )
  const between = db.prepare<[number, number, number, number], IssueLinkRow>(
    `${SELECT} WHERE source_id = ? AND target_id = ? OR source_id = ? AND target_id = ?`,
  )
  return {
    byId: (id) => byId.get(id),
    ofIssue: (issueId) => ofIssue.all(issueId, issueId),
    between: (one, other) => between.get(one, other, other, one),
  }
}

/** Issue links in the read model. */
export const issueLinks: Projection = {
  name: 'issue-links',
  version: 2,
  schema: `
    CREATE TABLE issue_links (
      id INTEGER PRIMARY KEY,
      source_id INTEGER NOT NULL,
      target_id INTEGER NOT NULL,
      type TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX issue_links_by_source ON issue_links (source_id, target_id);
    CREATE INDEX issue_links_by_target ON issue_links (target_id, source_id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      'INSERT INTO issue_links (id, source_id, target_id, type, created_at) VALUES (?, ?, ?, ?, ?)',
    )
    const remove = db.prepare<[string], Pick<IssueLinkRow, 'sourceId' | 'targetId'>>(
      'DELETE FROM issue_links WHERE id = ? RETURNING source_id AS sourceId, target_id AS targetId',
    )
    const touch = db.prepare('UPDATE issues SET updated_at = max(updated_at, ?) WHERE id IN (?, ?)')
    const forget = db.prepare('DELETE FROM issue_links WHERE source_id = ? OR target_id = ?')
    return [
      handle(context, issueLink, {
        IssueLinkCreated: ({ sourceId, targetId, type }, { stream, metadata: { at } }) => {
          insert.run(idOf(stream), sourceId, targetId, type, at)
          touch.run(at, sourceId, targetId)
        },
        IssueLinkDeleted: (_, { stream, metadata: { at } }) => {
          const gone = remove.get(idOf(stream))
          if (gone !== undefined) touch.run(at, gone.sourceId, gone.targetId)
        },
      }),
      ...onIssuableDeleted(context, (type, id) => {
        if (type === 'Issue') forget.run(id, id)
      }),
    ]
  },
  queries: { issueLinks: queries },
}
