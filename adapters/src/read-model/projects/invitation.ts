import { type InvitationQueries, type InvitationRow, invitation } from '@forgefold/core/domains/projects/invitation'
import { idOf, userIdOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { likePattern } from '../engine/like-pattern.js'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const COLUMNS = `id, source, source_id AS sourceId, email, level, expires_at AS expiresAt, created_at AS createdAt,
  created_by AS createdBy`

const queries = (db: Database): InvitationQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[string], InvitationRow>(`SELECT ${COLUMNS} FROM invitations WHERE id = ?`)
  const ofEmail = db.prepare<[string], InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations WHERE email = ? COLLATE NOCASE ORDER BY position`,
  )
  const ofSource = db.prepare<[string, number], InvitationRow>(
    `SELECT ${COLUMNS} FROM invitations WHERE source = ? AND source_id = ? ORDER BY position`,
  )
  return {
    byId: (id) => byId.get(id),
    list: ({ source, sourceId, query }, page) => {
      const where = [
        { sql: 'source = ? AND source_id = ?', values: [source, sourceId] },
        ...(query === undefined || query === ''
          ? []
          : [{ sql: "email LIKE ? ESCAPE '\\'", values: [likePattern(query)] }]),
      ]
      const orderBy = 'position'
      return lists.page<InvitationRow>({ select: COLUMNS, from: 'invitations', where, orderBy }, page)
    },
    ofEmail: (email) => ofEmail.all(email),
    ofSource: (source, sourceId) => ofSource.all(source, sourceId),
  }
}

/** Pending invitations in the read model; those whose key was erased are left out. */
export const invitations: Projection = {
  name: 'invitations',
  version: 1,
  schema: `
    CREATE TABLE invitations (
      id TEXT PRIMARY KEY,
      source TEXT NOT NULL,
      source_id INTEGER NOT NULL,
      email TEXT NOT NULL,
      level INTEGER NOT NULL,
      expires_at TEXT,
      created_at TEXT NOT NULL,
      created_by INTEGER,
      position INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX invitations_by_source ON invitations (source, source_id, position);
    CREATE INDEX invitations_by_email ON invitations (email COLLATE NOCASE);
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      `INSERT INTO invitations (id, source, source_id, email, level, expires_at, created_at, created_by, position)
       VALUES ($id, $source, $sourceId, $email, $level, $expiresAt, $at, $by, $position)`,
    )
    const update = context.db.prepare('UPDATE invitations SET level = ?, expires_at = ? WHERE id = ?')
    const remove = context.db.prepare('DELETE FROM invitations WHERE id = ?')
    return [
      handle(context, invitation, {
        MemberInvited: ({ subject, email: sealed, ...data }, { stream, position, metadata: { at, actor } }) => {
          const email = context.personalData.open(subject, sealed)
          const by = userIdOf(actor) ?? null
          if (email !== undefined) insert.run({ ...data, email, id: idOf(stream), at, by, position })
        },
        InvitationChanged: ({ level, expiresAt }, { stream }) => {
          update.run(level, expiresAt, idOf(stream))
        },
        InvitationAccepted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
        InvitationDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { invitations: queries },
}
