import * as E from 'fp-ts/lib/Either.js'
import { streamOf } from '../kernel/aggregate.js'
import type { StreamName } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import { type Rejection, unavailable } from '../kernel/rejection.js'
import type { AggregateRepository, Executed } from './aggregate-repository.js'
import { BackgroundTasks } from './background-tasks.js'
import { BatchingQueue } from './batching-queue.js'
import { makeExecuteTogether } from './commands-together.js'
import { makeCreate } from './creation.js'
import { makeExecuteAlone } from './lone-command.js'
import type { PendingCommand } from './pending-command.js'
import { namesOfRepository } from './repository-names.js'
import type { RepositoryOptions } from './repository-options.js'
import { makeStreamStates } from './stream-states.js'
import { withReservedNames } from './with-reserved-names.js'

/** The most commands of one append: the first of them is answered no sooner than the last is decided. */
const MAX_TOGETHER = 64

type AnyCommand = PendingCommand<unknown, DomainEvent, unknown>
type AnyAnswer = E.Either<Rejection, Executed<unknown>>
type Answered = AnyAnswer | Promise<AnyAnswer>
type MaybePromise<A> = A | Promise<A>

/**
 * The command loop over an event store: load, decide, append with the exact revision, decide anew on a conflict that is not the caller's.
 * Commands that wait for one stream in this process are decided together and appended once: written one by one they would only conflict.
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
  // Within this process a claim of a name comes after its release in the queue of the stream; claims of other processes wait for the release.
  const givingBack = new BackgroundTasks()

  const executeAlone = makeExecuteAlone({ store, states, pause, givingBack })
  const executeTogether = makeExecuteTogether({ store, states, pause, givingBack })
  const executeSeveral = async (commands: ReadonlyArray<AnyCommand>): Promise<ReadonlyArray<Answered | undefined>> => {
    const answers = await executeTogether(commands)
    if (answers !== undefined) return answers
    // A defect is for its own caller: the commands behind it go on.
    const answer = Promise.resolve(commands[0] as AnyCommand).then(executeAlone)
    await answer.catch(() => undefined)
    return [answer]
  }
  const queue = new BatchingQueue<StreamName, AnyCommand, AnyAnswer>(
    (_, commands) =>
      commands.length === 1
        ? executeAlone(commands[0] as AnyCommand).then((answer) => [answer])
        : executeSeveral(commands),
    MAX_TOGETHER,
  )

  const visible = <S>(executed: E.Either<Rejection, Executed<S>>): MaybePromise<E.Either<Rejection, Executed<S>>> => {
    if (E.isLeft(executed)) return executed
    const { position } = executed.right
    const seen = position === undefined || reached(position)
    const answer = (isVisible: boolean) =>
      isVisible ? executed : E.left(unavailable('the write is stored but not visible yet', position))
    return seen === true ? executed : Promise.resolve(seen).then(answer)
  }

  /** All commands on a stream are of one aggregate, and so are their answers. */
  const queued = <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
  ): Promise<E.Either<Rejection, Executed<S>>> =>
    queue.run(pending.stream, pending as unknown as AnyCommand) as Promise<E.Either<Rejection, Executed<S>>>

  const executeCommand = async <C, Ev extends DomainEvent, S>(pending: PendingCommand<C, Ev, S>) =>
    visible(await queued(pending))

  const execute: AggregateRepository['execute'] = async (aggregate, id, command, context) => {
    const stream = streamOf(aggregate, id)
    const begun = names?.begin(aggregate, stream, context)
    return visible(await queued({ aggregate, stream, command, context, names: begun }))
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
