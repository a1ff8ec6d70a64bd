import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import { fold } from '../kernel/decider.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import type { AggregateRepository, Executed } from './aggregate-repository.js'
import type { CommandContext } from './command-context.js'

/** A stream that was begun, and its number. */
export interface CreatedStream<S> extends Executed<S> {
  readonly id: number
}

/** Nothing that is begun by `createStream` has sealed names. */
const open = (): undefined => undefined

const NOTHING_BESIDE: E.Either<Rejection, unknown> = E.right(undefined)

/** What is written beside the first event of a stream, by its number: to streams that tell of it, which a reactor makes good without it. */
export type Beside = (id: number) => Promise<E.Either<Rejection, unknown>>

/** Whoever made good a stream that was not there yet came before the command: the stream is begun all the same. */
const createdBefore = async <C, Ev extends DomainEvent, S>(
  forge: { readonly aggregates: AggregateRepository },
  aggregate: Aggregate<C, Ev, S>,
  id: number,
  refused: E.Left<Rejection>,
): Promise<E.Either<Rejection, Executed<S>>> => {
  if (refused.left.kind !== 'Conflict') return refused
  const found = await forge.aggregates.load(aggregate, id)
  return E.isRight(found) && found.right.revision !== undefined
    ? E.right({ ...found.right, position: undefined })
    : refused
}

/**
 * Begins a stream under the next number of a counter with a command that needs nothing but the number. No number is taken where the command is
 * refused. Rejections: the decider's own; those of what is written concurrently; as `AggregateRepository.create`.
 *
 * @example
 * import { systemCaller } from '@forgefold/core'
 * import { label } from '@forgefold/core/label'
 * import { createForge } from '@forgefold/server'
 * const embedded = await createForge()
 * const bug = { type: 'Create', place: { kind: 'project', id: 7 }, title: 'bug', color: '#ff0000', description: null, priority: null }
 * const created = await createStream(embedded.forge, label, 'label', bug, systemCaller(embedded.forge, 'example').context)
 * assert.equal(created.right.id, 1)
 * await embedded.close()
 */
export const createStream = async <C, Ev extends DomainEvent, S>(
  forge: { readonly aggregates: AggregateRepository },
  aggregate: Aggregate<C, Ev, S>,
  counter: string,
  command: C,
  context: CommandContext,
  beside?: Beside,
): Promise<E.Either<Rejection, CreatedStream<S>>> => {
  const preflight = aggregate.decide(command)(aggregate.initial)
  if (E.isLeft(preflight)) return preflight
  const names = aggregate.names?.(fold(aggregate, preflight.right), { id: '', open }) ?? []
  return forge.aggregates.create(aggregate, counter, names, context, async (id, execute) => {
    const [executed, told] = await Promise.all([execute(command, context), beside?.(id) ?? NOTHING_BESIDE])
    const created =
      E.isLeft(executed) && beside !== undefined ? await createdBefore(forge, aggregate, id, executed) : executed
    if (E.isLeft(created)) return created
    return E.isLeft(told) ? told : E.right({ ...created.right, id })
  })
}
