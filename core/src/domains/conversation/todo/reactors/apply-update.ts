import type * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { reaction, valueOrRetry } from '../../../../app/reactors.js'
import { type Rejection, type StoredEvent, userIdOf } from '../../../../kernel/index.js'
import { completeTodo, createTodoFor } from '../steps/record-todo.js'
import { applicable, type TodoRequest } from '../todo-changes.js'
import { mayRead, type TodoUpdate } from './todo-update.js'

export const NAME = 'todos'

/** A refusal of the domain ends the work; an unavailable store is tried again. */
const done = (result: E.Either<Rejection, unknown>): void => {
  valueOrRetry(result)
}

/** The user of these to-dos is also their author. */
const OWN: ReadonlySet<TodoRequest['action']> = new Set(['build_failed', 'unmergeable'])

/**
 * Creates and completes the to-dos that an event asks for.
 *
 * Safe to repeat: a to-do carries the event that led to it, and a to-do created after the event is not completed by it.
 */
export const applyUpdate = async (forge: Forge, stored: StoredEvent, update: TodoUpdate): Promise<void> => {
  const { issuable } = update
  const actor = userIdOf(stored.metadata.actor)
  const { completedFor, requested } = applicable(update.consequences, actor, (userId) => mayRead(forge, update, userId))
  const { type: targetType, id: targetId, projectId } = issuable
  const completed = completedFor
    .flatMap((userId) => forge.read.todos.pendingOf(userId, targetType, targetId))
    .filter(({ createdAt }) => createdAt <= stored.metadata.at)
  // Deriving the id of the command costs a hash.
  if (completed.length === 0 && requested.length === 0) return
  const context = { ...reaction(forge, NAME, stored), at: stored.metadata.at }
  for (const row of completed) done(await completeTodo(forge, row, context))
  for (const { userId, action, noteId } of requested) {
    const authorId = OWN.has(action) ? userId : (update.authorId ?? actor ?? issuable.authorId)
    const about = { userId, authorId, projectId, action, targetType, targetId }
    const data = noteId === undefined ? about : { ...about, noteId }
    done(await createTodoFor(forge, data, stored, context))
  }
}
