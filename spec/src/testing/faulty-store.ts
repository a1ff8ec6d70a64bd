import type { EventStore } from '@forgefold/core/ports'
import type { Random } from '../laws/random.js'

/** The probability of each fault, from 0 to 1. */
export interface StoreFaults {
  /** The append reaches the store and its answer is lost. */
  readonly lostAnswer?: number
  /** The append is lost, and the caller gets an unknown outcome. */
  readonly lostAppend?: number
  readonly unavailable?: number
  /** An append that was given up for lost reaches the store later. */
  readonly late?: number
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Waits for so many turns of the event loop: orders what happens as milliseconds would, in less time and on a busy machine too. */
export const turnsOfLoop = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left--) await turn()
}

/** An append that comes late comes within fewer turns. */
const LATEST_TURNS = 24

/** Waits until every append that was given up for lost has reached the store. */
export const untilNothingIsLate = (): Promise<void> => turnsOfLoop(4 * LATEST_TURNS)

/** An event store behind a bad network. */
export const withFaults = (store: EventStore, random: Random, trouble: StoreFaults): EventStore => ({
  ...store,
  append: async (...input) => {
    if (random.chance(trouble.unavailable ?? 0)) return { kind: 'Unavailable', reason: 'trouble' }
    if (random.chance(trouble.lostAppend ?? 0)) return { kind: 'OutcomeUnknown', reason: 'trouble' }
    if (random.chance(trouble.late ?? 0)) {
      void turnsOfLoop(random.below(LATEST_TURNS)).then(() => store.append(...input))
      return { kind: 'OutcomeUnknown', reason: 'trouble' }
    }
    const outcome = await store.append(...input)
    return random.chance(trouble.lostAnswer ?? 0) ? { kind: 'OutcomeUnknown', reason: 'trouble' } : outcome
  },
  readStream: async (...input) =>
    random.chance(trouble.unavailable ?? 0) ? { kind: 'Unavailable', reason: 'trouble' } : store.readStream(...input),
})

/** A store at a distance: each question takes some turns of the loop to arrive, fewer than given, and so does its answer. */
export const withLatency = (store: EventStore, random: Random, farthest = 4): EventStore => {
  const travel = (): Promise<void> => turnsOfLoop(random.below(farthest))
  return {
    ...store,
    append: async (...input) => {
      await travel()
      const outcome = await store.append(...input)
      await travel()
      return outcome
    },
    readStream: async (...input) => {
      await travel()
      const read = await store.readStream(...input)
      await travel()
      return read
    },
  }
}

/** A store of a process that dies before its n-th append: from then on it never answers. */
export const withCrash = (
  store: EventStore,
  appends: number,
): { readonly store: EventStore; readonly dead: Promise<'dead'> } => {
  let left = appends
  let die: (dead: 'dead') => void = () => undefined
  const dead = new Promise<'dead'>((resolve) => {
    die = resolve
  })
  const forever = new Promise<never>(() => undefined)
  return {
    dead,
    store: {
      ...store,
      append: (...input) => {
        left--
        if (left >= 0) return store.append(...input)
        die('dead')
        return forever
      },
    },
  }
}
