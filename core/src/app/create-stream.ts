import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import { fold } from '../kernel/decider.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import type { AggregateRepository, Executed } from './aggregate-repository.js'
import { type Beside, beginBeside } from './begin-beside.js'
import type { CommandContext } from './command-context.js'

/** A stream that was begun, and its number. */
export interface CreatedStream<S> extends Executed<S> {
  readonly id: number
}

/** Nothing that is begun by `createStream` has sealed names. */
const open = (): undefined => undefined

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
    const created = await beginBeside(forge, aggregate, id, () => execute(command, context), beside)
    return E.isLeft(created) ? created : E.right({ id, ...created.right })
  })
}
