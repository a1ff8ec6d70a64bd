import { FIRST_COUNTED_NUMBER, NUMBERS_PER_BLOCK } from '@forgefold/core/domains/conversation/activity'
import type { StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'

interface Count {
  /** The event that took numbers last, the first of these, and the next free number. */
  readonly event: string
  readonly base: number
  readonly free: number
}

/**
 * Sequential numbers of activity: each event takes the next few.
 *
 * They depend on the order of events alone, so they are the same on every server and after every rebuild.
 */
export interface CountedNumbers {
  /** From this event on, activity is counted. */
  readonly begin: () => void
  /** The number of an entry of this event's activity; undefined where nothing is counted yet. */
  readonly take: (event: StoredEvent, index: number) => number | undefined
}

const afterwards = (number: number): number => (Math.floor(number / NUMBERS_PER_BLOCK) + 1) * NUMBERS_PER_BLOCK

export const makeCountedNumbers = (db: Database): CountedNumbers => {
  const insert = db.prepare("INSERT OR IGNORE INTO counted_activity (one, event, base, free) VALUES (1, '', ?, ?)")
  const read = db.prepare<[], Count>('SELECT event, base, free FROM counted_activity')
  // Where SQLite does not see that one row is concerned it copies the page first, which takes 15 µs.
  const update = db.prepare('UPDATE counted_activity SET event = ?, base = ?, free = ? WHERE one = 1')
  return {
    begin: () => {
      insert.run(FIRST_COUNTED_NUMBER, FIRST_COUNTED_NUMBER)
    },
    take: ({ id }, index) => {
      const count = read.get()
      if (count === undefined) return undefined
      const base = count.event === id ? count.base : count.free
      const number = base + index
      if (count.event !== id || number >= count.free) update.run(id, base, afterwards(number))
      return number
    },
  }
}
