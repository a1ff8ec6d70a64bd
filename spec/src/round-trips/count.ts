import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '@forgefold/core/ports'

/** Long enough for what is asked side by side to be under way at the same time. */
const EACH_MS = 20

interface Call {
  readonly round: number
  done: boolean
}

/** Counts what one piece of work asks a store, one answer after the other. */
export interface CountedRounds {
  /** Gives what the work gives, and how many answers it waited for in a row; what goes on behind its own answer does not count. */
  readonly of: <A>(work: () => Promise<A>) => Promise<{ readonly result: A; readonly rounds: number }>
}

/** Looks over the shoulder of a store from now on; what follows from events elsewhere is not counted. */
export const countRounds = (store: EventStore): CountedRounds => {
  const counted = new AsyncLocalStorage<Array<Call>>()
  const watched = <Given extends ReadonlyArray<unknown>, A>(ask: (...given: Given) => Promise<A>) => {
    return async (...given: Given): Promise<A> => {
      const calls = counted.getStore()
      if (calls === undefined) return ask(...given)
      const call = {
        round: 1 + Math.max(0, ...calls.filter(({ done }) => done).map(({ round }) => round)),
        done: false,
      }
      calls.push(call)
      const answer = await ask(...given)
      await pause(EACH_MS)
      call.done = true
      return answer
    }
  }
  Object.assign(store, {
    append: watched(store.append),
    readStream: watched(store.readStream),
    readAll: watched(store.readAll),
  })
  return {
    of: async (work) => {
      const calls: Array<Call> = []
      const result = await counted.run(calls, work)
      return { result, rounds: Math.max(0, ...calls.filter(({ done }) => done).map(({ round }) => round)) }
    },
  }
}
