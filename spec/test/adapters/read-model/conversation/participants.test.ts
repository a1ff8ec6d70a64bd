import { makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { appliedEditionOf, openReadModel, projections } from '@forgefold/adapters/read-model'
import { awardEmoji } from '@forgefold/core/domains/conversation/award-emoji'
import { discussion } from '@forgefold/core/domains/conversation/discussion'
import type { IssueQueries } from '@forgefold/core/domains/planning/issue'
import type { MergeRequestQueries } from '@forgefold/core/domains/review/merge-request'
import { type StoredEvent, streamOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const SUBJECTS = [
  { noteableType: 'Issue', noteableId: 1 },
  { noteableType: 'Issue', noteableId: 2 },
  { noteableType: 'MergeRequest', noteableId: 1 },
] as const
const USERS = [1, 2, 3, 4]
const NOTES = 6

const user = fc.constantFrom(...USERS)
const note = fc.integer({ min: 1, max: NOTES })
const users = fc.uniqueArray(user)
const step = fc.oneof(
  fc.record({
    what: fc.constant('add'),
    note,
    about: fc.integer({ min: 0, max: 2 }),
    by: user,
    users,
    internal: fc.boolean(),
  }),
  fc.record({ what: fc.constant('edit'), note, users, internal: fc.option(fc.boolean(), { nil: undefined }) }),
  fc.record({ what: fc.constant('delete'), note }),
  fc.record({ what: fc.constant('award'), note, by: user, name: fc.constantFrom('tada', 'thumbsup') }),
  fc.record({ what: fc.constant('take back'), note, by: user, name: fc.constantFrom('tada', 'thumbsup') }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Note {
  readonly about: number
  readonly by: number
  internal: boolean
  readonly mentioned: Set<number>
  readonly awards: Map<string, number>
}

const body = { text: 'a', blob: null }
const awardKey = (by: number, name: string): string => `${by} ${name}`

/** Applies events as a projector does. */
const applierOn = (db: Database) => {
  const undecodable = () => {
    throw new Error('the event is not as it should be')
  }
  const context = { db, personalData: makeMemoryPersonalData(), undecodable }
  const handlers = projections.flatMap((one) => one.handlers(context))
  return (
    aggregate: typeof discussion | typeof awardEmoji,
    id: string,
    type: string,
    data: unknown,
    revision = 1,
  ): void => {
    const metadata = { at: '2022-04-11T03:02:32.123Z', actor: 'user:1', correlationId: 'one' }
    const stream = streamOf(aggregate, id)
    const event = { id: 'one', type, version: 1, data, metadata, stream, revision } as unknown as StoredEvent
    for (const { category, byType } of handlers) if (category === aggregate.category) byType.get(type)?.(event)
  }
}

/** Takes the steps that make sense, and keeps what they leave. */
const takeSteps = (apply: ReturnType<typeof applierOn>, steps: ReadonlyArray<Step>): ReadonlyMap<number, Note> => {
  const notes = new Map<number, Note>()
  for (const [index, about] of SUBJECTS.entries())
    apply(discussion, `d${index}`, 'DiscussionStarted', { projectId: 1, ...about, individual: true }, 0)
  for (const [index, one] of steps.entries()) {
    const known = notes.get(one.note)
    if (one.what === 'add' && 'about' in one && known === undefined) {
      const { note: noteId, about, by: authorId, internal, users } = one
      apply(discussion, `d${about}`, 'NoteAdded', { noteId, authorId, body, internal, mentionedIds: users })
      notes.set(noteId, { about, by: authorId, internal, mentioned: new Set(users), awards: new Map() })
    } else if (known === undefined) continue
    else if (one.what === 'edit' && 'users' in one) {
      const { internal = known.internal, users, note: noteId } = one
      const change = one.internal === undefined ? {} : { internal }
      apply(discussion, `d${known.about}`, 'NoteEdited', { noteId, body, mentionedIds: users, by: 1, ...change })
      known.internal = internal
      for (const id of users) known.mentioned.add(id)
    } else if (one.what === 'delete') {
      apply(discussion, `d${known.about}`, 'NoteDeleted', { noteId: one.note, by: 1 })
      notes.delete(one.note)
    } else if ('name' in one) {
      const key = awardKey(one.by, one.name)
      const given = known.awards.get(key)
      const award = { userId: one.by, name: one.name, awardableType: 'Note', awardableId: one.note, projectId: 1 }
      if (one.what === 'award' && given === undefined) {
        apply(awardEmoji, String(index + 1), 'AwardGiven', award)
        known.awards.set(key, index + 1)
      } else if (one.what === 'take back' && given !== undefined) {
        apply(awardEmoji, String(given), 'AwardTakenBack', {})
        known.awards.delete(key)
      }
    }
  }
  return notes
}

/** Everybody with every reason, sorted by the reasons. */
const expected = (notes: ReadonlyMap<number, Note>, about: number) => {
  const reasons = [...notes]
    .filter(([, one]) => one.about === about)
    .flatMap(([id, { by, mentioned, awards, internal }]) => [
      { userId: by, rank: 3, place: id, internal },
      ...[...mentioned].map((userId) => ({ userId, rank: 4, place: id, internal })),
      ...[...awards.keys()].map((key) => ({ userId: Number(key.split(' ')[0]), rank: 6, place: 0, internal })),
    ])
  const people = USERS.flatMap((userId) => {
    const own = reasons.filter((one) => one.userId === userId)
    if (own.length === 0) return []
    const first = Math.min(...own.map(({ rank, place }) => rank * 1000 + place))
    return { userId, onlyInternally: own.every(({ internal }) => internal), first }
  })
  return people
    .sort((a, b) => Number(a.onlyInternally) - Number(b.onlyInternally) || a.first - b.first || a.userId - b.userId)
    .map(({ userId, onlyInternally }) => ({ userId, onlyInternally }))
}

it('tells who takes part through notes, all of them and one by one, whatever happened to the notes', () => {
  const { db } = openReadModel(':memory:', projections)
  const apply = applierOn(db)
  const made = projections.map(({ queries }) => queries)
  const issues = made.find((one) => one.issues !== undefined)?.issues?.(db) as IssueQueries
  const mergeRequests = made.find((one) => one.mergeRequests !== undefined)?.mergeRequests?.(db) as MergeRequestQueries
  fc.assert(
    fc
      .property(fc.array(step, { maxLength: 40 }), (steps) => {
        db.exec('BEGIN')
        const notes = takeSteps(apply, steps)
        for (const [about, { noteableType, noteableId }] of SUBJECTS.entries()) {
          const queries = noteableType === 'Issue' ? issues : mergeRequests
          const people = expected(notes, about)
          expect(queries.participants(noteableId)).toEqual(people)
          for (const id of USERS)
            expect(queries.participant(noteableId, id)).toEqual(people.find(({ userId }) => userId === id))
        }
      })
      .afterEach(() => {
        db.exec('ROLLBACK')
        appliedEditionOf(db).current += 1
      }),
    { numRuns: 200 },
  )
  db.close()
})
