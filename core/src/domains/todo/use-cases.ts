import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../app/caller.js'
import { alongside, type CommandContext } from '../../app/command-context.js'
import type { Forge, UseCase } from '../../app/forge.js'
import {
  idOf,
  notModified,
  type Rejection,
  recordNotFound,
  refuse,
  streamOf,
  unauthenticated,
  unavailable,
} from '../../kernel/index.js'
import { todo } from './decider.js'
import type { TodoAction, TodoCreatedData } from './events.js'
import type { TodoRow } from './queries.js'

type About = Pick<TodoCreatedData, 'userId' | 'targetType' | 'targetId'> & { readonly action: TodoAction }

/** Nobody has the same thing twice on the list that is not done yet. */
const nameOf = ({ userId, targetType, targetId }: About) => ({
  kind: 'pending_todo',
  name: [userId, targetType, targetId].join('\0'),
})

const isPending = async (forge: Forge, id: string): Promise<E.Either<Rejection, boolean>> => {
  const loaded = await forge.aggregates.load(todo, id)
  if (E.isLeft(loaded)) return loaded
  const { state } = loaded.right
  return E.right(state.kind === 'none' || state.pending)
}

/** Takes the place on the list; a to-do that is done by now gives way. Rejections: `NotModified` where one is pending. */
const takePlace = async (
  forge: Forge,
  id: number,
  about: About,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  const name = nameOf(about)
  for (let tries = 0; tries < 3; tries++) {
    const taken = await forge.reservations.take(name, streamOf(todo, id), context)
    if (E.isRight(taken) || taken.left.kind !== 'Conflict') return taken
    const holder = await forge.reservations.holder(name)
    if (E.isLeft(holder)) return holder
    if (holder.right === undefined) continue
    const pending = await isPending(forge, idOf(holder.right))
    if (E.isLeft(pending)) return pending
    if (pending.right) return refuse(notModified)
    const released = await forge.reservations.release(name, holder.right, context)
    if (E.isLeft(released)) return released
  }
  return refuse(notModified)
}

/** Puts something on somebody's list. Rejections: `NotModified` where it is there and not done; `Unavailable`. */
export const createTodo =
  (data: TodoCreatedData, context: CommandContext): UseCase<TodoRow> =>
  (forge) =>
  async () => {
    if (forge.read.todos.pendingFor(data.userId, data.targetType, data.targetId) !== undefined)
      return refuse(notModified)
    const id = await forge.numbers.next('todo')
    if (E.isLeft(id)) return id
    const taken = await takePlace(forge, id.right, data, context)
    if (E.isLeft(taken)) return taken
    const made = await forge.aggregates.execute(todo, id.right, { type: 'Create', ...data }, alongside(forge, context))
    if (E.isLeft(made)) return made
    const row = forge.read.todos.byId(id.right)
    return row === undefined
      ? refuse(unavailable('the read model does not show the to-do', made.right.position))
      : E.right(row)
  }

/** Ticks it off; its place is free again. Rejections: `RecordNotFound` where it is not the user's. */
export const finishTodo =
  (userId: number, id: number, context: CommandContext): UseCase<TodoRow> =>
  (forge) =>
  async () => {
    const row = forge.read.todos.byId(id)
    if (row === undefined || row.userId !== userId) return refuse(recordNotFound)
    const done = await forge.aggregates.execute(todo, id, { type: 'MarkDone' }, alongside(forge, context))
    if (E.isLeft(done)) return done
    const released = await forge.reservations.release(nameOf(row), streamOf(todo, id), context)
    if (E.isLeft(released)) return released
    return E.right(forge.read.todos.byId(id) ?? row)
  }

/** So many are ticked off at once. */
const BATCH = 100

/** Ticks off everything that somebody has not done. Rejections: `Unauthenticated`; `Unavailable`. */
export const finishAllTodos =
  ({ principal, context }: Caller): UseCase<void> =>
  (forge) =>
  async () => {
    if (principal.kind !== 'user') return refuse(unauthenticated)
    const { userId } = principal
    for (;;) {
      const { rows } = forge.read.todos.list({ userId, state: 'pending' }, { page: 1, perPage: BATCH })
      for (const { id } of rows) {
        const done = await finishTodo(userId, id, alongside(forge, context))(forge)()
        if (E.isLeft(done)) return done
      }
      if (rows.length < BATCH) return E.right(undefined)
    }
  }
