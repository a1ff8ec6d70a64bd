import * as E from 'fp-ts/lib/Either.js'
import type { NewEvent, Revision, StreamName } from '../kernel/envelope.js'
import { streamName, systemActor } from '../kernel/envelope.js'
import type { Rejection } from '../kernel/rejection.js'
import { unavailable } from '../kernel/rejection.js'
import type { EventStore } from '../ports/event-store.js'
import type { Clock, Ids } from '../ports/world.js'
import { eventIdOf } from './command-context.js'

/** Gives out 1, 2, 3, … for each counter, never the same twice, on any store and from any number of processes. */
export interface Numbers {
  /** A crash between taking and using a number wastes it. Rejections: `Unavailable`. */
  readonly next: (counter: string) => Promise<E.Either<Rejection, number>>
}

type Waiter = (number: E.Either<Rejection, number>) => void

const ATTEMPTS = 64
const MOST_AT_ONCE = 256

/** A counter is a stream whose next revision gives the number: revision + 1. Those who wait together are served by one append. */
export const makeNumbers = (
  store: EventStore,
  clock: Clock,
  ids: Ids,
  pause: (milliseconds: number) => Promise<void>,
): Numbers => {
  const heads = new Map<StreamName, Revision | undefined>()
  const waiting = new Map<StreamName, Array<Waiter>>()

  const events = (count: number): ReadonlyArray<NewEvent> => {
    const id = ids.commandId()
    const metadata = { at: clock.now(), actor: systemActor('numbers'), correlationId: id }
    return Array.from({ length: count }, (_, index) => ({
      id: eventIdOf(id, index),
      type: 'NumberTaken',
      version: 1,
      data: {},
      metadata,
    }))
  }

  const headOf = async (stream: StreamName): Promise<E.Either<Rejection, Revision | undefined>> => {
    if (heads.has(stream)) return E.right(heads.get(stream))
    const read = await store.readStream(stream, { direction: 'backwards', limit: 1 })
    if (read.kind === 'Unavailable') return E.left(unavailable(read.reason))
    return E.right(read.kind === 'Read' ? read.head : undefined)
  }

  const take = async (stream: StreamName, count: number): Promise<E.Either<Rejection, number>> => {
    let batch = events(count)
    const known = await headOf(stream)
    if (E.isLeft(known)) return known
    let head = known.right
    for (let attempts = 0; attempts < ATTEMPTS; attempts++) {
      const outcome = await store.append(stream, batch, head ?? 'noStream')
      switch (outcome.kind) {
        case 'Appended':
        case 'AlreadyAppended':
          heads.set(stream, outcome.revision)
          return E.right(outcome.revision - count + 2)
        case 'Conflict':
          head = outcome.head
          // New ids: should the refused ones have been written by a try of unknown outcome, their numbers are wasted, not shared.
          batch = events(count)
          break
        case 'OutcomeUnknown':
          await pause(10 * 2 ** Math.min(attempts, 6))
          break
        case 'TooLarge':
        case 'Unavailable':
          heads.delete(stream)
          return E.left(unavailable(outcome.kind === 'TooLarge' ? 'too many numbers at once' : outcome.reason))
      }
    }
    heads.delete(stream)
    return E.left(unavailable('the counter stays contended'))
  }

  const serve = async (stream: StreamName): Promise<void> => {
    for (;;) {
      const queue = waiting.get(stream) ?? []
      const served = queue.splice(0, MOST_AT_ONCE)
      if (served.length === 0) {
        waiting.delete(stream)
        return
      }
      const first = await take(stream, served.length)
      served.forEach((waiter, index) => {
        waiter(E.isLeft(first) ? first : E.right(first.right + index))
      })
    }
  }

  return {
    next: (counter) =>
      new Promise((resolve) => {
        const stream = streamName('counter', counter)
        const queue = waiting.get(stream)
        if (queue !== undefined) {
          queue.push(resolve)
          return
        }
        waiting.set(stream, [resolve])
        // Others of the same turn of the loop join before the first append goes out.
        void Promise.resolve().then(() => serve(stream))
      }),
  }
}
