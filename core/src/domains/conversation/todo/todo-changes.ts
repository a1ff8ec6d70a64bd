import type { TodoAction } from './aggregate.js'

/** A to-do that an event asks for. */
export interface TodoRequest {
  readonly userId: number
  readonly action: TodoAction
  readonly noteId?: number
}

/** What an event changes in the to-dos about one issuable. */
export interface TodoChanges {
  /** Users whose pending to-dos about the issuable are completed. */
  readonly completedFor: ReadonlyArray<number>
  readonly requested: ReadonlyArray<TodoRequest>
}

export const noTodoChanges: TodoChanges = { completedFor: [], requested: [] }

/** A user gets no to-do for their own action, except for these. */
const ALSO_FOR_ACTOR: ReadonlySet<TodoAction> = new Set(['build_failed', 'unmergeable', 'marked'])

/** The users in `after` who are not in `before`, each once. */
export const added = (before: ReadonlyArray<number>, after: ReadonlyArray<number>): ReadonlyArray<number> => [
  ...new Set(after.filter((id) => !before.includes(id))),
]

export const todosFor = (
  action: TodoAction,
  userIds: ReadonlyArray<number>,
  noteId?: number,
): ReadonlyArray<TodoRequest> =>
  [...new Set(userIds)].map((userId) => ({ userId, action, ...(noteId === undefined ? {} : { noteId }) }))

/** A user who is addressed directly gets no `mentioned` to-do. */
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
 * The consequences for users who may read the issuable: each request once, none for the user who acted.
 *
 * `actor` is undefined where the forge itself acted.
 */
export const applicable = (
  { completedFor, requested }: TodoChanges,
  actor: number | undefined,
  mayRead: (userId: number, request: TodoRequest) => boolean,
): TodoChanges => {
  const due = new Map<string, TodoRequest>()
  for (const request of requested) {
    const key = `${request.userId} ${request.action}`
    const isOwn = request.userId === actor && !ALSO_FOR_ACTOR.has(request.action)
    if (!isOwn && !due.has(key) && mayRead(request.userId, request)) due.set(key, request)
  }
  return { completedFor: [...new Set(completedFor)], requested: [...due.values()] }
}
