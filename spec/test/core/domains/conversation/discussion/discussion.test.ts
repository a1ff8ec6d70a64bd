import {
  type DiscussionCommand,
  type DiscussionEvent,
  discussion,
  type NoteData,
} from '@forgefold/core/domains/conversation/discussion'
import { fold } from '@forgefold/core/kernel'
import { scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'

const note = (noteId: number): NoteData => ({
  noteId,
  authorId: 1,
  body: { text: 'said', blob: null },
  internal: false,
  mentionedIds: [],
})
const about = { projectId: 1, noteableType: 'MergeRequest', noteableId: 1 } as const
const started = (individual: boolean) => ({ type: 'DiscussionStarted', data: { ...about, individual } }) as const
const added = (noteId: number) => ({ type: 'NoteAdded', data: note(noteId) }) as const

it('cannot be resolved while it is an individual note', () => {
  scenario(discussion)
    .given(started(true), added(1))
    .when({ type: 'Resolve', resolved: true, by: 1 })
    .thenRefused('NotFound')
  scenario(discussion)
    .given(started(true), added(1), added(2))
    .when({ type: 'Resolve', resolved: true, by: 1 })
    .then({ type: 'DiscussionResolved', data: { by: 1 } })
})

it('is unresolved again after a reply', () => {
  scenario(discussion)
    .given(started(false), added(1), { type: 'DiscussionResolved', data: { by: 2 } })
    .when({ type: 'Reply', note: note(2) })
    .then(added(2), { type: 'DiscussionUnresolved', data: { by: 1 } })
})

it('resolves one note and leaves the others', () => {
  const thread = [started(false), added(1), added(2)] as const
  scenario(discussion)
    .given(...thread)
    .when({ type: 'ResolveNote', noteId: 2, resolved: true, by: 3 })
    .then({ type: 'NoteResolved', data: { noteId: 2, by: 3 } })
  scenario(discussion)
    .given(...thread, { type: 'NoteResolved', data: { noteId: 2, by: 3 } })
    .when({ type: 'ResolveNote', noteId: 2, resolved: true, by: 3 })
    .then()
  scenario(discussion)
    .given(...thread, { type: 'NoteResolved', data: { noteId: 2, by: 3 } })
    .when({ type: 'Resolve', resolved: true, by: 3 })
    .then({ type: 'DiscussionResolved', data: { by: 3 } })
  scenario(discussion)
    .given(...thread)
    .when({ type: 'ResolveNote', noteId: 7, resolved: true, by: 3 })
    .thenRefused('NotFound')
  scenario(discussion)
    .given(started(true), added(1))
    .when({ type: 'ResolveNote', noteId: 1, resolved: true, by: 3 })
    .thenRefused('BadRequest')
})

const commands = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 5 }).map((id): DiscussionCommand => ({ type: 'Reply', note: note(id) })),
    fc.integer({ min: 1, max: 5 }).map((noteId): DiscussionCommand => ({ type: 'DeleteNote', noteId, by: 1 })),
    fc.boolean().map((resolved): DiscussionCommand => ({ type: 'Resolve', resolved, by: 1 })),
    fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.boolean())
      .map(([noteId, resolved]): DiscussionCommand => ({ type: 'ResolveNote', noteId, resolved, by: 1 })),
  ),
  { maxLength: 20 },
)

it('is never resolved as an individual note, whatever the commands', () => {
  fc.assert(
    fc.property(fc.boolean(), commands, (individual, asked) => {
      const history: Array<DiscussionEvent> = [started(individual), added(1)]
      for (const command of asked) {
        const decided = discussion.decide(command)(fold(discussion, history))
        if (E.isRight(decided)) history.push(...decided.right)
        const state = fold(discussion, history)
        expect(state.kind === 'live' && state.individual && state.notes.some(({ resolved }) => resolved)).toBe(false)
      }
    }),
  )
})

it('is copied note by note, each once, however often the batches are sent', () => {
  const batch = (from: number, size: number): DiscussionCommand => ({
    type: 'Copy',
    ...about,
    individual: false,
    notes: Array.from({ length: size }, (_, at) => note(from + at + 1)),
    from,
  })
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (sizes, again) => {
        const batches = sizes.map((size, at) =>
          batch(
            sizes.slice(0, at).reduce((sum, one) => sum + one, 0),
            size,
          ),
        )
        let events: ReadonlyArray<DiscussionEvent> = []
        const send = (command: DiscussionCommand) => {
          const decided = discussion.decide(command)(fold(discussion, events))
          if (E.isRight(decided)) events = [...events, ...decided.right]
        }
        for (const [at, command] of batches.entries()) {
          send(command)
          for (const which of again) send(batches[which % (at + 1)] ?? command)
        }
        const total = sizes.reduce((sum, one) => sum + one, 0)
        expect(events).toEqual([started(false), ...Array.from({ length: total }, (_, at) => added(at + 1))])
      },
    ),
  )
  scenario(discussion).given(started(false), added(1)).when(batch(2, 1)).thenRefused('Conflict')
})
