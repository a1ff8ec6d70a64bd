import type { Position } from '@forgefold/core/kernel'
import { streamName } from '@forgefold/core/kernel'
import type { EventStore, Subscriber, Subscription } from '@forgefold/core/ports'
import { type Random, randomFrom } from '../random.js'
import { makeWorld, type StorePlace, type StoreTrait } from './world.js'

/** A store as a law meets it, with what has to be ended afterwards. */
export interface Arranged {
  readonly store: EventStore
  readonly finish: () => Promise<void>
}

/** The circumstances under which a law has to hold. */
export interface Condition {
  readonly name: string
  readonly needs?: ReadonlyArray<StoreTrait>
  readonly arrange: (place: StorePlace, random: Random) => Promise<Arranged>
}

const alone: Condition = {
  name: 'alone',
  arrange: async (place) => {
    const store = await place.connect()
    return { store, finish: () => store.close() }
  },
}

const concurrentWriters: Condition = {
  name: 'beside concurrent writers',
  arrange: async (place, random) => {
    const store = await place.connect()
    const noise = makeWorld(store, randomFrom(random.below(2 ** 31)), 'noise')
    let over = false
    // Slower with each round: who reads page by page what they write would never come to its end.
    const write = async (writer: number): Promise<void> => {
      const stream = streamName(noise.category, writer)
      for (let round = 0; !over; round++) {
        await store.append(stream, noise.events(1 + noise.random.below(3), 'Noise'), 'any')
        await new Promise((resolve) => setTimeout(resolve, noise.random.below(4) + round / 8))
      }
    }
    const writers = [write(1), write(2), write(3)]
    return {
      store,
      finish: async () => {
        over = true
        await Promise.all(writers)
        await store.close()
      },
    }
  },
}

const slowConsumer: Condition = {
  name: 'with a slow consumer',
  arrange: async (place, random) => {
    const store = await place.connect()
    const slowed = (subscriber: Subscriber): Subscriber => ({
      ...subscriber,
      onEvents: async (events, upTo) => {
        await new Promise((resolve) => setTimeout(resolve, random.below(5)))
        await subscriber.onEvents(events, upTo)
      },
    })
    return {
      store: { ...store, subscribe: (subscriber) => store.subscribe(slowed(subscriber)) },
      finish: () => store.close(),
    }
  },
}

const twoStores: Condition = {
  name: 'through two stores',
  needs: ['shared'],
  arrange: async (place) => {
    const stores = [await place.connect(), await place.connect()] as const
    let turn = 0
    const next = (): EventStore => stores[turn++ & 1] ?? stores[0]
    return {
      store: {
        append: (...input) => next().append(...input),
        readStream: (...input) => next().readStream(...input),
        readAll: (...input) => next().readAll(...input),
        subscribe: (subscriber) => next().subscribe(subscriber),
        close: async () => {
          await Promise.all(stores.map((store) => store.close()))
        },
      },
      finish: async () => {
        await Promise.all(stores.map((store) => store.close()))
      },
    }
  },
}

/** A subscription that outlives its store: it resumes from where it had come to. */
class Resuming {
  readonly #subscriber: Subscriber
  over = false
  #upTo: Position | undefined
  #inner: Subscription | undefined

  constructor(subscriber: Subscriber) {
    this.#subscriber = subscriber
    this.#upTo = subscriber.after
  }

  on(store: EventStore): void {
    this.#inner = store.subscribe({
      ...this.#subscriber,
      ...(this.#upTo === undefined ? {} : { after: this.#upTo }),
      onEvents: async (events, upTo) => {
        await this.#subscriber.onEvents(events, upTo)
        this.#upTo = upTo
      },
      onDropped: (error) => {
        this.over = true
        this.#subscriber.onDropped?.(error)
      },
    })
  }

  async stop(): Promise<void> {
    this.over = true
    await this.#inner?.stop()
  }
}

const reconnecting: Condition = {
  name: 'reconnecting',
  needs: ['durable'],
  arrange: async (place, random) => {
    const subscriptions = new Set<Resuming>()
    const underWay = new Set<Promise<unknown>>()
    let current = place.connect()
    const reconnect = async (old: EventStore): Promise<EventStore> => {
      await Promise.allSettled(underWay)
      await old.close()
      const store = await place.connect()
      for (const subscription of subscriptions) if (!subscription.over) subscription.on(store)
      return store
    }
    const use = async <A>(work: (store: EventStore) => Promise<A>): Promise<A> => {
      if (random.chance(0.1)) current = current.then(reconnect)
      const running = work(await current)
      underWay.add(running)
      await running.finally(() => underWay.delete(running))
      return running
    }
    const close = async (): Promise<void> => (await current).close()
    const store: EventStore = {
      append: (...input) => use((inner) => inner.append(...input)),
      readStream: (...input) => use((inner) => inner.readStream(...input)),
      readAll: (...input) => use((inner) => inner.readAll(...input)),
      subscribe: (subscriber) => {
        const resuming = new Resuming(subscriber)
        void current.then((inner) => {
          resuming.on(inner)
          subscriptions.add(resuming)
        })
        return {
          stop: async () => {
            await current
            subscriptions.delete(resuming)
            await resuming.stop()
          },
        }
      },
      close,
    }
    return { store, finish: close }
  },
}

/** Every law is run under each of them. */
export const conditions: ReadonlyArray<Condition> = [alone, concurrentWriters, slowConsumer, twoStores, reconnecting]
