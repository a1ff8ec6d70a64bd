import * as E from 'fp-ts/lib/Either.js'
import { streamOf } from '../kernel/aggregate.js'
import { fold } from '../kernel/decider.js'
import type { Position, Revision, StreamName } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import { conflict, outcomeUnknown, tooLarge, unavailable } from '../kernel/rejection.js'
import { eventAt } from '../ports/event-look-up.js'
import type { AggregateRepository, Executed } from './aggregate-repository.js'
import { BackgroundTasks } from './background-tasks.js'
import { makeCreate } from './creation.js'
import { type Decision, decideOn, encode } from './decision.js'
import { KeyedMutex } from './keyed-mutex.js'
import type { PendingCommand } from './pending-command.js'
import { namesOfRepository } from './repository-names.js'
import type { RepositoryOptions } from './repository-options.js'
import { appendUntilKnown, CONTENDED_STREAM, retried } from './retry.js'
import { type Loaded, makeStreamStates } from './stream-states.js'
import { withReservedNames } from './with-reserved-names.js'

const UNAVAILABLE = E.left(unavailable('the store is away'))

/**
 * The command loop over an event store: load, decide, append with the exact revision, decide anew on a conflict that is not the caller's.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { makeIds } from '@forgefold/adapters/crypto'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * import { label } from '@forgefold/core/label'
 * const aggregates = makeAggregateRepository({ store: makeMemoryEventStore(), pause, reached: async () => true })
 * const bug = { type: 'Create', place: { kind: 'project', id: 7 }, title: 'bug', color: '#ff0000', description: null, priority: null }
 * const context = { id: makeIds().commandId(), at: '2024-03-01T09:00:00.000Z', actor: 'user:7', correlationId: 'one' }
 * const done = await aggregates.execute(label, 1, bug, context)
 * assert.equal(done.right.state.title, 'bug')
 */
