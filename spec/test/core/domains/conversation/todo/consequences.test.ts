import {
  added,
  applicable,
  mentionTodos,
  TODO_ACTIONS,
  type TodoAction,
  type TodoRequest,
  todosFor,
} from '@forgefold/core/domains/conversation/todo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const person = fc.integer({ min: 1, max: 6 })
const people = fc.array(person, { maxLength: 8 })
const request: fc.Arbitrary<TodoRequest> = fc.record({ userId: person, action: fc.constantFrom(...TODO_ACTIONS) })
const consequences = fc.record({ completedFor: people, requested: fc.array(request, { maxLength: 12 }) })
const actor = fc.option(person, { nil: undefined })

const OWN: ReadonlyArray<TodoAction> = ['build_failed', 'unmergeable', 'marked']

describe('the to-dos that an event creates', () => {
  it('are one for each request, for users with read access, never for the author of the event', () => {
    fc.assert(
      fc.property(consequences, actor, people, (given, by, readers) => {
        const due = applicable(given, by, (userId) => readers.includes(userId)).requested
        const keys = due.map(({ userId, action }) => `${userId} ${action}`)
        expect(new Set(keys).size).toBe(keys.length)
        for (const { userId, action } of due) {
          expect(readers).toContain(userId)
          expect(userId === by && !OWN.includes(action)).toBe(false)
          expect(given.requested.some((one) => one.userId === userId && one.action === action)).toBe(true)
        }
        for (const { userId, action } of given.requested)
          if (readers.includes(userId) && (userId !== by || OWN.includes(action)))
            expect(keys).toContain(`${userId} ${action}`)
      }),
    )
  })

  it('are the same when the event is handled again', () => {
    fc.assert(
      fc.property(consequences, actor, (given, by) => {
        const once = applicable(given, by, () => true)
        expect(applicable(once, by, () => true)).toEqual(once)
      }),
    )
  })

  it('are completed once for each user who acted', () => {
    fc.assert(
      fc.property(consequences, actor, (given, by) => {
        const { completedFor } = applicable(given, by, () => false)
        expect(new Set(completedFor)).toEqual(new Set(given.completedFor))
        expect(new Set(completedFor).size).toBe(completedFor.length)
      }),
    )
  })
})

describe('the users who get a to-do for a mention', () => {
  it('are those who were not mentioned before', () => {
    fc.assert(
      fc.property(people, people, (before, after) => {
        const fresh = added(before, after)
        for (const id of fresh) expect(before.includes(id)).toBe(false)
        expect(new Set([...fresh, ...before.filter((id) => after.includes(id))])).toEqual(new Set(after))
        expect(added(after, after)).toEqual([])
      }),
    )
  })

  it('are directly addressed or mentioned, not both', () => {
    fc.assert(
      fc.property(people, people, (mentioned, addressed) => {
        const requested = mentionTodos(mentioned, addressed, 7)
        const of = (action: TodoAction) => requested.filter((one) => one.action === action).map(({ userId }) => userId)
        expect(of('directly_addressed').filter((id) => of('mentioned').includes(id))).toEqual([])
        expect(new Set(requested.map(({ userId }) => userId))).toEqual(new Set(mentioned))
        for (const { noteId } of requested) expect(noteId).toBe(7)
      }),
    )
    expect(todosFor('assigned', [2, 2, 3])).toEqual([
      { userId: 2, action: 'assigned' },
      { userId: 3, action: 'assigned' },
    ])
  })
})
