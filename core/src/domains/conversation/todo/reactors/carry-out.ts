import type * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { orRetry, reaction } from '../../../../app/reactors.js'
import { type Rejection, type StoredEvent, userIdOf } from '../../../../kernel/index.js'
import { dueOf, type Wish } from '../consequences.js'
import { completeTodo, createTodoFor } from '../use-cases.js'
import { mayLookAt, type Turn } from './turn.js'

export const NAME = 'todos'

/** A refusal of the domain is the end of it, a store that is away is tried again. */
const done = (result: E.Either<Rejection, unknown>): void => {
  orRetry(result)
}

/** These come in the name of the one who is to look. */
const OWN: ReadonlySet<Wish['action']> = new Set(['build_failed', 'unmergeable'])

/**
 * Puts on lists and ticks off what an event asks for.
 *
 * Safe to repeat: a to-do carries the event that led to it, and what came onto a list after the event is not ticked off for it.
 */
export const carryOut = async (forge: Forge, stored: StoredEvent, turn: Turn): Promise<void> => {
  const { issuable } = turn
  const actor = userIdOf(stored.metadata.actor)
  const { settled, wishes } = dueOf(turn.consequences, actor, (userId) => mayLookAt(forge, turn, userId))
  const { type: targetType, id: targetId, projectId } = issuable
  const context = { ...reaction(forge, NAME, stored), at: stored.metadata.at }
  for (const userId of settled)
    for (const row of forge.read.todos.pendingOf(userId, targetType, targetId))
      if (row.createdAt <= stored.metadata.at) done(await completeTodo(forge, row, context))
  for (const { userId, action, noteId } of wishes) {
    const authorId = OWN.has(action) ? userId : (turn.inNameOf ?? actor ?? issuable.authorId)
    const about = { userId, authorId, projectId, action, targetType, targetId }
    const data = noteId === undefined ? about : { ...about, noteId }
    done(await createTodoFor(forge, data, stored, context))
  }
}
