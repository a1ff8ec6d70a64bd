import type { MemberEvent, MemberSource } from '@forgefold/core/domains/projects/member'
import { idOf, type StreamName, userIdOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import type { HandlerTable } from '../../engine/projection.js'
import type { ProjectsWriters } from '../authorization-caches.js'

interface Membership {
  readonly source: MemberSource
  readonly sourceId: number
  readonly userId: number
}

const membershipOf = (stream: StreamName): Membership => {
  const [source, sourceId, userId] = idOf(stream).split('-')
  return { source: source === 'group' ? 'group' : 'project', sourceId: Number(sourceId), userId: Number(userId) }
}

/** Handlers of memberships. */
export const memberHandlers = (db: Database, { authorizations }: ProjectsWriters): HandlerTable<MemberEvent> => {
  const insert = db.prepare(
    `INSERT INTO members (source, source_id, user_id, level, expires_at, created_at, created_by)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = db.prepare(
    'UPDATE members SET level = ?, expires_at = ? WHERE source = ? AND source_id = ? AND user_id = ?',
  )
  const remove = db.prepare('DELETE FROM members WHERE source = ? AND source_id = ? AND user_id = ?')
  const ask = db.prepare(
    'INSERT INTO access_requests (source, source_id, user_id, requested_at) VALUES ($source, $sourceId, $userId, $at)',
  )
  const answer = db.prepare(
    'DELETE FROM access_requests WHERE source = $source AND source_id = $sourceId AND user_id = $userId',
  )
  const answered = (_: unknown, { stream }: { readonly stream: StreamName }): void => {
    answer.run(membershipOf(stream))
  }
  const refresh = ({ source, sourceId, userId }: Membership): void => {
    if (source === 'group') authorizations.memberOfGroup(sourceId, userId)
    else authorizations.memberOfProject(sourceId, userId)
  }
  const end = (_: unknown, { stream }: { readonly stream: StreamName }): void => {
    const here = membershipOf(stream)
    remove.run(here.source, here.sourceId, here.userId)
    refresh(here)
  }
  return {
    MemberAdded: (data, { metadata: { at, actor } }) => {
      const { source, sourceId, userId, level, expiresAt } = data
      answer.run({ source, sourceId, userId })
      insert.run(source, sourceId, userId, level, expiresAt, at, userIdOf(actor) ?? null)
      refresh(data)
    },
    MemberChanged: ({ level, expiresAt }, { stream }) => {
      const here = membershipOf(stream)
      update.run(level, expiresAt, here.source, here.sourceId, here.userId)
      refresh(here)
    },
    MemberRemoved: end,
    MembershipExpired: end,
    AccessRequested: (data, { metadata: { at } }) => {
      ask.run({ ...data, at })
    },
    AccessRequestDenied: answered,
    AccessRequestWithdrawn: answered,
  }
}