export const makeAggregateRepository = (options: RepositoryOptions): AggregateRepository => {
  const { store, reached, pause } = options
  const states = makeStreamStates(store, options.snapshots, options.cachedStates ?? 10_000)
  // One command at a time on a stream in this process: others would only conflict.
  const mutex = new KeyedMutex<StreamName>()
  // Within this process a claim of a name comes after its release in the queue of the stream; claims of other processes wait for the release.
  const givingBack = new BackgroundTasks()

  /**
   * Decides on the cached state where that leads to events, because the append checks the revision; otherwise on the state of the store. A
   * stream without a cached state counts as new: a command that begins a stream then needs no read.
   */
  const decide = async <C, Ev extends DomainEvent, S>({
    aggregate,
    stream,
    command,
    names,
    known,
  }: PendingCommand<C, Ev, S>): Promise<E.Either<Rejection, Decision<Ev, S>>> => {
    const supposed = states.remembered(aggregate, stream) ?? known ?? { state: aggregate.initial, revision: undefined }
    const hopeful = decideOn(aggregate, command, supposed)
    if (E.isRight(hopeful) && hopeful.right.events.length > 0) return hopeful
    const fresh = await states.fresh(aggregate, stream)
    if (E.isLeft(fresh)) return fresh
    const decision = decideOn(aggregate, command, fresh.right)
    if (E.isLeft(decision) || decision.right.events.length === 0) await names?.settle(fresh.right.state)
    return decision
  }

  const positionOf = async (stream: StreamName, revision: Revision): Promise<Position | undefined> =>
    E.getOrElseW(() => undefined)(await eventAt(store, stream, revision))?.position

  /** The events were written by an earlier attempt: the state includes what followed since. */
  const written = async <C, Ev extends DomainEvent, S>(
    { aggregate, stream, names }: PendingCommand<C, Ev, S>,
    { revision, position }: { readonly revision: Revision; readonly position: Position | undefined },
  ): Promise<E.Either<Rejection, Executed<S>>> => {
    const now = await states.fresh(aggregate, stream)
    if (E.isLeft(now)) return now
    await names?.settle(now.right.state)
    return E.right({ ...now.right, position: position ?? (await positionOf(stream, revision)), repeated: true })
  }

  const applied = async <C, Ev extends DomainEvent, S>(
    { aggregate, stream, names }: PendingCommand<C, Ev, S>,
    state: S,
    { revision, position }: { readonly revision: Revision; readonly position: Position },
  ): Promise<Executed<S>> => {
    const loaded = { state, revision }
    await states.remember(aggregate, stream, loaded)
    if (names !== undefined) givingBack.add(names.settle(state))
    return { ...loaded, position }
  }

  /** A refusal of a name is returned only for the present state of the store; undefined where the decision was made on an older one. */
  const refusedName = async <C, Ev extends DomainEvent, S>(
    { aggregate, stream, names }: PendingCommand<C, Ev, S>,
    { revision }: Loaded<S>,
    refusal: E.Left<Rejection>,
  ): Promise<E.Left<Rejection> | undefined> => {
    const now = await states.fresh(aggregate, stream)
    if (E.isRight(now) && now.right.revision !== revision) return undefined
    if (E.isRight(now)) await names?.settle(now.right.state)
    return refusal
  }

  /** Undefined after a conflict: the caller decides again. */
  const attempt = async <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
  ): Promise<E.Either<Rejection, Executed<S>> | undefined> => {
    const { aggregate, stream, context, names } = pending
    const decision = await decide(pending)
    if (E.isLeft(decision)) return decision
    const { state, revision, events } = decision.right
    if (events.length === 0) return E.right({ state, revision, position: undefined })
    const after = fold(aggregate, events, state)
    const prepared = await names?.prepare(decision.right, after)
    if (prepared !== undefined && E.isLeft(prepared)) return refusedName(pending, decision.right, prepared)
    const encoded = encode(aggregate, events, context)
    const outcome = await appendUntilKnown(store, pause, stream, encoded, revision ?? 'noStream', context.isOver)
    switch (outcome.kind) {
      case 'Appended':
        return E.right(await applied(pending, after, outcome))
      case 'AlreadyAppended':
        return written(pending, outcome)
      case 'Conflict':
        return undefined
      case 'TooLarge':
        await names?.settle(state)
        return E.left(tooLarge)
      case 'OutcomeUnknown':
        // The append may still succeed, so its names stay reserved: the next claim of them settles it after the grace period.
        states.forget(stream)
        return E.left(outcomeUnknown(outcome.reason))
      case 'Unavailable':
        states.forget(stream)
        return E.left(unavailable(outcome.reason))
    }
  }

  const attempts = async <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
  ): Promise<E.Either<Rejection, Executed<S>>> => {
    const { aggregate, stream, names } = pending
    const done = await retried(CONTENDED_STREAM, pause, async () => {
      const tried = await attempt(pending)
      if (tried !== undefined) return tried
      const now = await states.fresh(aggregate, stream)
      return E.isLeft(now) ? now : undefined
    })
    if (done !== undefined) return done
    const last = states.remembered(aggregate, stream)
    if (last !== undefined) await names?.settle(last.state)
    return E.left(conflict())
  }

  const visible = async <S>(executed: Executed<S>): Promise<E.Either<Rejection, Executed<S>>> =>
    executed.position === undefined || (await reached(executed.position))
      ? E.right(executed)
      : E.left(unavailable('the write is stored but not visible yet', executed.position))

  const executeCommand = async <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
  ): Promise<E.Either<Rejection, Executed<S>>> => {
    const executed = await mutex.run(pending.stream, () =>
      pending.context.isOver?.() === true ? Promise.resolve(UNAVAILABLE) : attempts(pending),
    )
    return E.isLeft(executed) ? executed : visible(executed.right)
  }

  const execute: AggregateRepository['execute'] = async (aggregate, id, command, context) => {
    const stream = streamOf(aggregate, id)
    return executeCommand({ aggregate, stream, command, context, names: names?.begin(aggregate, stream, context) })
  }

  const load: AggregateRepository['load'] = (aggregate, id) => states.fresh(aggregate, streamOf(aggregate, id))
  const recall: AggregateRepository['recall'] = (aggregate, id) => states.recall(aggregate, streamOf(aggregate, id))

  const reserve: AggregateRepository['reserve'] = async (aggregate, id, wanted, context, work) => {
    const stream = streamOf(aggregate, id)
    const change = names?.begin(aggregate, stream, context)
    const loaded = await recall(aggregate, id)
    if (E.isLeft(loaded)) return loaded
    const known = loaded.right
    return withReservedNames(
      change,
      known.state,
      (names) => names.claim(wanted, known.revision),
      (begins) =>
        work((command, own) => {
          begins()
          return executeCommand({ aggregate, stream, command, context: own, names: change, known })
        }),
    )
  }

  const names = namesOfRepository(options, { execute, load, remembered: states.remembered })
  const create = makeCreate({ store, pause, numbers: options.numbers, names, executeCommand })
  return { execute, reserve, create, load, recall, namesReleased: () => givingBack.ended() }
}
