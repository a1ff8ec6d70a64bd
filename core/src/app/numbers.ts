import * as E from 'fp-ts/lib/Either.js'
import type { NewEvent, Revision, StreamName } from '../kernel/envelope.js'
import { streamName, systemActor } from '../kernel/envelope.js'
import type { Rejection } from '../kernel/rejection.js'
import { unavailable } from '../kernel/rejection.js'
import type { EventStore } from '../ports/event-store.js'
import type { Clock, Ids } from '../ports/world.js'
import { eventIdOf } from './command-context.js'
import { RecencyCache } from './recency-cache.js'
import { appendUntilKnown, CONTENDED_COUNTER, retried } from './retry.js'

/** Gives out 1, 2, 3, … for each counter, never the same twice, on any store and from any number of processes. */
export interface Numbers {
  /** A crash between taking and using a number wastes it. Rejections: `Unavailable`. */
  readonly next: (counter: string) => Promise<E.Either<Rejection, number>>
}

interface Waiter {
  readonly resolve: (number: E.Either<Rejection, number>) => void
  readonly reject: (defect: unknown) => void
}

const MOST_AT_ONCE = 256
const REMEMBERED_HEADS = 10_000

/** A counter is a stream whose next revision gives the number: revision + 1. Those who wait together are served by one append. */
export const makeNumbers = (
  store: EventStore,
  clock: Clock,
  ids: Ids,
  pause: (milliseconds: number) => Promise<void>,
): Numbers => {
  const heads = new RecencyCache<StreamName, Revision>(REMEMBERED_HEADS)
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

  const take = async (stream: StreamName, count: number): Promise<E.Either<Rejection, number>> => {
    // A counter of which nothing is known is taken for new: where it is not, the refusal tells its head.
    let head = heads.get(stream)
    const taken = await retried(
      CONTENDED_COUNTER,
      pause,
      async (): Promise<E.Either<Rejection, number> | undefined> => {
        // New ids each time: what an earlier try may still write is wasted, not shared.
        const outcome = await appendUntilKnown(store, pause, stream, events(count), head ?? 'noStream')
        switch (outcome.kind) {
          case 'Appended':
          case 'AlreadyAppended':
            heads.set(stream, outcome.revision)
            return E.right(outcome.revision - count + 2)
          case 'Conflict':
            head = outcome.head
            return undefined
          case 'TooLarge':
            return E.left(unavailable('too many numbers at once'))
          case 'OutcomeUnknown':
          case 'Unavailable':
            heads.delete(stream)
            return E.left(unavailable(outcome.reason))
        }
      },
    )
    if (taken !== undefined) return taken
    heads.delete(stream)
    return E.left(unavailable('the counter stays contended'))
  }

  const serveTogether = async (stream: StreamName, served: ReadonlyArray<Waiter>): Promise<void> => {
    try {
      const first = await take(stream, served.length)
      for (const [index, { resolve }] of served.entries())
        resolve(E.isLeft(first) ? first : E.right(first.right + index))
    } catch (defect) {
      for (const { reject } of served) reject(defect)
    }
  }

  const serve = async (stream: StreamName, queue: Array<Waiter>): Promise<void> => {
    // Others of the same turn of the loop join before the first append goes out.
    await Promise.resolve()
    while (queue.length > 0) await serveTogether(stream, queue.splice(0, MOST_AT_ONCE))
    waiting.delete(stream)
  }

  return {
    next: (counter) =>
      new Promise((resolve, reject) => {
        const stream = streamName('counter', counter)
        const queue = waiting.get(stream)
        if (queue !== undefined) {
          queue.push({ resolve, reject })
          return
        }
        const started = [{ resolve, reject }]
        waiting.set(stream, started)
        void serve(stream, started)
      }),
  }
}
