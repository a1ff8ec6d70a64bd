import type { IssuableType, Participant } from '@forgefold/core/domains/issuable'
import type { Database } from 'better-sqlite3'
import { AnswerCache, appliedEditionOf } from '../engine/answer-cache.js'

interface StoredParticipant {
  readonly userId: number
  readonly internal: number
}

/** A reason through notes: each user once with and once without internal notes, whatever the number of notes. */
interface ThroughNotes {
  /** Indexed by noteable, `among`, `internal`, `user` and `place`. */
  readonly table: string
  readonly user: string
  readonly among: string
  readonly rank: number
  readonly place: string
}

/** Authors of notes, users mentioned in them, users who gave them an award. */
const THROUGH_NOTES: ReadonlyArray<ThroughNotes> = [
  { table: 'notes', user: 'author_id', among: 'system IS NULL', rank: 3, place: 'min(id)' },
  { table: 'note_participants', user: 'user_id', among: 'by_award = 0', rank: 4, place: 'min(note_id)' },
  { table: 'note_participants', user: 'user_id', among: 'by_award = 1', rank: 6, place: '0' },
]

const here = (type: IssuableType, { table, among }: ThroughNotes): string =>
  `FROM ${table} WHERE noteable_type = '${type}' AND noteable_id = $id AND ${among}`

/** Looks up one user after the other: there are few, of perhaps many notes. */
const all = (type: IssuableType, reason: ThroughNotes): string => `SELECT * FROM (
  WITH RECURSIVE people (id, internal) AS (
    VALUES (0, 0), (0, 1)
    UNION ALL SELECT (SELECT min(${reason.user}) ${here(type, reason)} AND internal = people.internal
      AND ${reason.user} > people.id), people.internal FROM people WHERE people.id IS NOT NULL)
  SELECT id, ${reason.rank}, (SELECT ${reason.place} ${here(type, reason)} AND internal = people.internal
    AND ${reason.user} = people.id), internal FROM people WHERE id > 0)`

const one = (type: IssuableType, reason: ThroughNotes): string =>
  [0, 1]
    .map(
      (internal) => `SELECT ${internal} WHERE EXISTS (SELECT 1 ${here(type, reason)} AND internal = ${internal}
      AND ${reason.user} = $userId)`,
    )
    .join(' UNION ALL ')

/** Questions about the participants of the issuables of one kind. */
export interface ParticipantQueries {
  readonly participants: (id: number) => ReadonlyArray<Participant>
  readonly participant: (id: number, userId: number) => Participant | undefined
}

/** Answers are cached for at most this many issuables: each may name hundreds of people. */
const MAX_CACHED_LISTS = 1000

/** `direct`: reasons other than notes as rows of `user_id`, `rank` and `place`, found by `$id` and each quickly by `user_id`, too. */
export const participantQueries = (db: Database, type: IssuableType, direct: string): ParticipantQueries => {
  const reasons = [`SELECT *, 0 AS internal FROM (${direct})`, ...THROUGH_NOTES.map((reason) => all(type, reason))]
  // Each user once, by the first reason: `rank`, then `place` within it; and whether only internal notes name them.
  const list = db.prepare<{ readonly id: number }, StoredParticipant>(`
    SELECT user_id AS userId, min(internal) AS internal FROM (${reasons.join(' UNION ALL ')})
    GROUP BY user_id ORDER BY min(internal), min(rank * 1000000000 + place), user_id`)
  const answers = [
    `SELECT 0 AS internal FROM (${direct}) WHERE user_id = $userId`,
    ...THROUGH_NOTES.map((reason) => one(type, reason)),
  ]
  const find = db
    .prepare<{ readonly id: number; readonly userId: number }, number | null>(
      `SELECT min(internal) FROM (${answers.join(' UNION ALL ')})`,
    )
    .pluck()
  const lists = new AnswerCache<ReadonlyArray<Participant>>(appliedEditionOf(db), MAX_CACHED_LISTS)
  const single = new AnswerCache<Participant | undefined>(appliedEditionOf(db))
  return {
    participants: (id) =>
      lists.get(`${id}`, () =>
        list.all({ id }).map(({ userId, internal }) => ({ userId, onlyInternally: internal === 1 })),
      ),
    participant: (id, userId) =>
      single.get(`${id}/${userId}`, () => {
        const internal = find.get({ id, userId }) ?? null
        return internal === null ? undefined : { userId, onlyInternally: internal === 1 }
      }),
  }
}
