import type { FeedAction, FeedPush } from '@forgefold/core/domains/conversation/event-feed'
import { type StoredEvent, userIdOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'

/** The target of an entry: an object in a project, a push, or the project itself. */
export interface FeedEntryTarget {
  readonly projectId: number
  readonly type?: string | undefined
  readonly id?: number | undefined
  readonly iid?: number | undefined
  readonly noteableType?: string | undefined
  readonly noteableId?: number | undefined
  readonly push?: FeedPush | undefined
}

/** Writes an entry in the name of the user whom the event's data names, else of its actor; without a user there is none. Returns its id. */
export type WriteEntry = (
  action: FeedAction,
  about: FeedEntryTarget,
  event: StoredEvent,
  data: object,
) => number | undefined

const authorOf = (data: object, { metadata: { actor } }: StoredEvent): number | undefined => {
  const { by, userId } = data as { readonly by?: unknown; readonly userId?: unknown }
  const named = by ?? userId
  return typeof named === 'number' ? named : userIdOf(actor)
}

export const makeFeedWriter = (db: Database): WriteEntry => {
  const insert = db.prepare(
    `INSERT INTO feed_entries (project_id, author_id, action, subject_type, subject_id, subject_iid, noteable_type,
       noteable_id, ref, ref_from, ref_to, ref_base, refs, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return (action, { projectId, type, id, iid, noteableType, noteableId, push }, event, data) => {
    const authorId = authorOf(data, event)
    if (authorId === undefined) return undefined
    const subject = [type ?? null, id ?? null, iid ?? null, noteableType ?? null, noteableId ?? null]
    const moved = [push?.ref ?? null, push?.from ?? null, push?.to ?? null, push?.base ?? null, push?.refs ?? null]
    return Number(insert.run(projectId, authorId, action, ...subject, ...moved, event.metadata.at).lastInsertRowid)
  }
}
