import type { TodoAction } from './aggregate.js'

/** Something that ought to be on somebody's list. */
export interface TodoRequest {
  readonly userId: number
  readonly action: TodoAction
  readonly noteId?: number
}

/** What an event means for the lists of people, about one thing. */
export interface Consequences {
  /** Those who have seen to the thing: whatever they had not done about it is done. */
  readonly completedFor: ReadonlyArray<number>
  readonly requested: ReadonlyArray<TodoRequest>
}

export const noConsequences: Consequences = { completedFor: [], requested: [] }

/** Nobody is asked to look at what they did themselves; these come to the one whose doing they are about. */
const ALSO_FOR_ACTOR: ReadonlySet<TodoAction> = new Set(['build_failed', 'unmergeable', 'marked'])

/** Those who came: nobody is told twice of the same. */
export const added = (before: ReadonlyArray<number>, after: ReadonlyArray<number>): ReadonlyArray<number> => [
  ...new Set(after.filter((id) => !before.includes(id))),
]

export const todosFor = (
  action: TodoAction,
  userIds: ReadonlyArray<number>,
  noteId?: number,
): ReadonlyArray<TodoRequest> =>
  [...new Set(userIds)].map((userId) => ({ userId, action, ...(noteId === undefined ? {} : { noteId }) }))

/** Whoever is spoken to is not also spoken of. */
export const mentionTodos = (
  mentioned: ReadonlyArray<number>,
  addressed: ReadonlyArray<number>,
  noteId?: number,
): ReadonlyArray<TodoRequest> => {
  const direct = mentioned.filter((id) => addressed.includes(id))
  const others = mentioned.filter((id) => !addressed.includes(id))
  return [...todosFor('directly_addressed', direct, noteId), ...todosFor('mentioned', others, noteId)]
}

/**
 * What is left of the consequences for whoever may look at the thing: each request once, none for the one who acted.
 *
 * `actor` is undefined where the forge itself acted.
 */
export const applicable = (
  { completedFor, requested }: Consequences,
  actor: number | undefined,
  mayRead: (userId: number, request: TodoRequest) => boolean,
): Consequences => {
  const due = new Map<string, TodoRequest>()
  for (const request of requested) {
    const key = `${request.userId} ${request.action}`
    const isOwn = request.userId === actor && !ALSO_FOR_ACTOR.has(request.action)
    if (!isOwn && !due.has(key) && mayRead(request.userId, request)) due.set(key, request)
  }
  return { completedFor: [...new Set(completedFor)], requested: [...due.values()] }
}
