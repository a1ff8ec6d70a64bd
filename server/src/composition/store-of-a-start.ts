import type { EventStore } from '@forgefold/core/ports'

/** A promise that rejects with the reason of the signal. */
export const rejected = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** The work, or a rejection as soon as the signal comes. Leaves nothing at the signal, which may outlive many calls. */
const within = <A>(signal: AbortSignal, work: () => Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const give = (): void => reject(signal.reason)
    signal.addEventListener('abort', give, { once: true })
    work()
      .finally(() => signal.removeEventListener('abort', give))
      .then(resolve, reject)
  })

/** The same store, whose calls reject and whose subscriptions are dropped when the start that needs it is given up: nothing waits for it any longer. */
export const storeOfStart = (store: EventStore, givenUp: AbortSignal): EventStore => ({
  append: (...given) => within(givenUp, () => store.append(...given)),
  readStream: (...given) => within(givenUp, () => store.readStream(...given)),
  readAll: (...given) => within(givenUp, () => store.readAll(...given)),
  subscribe: (subscriber) => {
    const subscription = store.subscribe(subscriber)
    const drop = (): void => subscriber.onDropped?.(givenUp.reason)
    if (givenUp.aborted) queueMicrotask(drop)
    else givenUp.addEventListener('abort', drop, { once: true })
    return {
      stop: () => {
        givenUp.removeEventListener('abort', drop)
        return subscription.stop()
      },
    }
  },
  close: () => store.close(),
})
