import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '@forgefold/core/ports'
import { turnsOfLoop } from '../testing/index.js'

/** What is asked side by side is under way at the same time if the machine does not stand still: after some milliseconds and some turns of the loop. */
const EACH_TURNS = 8

interface Count {
  readonly heldFor: number
  readonly calls: Array<Call>
}

interface Call {
  readonly round: number
  done: boolean
}

/** Counts what one piece of work asks a store, one answer after the other. */
export interface CountedRounds {
  /**
   * Gives what the work gives, and how many answers it waited for in a row; what goes on behind its own answer does not count. Each answer is
   * held back for so many milliseconds, and what is asked meanwhile counts as asked side by side with it.
   */
  readonly of: <A>(work: () => Promise<A>, heldFor: number) => Promise<{ readonly result: A; readonly rounds: number }>
}

/** Looks over the shoulder of a store from now on; what follows from events elsewhere is not counted. */
export const countRounds = (store: EventStore): CountedRounds => {
  const counted = new AsyncLocalStorage<Count>()
  const watched = <Given extends ReadonlyArray<unknown>, A>(ask: (...given: Given) => Promise<A>) => {
    return async (...given: Given): Promise<A> => {
      const count = counted.getStore()
      if (count === undefined) return ask(...given)
      const { calls, heldFor } = count
      const call = {
        round: 1 + Math.max(0, ...calls.filter(({ done }) => done).map(({ round }) => round)),
        done: false,
      }
      calls.push(call)
      const answer = await ask(...given)
      await pause(heldFor)
      await turnsOfLoop(EACH_TURNS)
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
    of: async (work, heldFor) => {
      const calls: Array<Call> = []
      const result = await counted.run({ heldFor, calls }, work)
      return { result, rounds: Math.max(0, ...calls.filter(({ done }) => done).map(({ round }) => round)) }
    },
  }
}
