import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import { createStream } from '../../../../app/create-stream.js'
import type { Forge } from '../../../../app/forge.js'
import type { EventId } from '../../../../kernel/envelope.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import { type TodoCreatedData, todo } from '../aggregate.js'
import type { TodoRow } from '../queries.js'

export const isPending = (forge: Forge, { userId, targetType, targetId, action }: TodoCreatedData): boolean =>
  forge.read.todos.pendingOf(userId, targetType, targetId).some((row) => row.action === action)

export const create = (forge: Forge, data: TodoCreatedData, context: CommandContext) =>
  createStream(forge, todo, 'todo', { type: 'Create', ...data }, withNewCommandId(forge, context))

/**
 * Creates the to-do that an event asks for; nothing where one is pending, or was created for the same event before.
 *
 * Only the reactor calls this, one event after another, so the read model suffices for the check. Rejections: `Unavailable`.
 */
export const createTodoFor = async (
  forge: Forge,
  data: TodoCreatedData,
  cause: { readonly id: EventId },
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  if (isPending(forge, data) || forge.read.todos.isMade(cause.id, data.userId, data.action)) return E.right(undefined)
  const made = await create(forge, data, context)
  return E.isLeft(made) ? made : E.right(undefined)
}

/** Marks a to-do as done, without regard to the caller. Rejections: `Unavailable`. */
export const completeTodo = async (
  forge: Forge,
  row: TodoRow,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  const done = await forge.aggregates.execute(todo, row.id, { type: 'MarkDone' }, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : E.right(undefined)
}
