import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import type { EventId, Position, StoredEvent } from '../kernel/envelope.js'
import { systemActor } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import { type CheckpointAnchor, type Checkpoints, checkpointAnchorOf } from '../ports/checkpoints.js'
import type { EventFilter, EventStore, Subscription } from '../ports/event-store.js'
import type { Clock, Ids } from '../ports/world.js'
import type { Executed } from './aggregate-repository.js'
import { isOfStore } from './checkpoint-anchor.js'
import type { CommandContext } from './command-context.js'
import type { Forge } from './forge.js'

/** What follows elsewhere from an event: it issues commands and is safe to repeat. */
export interface Reactor {
  readonly name: string
  readonly filter: EventFilter
  /** Called for one event at a time, in order; it may be called again for an event it has seen. A failure is tried again. */
  readonly react: (forge: Forge, event: StoredEvent) => Promise<void>
}

/** The circumstances of what a reactor does about an event: the same cause and purpose give the same command id. */
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

/** What a reactor's command brought, undefined where the domain refused it. Throws where the store did not answer: the event is tried again. */
export const orRetry = <A>(result: E.Either<Rejection, A>): A | undefined => {
  if (E.isRight(result)) return result.right
  if (result.left.kind === 'Unavailable') throw new Error(result.left.reason)
  return undefined
}

/** Brings a command to an aggregate on behalf of a reactor, by the rule of `orRetry`. */
export const executeOrRetry = async <C, Ev extends DomainEvent, S>(
  forge: Pick<Forge, 'aggregates'>,
  aggregate: Aggregate<C, Ev, S>,
  id: string | number,
  command: C,
  context: CommandContext,
): Promise<Executed<S> | undefined> => orRetry(await forge.aggregates.execute(aggregate, id, command, context))

export interface ReactorHost {
  readonly store: EventStore
  readonly checkpoints: Checkpoints
  readonly pause: (milliseconds: number) => Promise<void>
  /** Asked before each event where several processes might act: false ends the reactor here, another one goes on. */
  readonly mayAct?: () => boolean
  /** Told of each failed try; must not throw. */
  readonly onFailure: (reactor: string, event: StoredEvent, error: unknown) => void
}

const TRIES = 5

/** How many batches without an event for it a reactor lets pass before its checkpoint follows. */
const QUIET_BATCHES = 256

/** Runs a reactor from its checkpoint on; the checkpoint never runs ahead of what was done. */
export const runReactor = async (reactor: Reactor, forge: Forge, host: ReactorHost): Promise<Subscription> => {
  const { store, mayAct = () => true } = host
  const known = await host.checkpoints.load(reactor.name)
  const isKnown = known !== undefined && (await isOfStore(known, store, host.pause, () => !mayAct()))
  const after = isKnown ? known.position : undefined
  let stopped = false
  let quiet = 0

  const handle = async (event: StoredEvent): Promise<void> => {
    for (let tries = 1; tries <= TRIES && !stopped && mayAct(); tries++) {
      try {
        // A reactor may ask the read model, so that has to know the event first.
        await forge.read.reached(event.position)
        await reactor.react(forge, event)
        return
      } catch (error) {
        host.onFailure(reactor.name, event, error)
        await host.pause(50 * 2 ** tries)
      }
    }
  }

  /** An event of its own, or else the last of the store. */
  const anchorFor = async (events: ReadonlyArray<StoredEvent>): Promise<CheckpointAnchor | undefined> => {
    const own = events.at(-1)
    if (own !== undefined) return checkpointAnchorOf(own)
    const end = await store.readAll({ direction: 'backwards', limit: 1 })
    const last = end.kind === 'Read' ? end.events[0] : undefined
    return last === undefined ? undefined : checkpointAnchorOf(last)
  }

  /** Others' events move the checkpoint too, but seldom: they cost nothing when they are passed over again. */
  const save = async (events: ReadonlyArray<StoredEvent>, upTo: Position): Promise<void> => {
    quiet = events.length === 0 ? quiet + 1 : 0
    if (stopped || !mayAct() || (quiet > 0 && quiet < QUIET_BATCHES)) return
    quiet = 0
    const anchor = await anchorFor(events)
    // A checkpoint that could not be saved is saved with the next batch; until then events may be seen again.
    await host.checkpoints.save(reactor.name, { position: upTo, anchor }).catch(() => undefined)
  }

  const subscription = store.subscribe({
    ...(after === undefined ? {} : { after }),
    filter: reactor.filter,
    onEvents: async (events, upTo) => {
      for (const event of events) {
        if (stopped || !mayAct()) return
        await handle(event)
      }
      await save(events, upTo)
    },
  })
  return {
    stop: async () => {
      stopped = true
      await subscription.stop()
    },
  }
}
