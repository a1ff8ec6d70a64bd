import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import type { EventId, StoredEvent } from '../kernel/envelope.js'
import { systemActor } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import type { Clock, Ids } from '../ports/clock-and-ids.js'
import type { EventFilter } from '../ports/event-store.js'
import type { Executed } from './aggregate-repository.js'
import type { CommandContext } from './command-context.js'
import type { Forge } from './forge.js'

/** A reaction to events of other aggregates: it issues commands and is safe to repeat. */
export interface Reactor {
  readonly name: string
  readonly filter: EventFilter
  /** Called for one event at a time, in order within each stream; it may be called again with the same event. */
  readonly react: (forge: Forge, event: StoredEvent) => Promise<void>
}

/**
 * The command context of a reaction to an event: the same cause and purpose give the same command id.
 *
 * @example
 * import { systemClock } from '@forgefold/adapters/clock'
 * import { makeIds } from '@forgefold/adapters/crypto'
 * const [clock, ids] = [systemClock, makeIds()]
 * const cause = { id: ids.commandId(), metadata: { correlationId: 'a request' } }
 * assert.equal(reaction({ clock, ids }, 'to-dos', cause).id, reaction({ clock, ids }, 'to-dos', cause).id)
 */
export const reaction = (
  forge: { readonly clock: Clock; readonly ids: Ids },
  reactor: string,
  cause: { readonly id: EventId; readonly metadata: { readonly correlationId: string } },
  purpose = reactor,
): CommandContext => ({
  id: forge.ids.derived(cause.id, purpose),
  at: forge.clock.now(),
  actor: systemActor(reactor),
  correlationId: cause.metadata.correlationId,
  causationId: cause.id,
})

/** A temporary failure: the event is tried again for as long as it takes. After any other failure it is tried a few times, then parked. */
export class RetryableError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'RetryableError'
  }
}

/**
 * The error of a reactor that cannot continue after a refusal: retryable where something was unavailable.
 *
 * @example
 * assert.match(reactionError('the to-do', { kind: 'NotFound' }).message, /the to-do/)
 */
export const reactionError = (what: string, rejection: Rejection): Error =>
  rejection.kind === 'Unavailable'
    ? new RetryableError(`${what}: ${rejection.reason}`)
    : new Error(`${what}: ${rejection.kind}`)

/**
 * The result of a reactor's command, undefined where the domain refused it. Throws `RetryableError` where something was unavailable.
 *
 * @example
 * assert.equal(valueOrRetry({ _tag: 'Left', left: { kind: 'NotFound' } }), undefined)
 */
export const valueOrRetry = <A>(result: E.Either<Rejection, A>): A | undefined => {
  if (E.isRight(result)) return result.right
  if (result.left.kind === 'Unavailable') throw new RetryableError(result.left.reason)
  return undefined
}

/**
 * Brings a command to an aggregate on behalf of a reactor, by the rule of `valueOrRetry`.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { makeIds } from '@forgefold/adapters/crypto'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * import { makeAggregateRepository } from '@forgefold/core'
 * import { label } from '@forgefold/core/label'
 * const aggregates = makeAggregateRepository({ store: makeMemoryEventStore(), pause, reached: async () => true })
 * const context = { id: makeIds().commandId(), at: '2024-03-01T09:00:00.000Z', actor: 'user:7', correlationId: 'one' }
 * assert.equal(await executeOrRetry({ aggregates }, label, 1, { type: 'Delete' }, context), undefined)
 */
export const executeOrRetry = async <C, Ev extends DomainEvent, S>(
  forge: Pick<Forge, 'aggregates'>,
  aggregate: Aggregate<C, Ev, S>,
  id: string | number,
  command: C,
  context: CommandContext,
): Promise<Executed<S> | undefined> => valueOrRetry(await forge.aggregates.execute(aggregate, id, command, context))
