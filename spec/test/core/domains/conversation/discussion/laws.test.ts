import {
  type DiffPosition,
  type DiscussionCommand,
  type DiscussionEvent,
  discussion,
  hasRefs,
} from '@forgefold/core/domains/conversation/discussion'
import { fold } from '@forgefold/core/kernel'
import { aggregateCases } from '@forgefold/spec/testing'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const number = fc.integer({ min: 1, max: 4 })
const body = fc.record({ text: fc.constantFrom('said', '', ' '), blob: fc.constant(null) })
const note = fc.record({
  noteId: number,
  authorId: number,
  body,
  internal: fc.boolean(),
  mentionedIds: fc.constant([]),
})
const position: fc.Arbitrary<DiffPosition> = fc.record({
  type: fc.constantFrom('text' as const, 'image' as const),
  baseSha: fc.constant('base'),
  startSha: fc.constant('start'),
  headSha: fc.constantFrom('one', 'two', 'three'),
  oldPath: fc.constantFrom('a', null),
  newPath: fc.constantFrom('a', null),
  oldLine: fc.constantFrom(1, null),
  newLine: fc.constantFrom(1, null),
  lineRange: fc.constant(null),
  point: fc.constant(null),
})
const about = {
  projectId: number,
  noteableType: fc.constantFrom('MergeRequest' as const, 'Issue' as const),
  noteableId: number,
  individual: fc.boolean(),
}
const started = fc.oneof(
  fc.record(about),
  fc.record({ ...about, diff: fc.record({ position, commitId: fc.constant(null) }) }),
)

const suggestion = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  above: fc.nat(1),
  below: fc.nat(1),
  from: fc.constant('a'),
  to: fc.constant('b'),
})
const suggestions = fc.uniqueArray(suggestion, { maxLength: 2, selector: ({ id }) => id })

const commands: fc.Arbitrary<DiscussionCommand> = fc.oneof(
  fc.tuple(started, note).map(([data, first]): DiscussionCommand => ({ type: 'Start', ...data, note: first })),
  note.map((one): DiscussionCommand => ({ type: 'Reply', note: one })),
  fc
    .tuple(note, suggestions)
    .map(([one, some]): DiscussionCommand => ({ type: 'Reply', note: one, suggestions: some })),
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 2 }), number)
      .map(
        ([suggestionIds, by]): DiscussionCommand => ({ type: 'ApplySuggestions', suggestionIds, commitId: 'c', by }),
      ),
  },
  fc
    .tuple(number, number, body)
    .map(([noteId, by, text]): DiscussionCommand => ({ type: 'Edit', noteId, by, body: text, mentionedIds: [] })),
  fc.tuple(number, number).map(([noteId, by]): DiscussionCommand => ({ type: 'DeleteNote', noteId, by })),
  fc.tuple(fc.boolean(), number).map(([resolved, by]): DiscussionCommand => ({ type: 'Resolve', resolved, by })),
  {
    weight: 4,
    arbitrary: fc
      .tuple(number, fc.boolean(), number)
      .map(([noteId, resolved, by]): DiscussionCommand => ({ type: 'ResolveNote', noteId, resolved, by })),
  },
  fc.tuple(position, position).map(([from, to]): DiscussionCommand => ({ type: 'Move', from, to })),
)

const REPEATABLE = new Set(['Reply', 'Edit', 'Move', 'DeleteNote'])

runCases(
  'discussion',
  aggregateCases({ aggregate: discussion, commands, mayRepeat: ({ type }) => REPEATABLE.has(type) }),
)

it('is at the position it was last moved to, and moves only from its current position', () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 15 }), (asked) => {
      const history: Array<DiscussionEvent> = []
      for (const command of asked) {
        const before = fold(discussion, history)
        const decided = discussion.decide(command)(before)
        if (E.isLeft(decided)) continue
        history.push(...decided.right)
        if (command.type !== 'Move' || before.kind !== 'live') continue
        const wasThere = before.position !== undefined && hasRefs(before.position, command.from)
        expect(decided.right).toHaveLength(wasThere ? 1 : 0)
        const after = fold(discussion, history)
        if (wasThere && after.kind === 'live') expect(after.position).toEqual(command.to)
      }
    }),
  )
})

it('applies a suggestion once at most, and only one that its notes make', () => {
  fc.assert(
    fc.property(fc.array(commands, { maxLength: 25 }), (asked) => {
      const history: Array<DiscussionEvent> = []
      for (const command of asked) {
        const before = fold(discussion, history)
        const decided = discussion.decide(command)(before)
        if (E.isLeft(decided)) continue
        const open =
          before.kind === 'live' ? before.notes.flatMap((one) => one.suggestions).filter(({ applied }) => !applied) : []
        for (const event of decided.right)
          if (event.type === 'SuggestionsApplied') {
            expect(event.data.suggestionIds.length).toBeGreaterThan(0)
            for (const id of event.data.suggestionIds) expect(open.map((one) => one.id)).toContain(id)
          }
        history.push(...decided.right)
      }
    }),
  )
})
