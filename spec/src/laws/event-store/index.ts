import { type Case, type Law, missingTraits } from '../law.js'
import { randomFrom, seedFor } from '../random.js'
import { conditions } from './conditions.js'
import { expectationLaws } from './expectation-laws.js'
import { feedLaws } from './feed-laws.js'
import { type Lifetime, lifetimeLaws } from './lifetime-laws.js'
import { readingLaws } from './reading-laws.js'
import { makeWorld, type StoreAdapter, type StoreTrait, type StoreWorld } from './world.js'
import { writingLaws } from './writing-laws.js'

export { lastingPlace } from './lasting-place.js'
export type { StoreAdapter, StorePlace, StoreTrait } from './world.js'

const laws: ReadonlyArray<Law<StoreWorld, StoreTrait>> = [
  ...writingLaws,
  ...expectationLaws,
  ...readingLaws,
  ...feedLaws,
]

const usual = (adapter: StoreAdapter, seeds: ReadonlyArray<number>): ReadonlyArray<Case> =>
  conditions.flatMap((condition) =>
    laws.flatMap((law) =>
      seeds.map(
        (seed): Case => ({
          name: `${law.name} · ${condition.name} · seed ${seed}`,
          skip: missingTraits(adapter.traits, [...(condition.needs ?? []), ...(law.needs ?? [])]),
          run: async () => {
            const place = await adapter.place()
            const random = randomFrom(seedFor(seed, `${law.name}${condition.name}`))
            const { store, finish } = await condition.arrange(place, random)
            try {
              await law.holds(makeWorld(store, random, ''))
            } finally {
              await finish()
              await place.remove()
            }
          },
        }),
      ),
    ),
  )

const lifetime = (adapter: StoreAdapter, seeds: ReadonlyArray<number>): ReadonlyArray<Case> =>
  lifetimeLaws.flatMap((law: Law<Lifetime, StoreTrait>) =>
    seeds.map(
      (seed): Case => ({
        name: `${law.name} · seed ${seed}`,
        skip: missingTraits(adapter.traits, law.needs),
        run: async () => {
          const place = await adapter.place()
          try {
            await law.holds({ place, random: randomFrom(seedFor(seed, law.name)) })
          } finally {
            await place.remove()
          }
        },
      }),
    ),
  )

/**
 * Every law of the event store under every condition and seed, ready to be run against an adapter.
 *
 * @example
 * import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
 * const traits = { durable: true, shared: true, densePositions: true, permanentDeduplication: true, synchronousDelivery: true }
 * const place = async () => {
 *   const history = new MemoryHistory()
 *   return { connect: async () => makeMemoryEventStore(history), remove: async () => undefined }
 * }
 * const [first] = eventStoreCases({ name: 'memory', traits, place }, [1])
 * await first?.run()
 * assert.equal(first?.skip, undefined)
 */
export const eventStoreCases = (adapter: StoreAdapter, seeds: ReadonlyArray<number> = [1, 2]): ReadonlyArray<Case> => [
  ...lifetime(adapter, seeds),
  ...usual(adapter, seeds),
]
