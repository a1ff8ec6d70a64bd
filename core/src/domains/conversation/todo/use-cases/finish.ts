import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { type Rejection, recordNotFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import { todo } from '../aggregate.js'
import type { TodoRow } from '../queries.js'

/** Ticks a to-do off; its place is free again where it had one. Rejections: `Unavailable`. */
export const tickOff = async (
  forge: Forge,
  row: TodoRow,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  const done = await forge.aggregates.execute(todo, row.id, { type: 'MarkDone' }, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Ticks off what is on somebody's list. Rejections: `RecordNotFound` where it is not the user's; `Unavailable`. */
export const finishTodo = async (
  forge: Forge,
  userId: number,
  id: number,
  context: CommandContext,
): UseCaseResult<TodoRow> => {
  const row = forge.read.todos.byId(id)
  if (row === undefined || row.userId !== userId) return refuse(recordNotFound)
  const done = await tickOff(forge, row, context)
  return E.isLeft(done) ? done : E.right(forge.read.todos.byId(id) ?? row)
}

/** So many are ticked off at once. */
const BATCH = 100

/** Ticks off everything that somebody has not done. Rejections: `Unauthenticated`; `Unavailable`. */
export const finishAllTodos = async (forge: Forge, { principal, context }: Caller): UseCaseResult<void> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const { userId } = principal
  for (;;) {
    const { rows } = forge.read.todos.list({ userId, state: 'pending' }, { page: 1, perPage: BATCH })
    for (const row of rows) {
      const done = await tickOff(forge, row, context)
      if (E.isLeft(done)) return done
    }
    if (rows.length < BATCH) return E.right(undefined)
  }
}
