import * as E from 'fp-ts/lib/Either.js'
import { streamOf } from '../kernel/aggregate.js'
import type { StreamName } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import { conflict, type Rejection } from '../kernel/rejection.js'
import type { EventStore } from '../ports/event-store.js'
import { beginningOf } from './abandon-stream.js'
import type { AggregateRepository, Executed } from './aggregate-repository.js'
import type { DeclaredNames } from './declared-names.js'
import type { NumberSource } from './numbers.js'
import type { PendingCommand } from './pending-command.js'
import type { Pause } from './periodic.js'
import { CONTENDED_STREAM, retried } from './retry.js'
import { withReservedNames } from './with-reserved-names.js'

type Create = AggregateRepository['create']

/** What creations need. */
export interface CreationOptions {
  readonly store: Pick<EventStore, 'readStream'>
  readonly pause: Pause
  readonly numbers: Pick<NumberSource, 'draw'> | undefined
  readonly names: DeclaredNames | undefined
  /** Executes one command on its stream. */
  readonly executeCommand: <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
  ) => Promise<E.Either<Rejection, Executed<S>>>
}

/** Begins streams under numbers, with names that are claimed while the number is being allocated (docs/decisions/unique-name-reservations.md). */
export const makeCreate = ({ store, pause, numbers, names, executeCommand }: CreationOptions): Create => {
  const isAbandoned = async (stream: StreamName): Promise<boolean> => (await beginningOf(store, stream)) === 'abandoned'

  /** Undefined where the stream was abandoned before it began. */
  const once = async <C, Ev extends DomainEvent, S, A>(
    ...[aggregate, counter, wanted, context, work]: Parameters<typeof create<C, Ev, S, A>>
  ): Promise<E.Either<Rejection, A> | undefined> => {
    if (numbers === undefined) throw new Error(`nothing gives numbers for ${counter}`)
    const drawn = numbers.draw(counter)
    const likely = drawn.likely === undefined ? undefined : streamOf(aggregate, drawn.likely)
    const [id, early] = await Promise.all([drawn.number, names?.claimEarly(wanted, likely, context)])
    if (E.isLeft(id)) {
      await early?.release()
      return id
    }
    const stream = streamOf(aggregate, id.right)
    const change = names?.begin(aggregate, stream, context)
    let abandoned = false
    const made = await withReservedNames(
      change,
      aggregate.initial,
      (names) => names.claim(wanted, undefined, early),
      (begins) =>
        work(id.right, async (command, own) => {
          begins()
          const executed = await executeCommand({ aggregate, stream, command, context: own, names: change })
          abandoned = E.isLeft(executed) && executed.left.kind === 'Conflict' && (await isAbandoned(stream))
          return executed
        }),
    )
    return abandoned ? undefined : made
  }

  const create: Create = async (...given) =>
    (await retried(CONTENDED_STREAM, pause, () => once(...given))) ?? E.left(conflict())
  return create
}
