import type { PersonalData } from '@forgefold/core/ports'
import { makePersonalData } from '../crypto/subject-keys.js'
import type { Forkable } from './forkable.js'

/**
 * Personal data sealed with keys that are kept in memory.
 *
 * @example
 * const people = makeMemoryPersonalData()
 * const sealed = people.seal('user-1', 'Jane')
 * people.erase('user-1')
 * assert.equal(people.open('user-1', sealed), undefined)
 */
export const makeMemoryPersonalData = (keys: Map<string, Buffer | 'erased'> = new Map()): Forkable<PersonalData> => ({
  ...makePersonalData({
    find: (subject) => keys.get(subject),
    keep: (subject, key) => {
      keys.set(subject, key)
      return key
    },
    erase: (subject) => {
      keys.set(subject, 'erased')
    },
  }),
  fork: () => makeMemoryPersonalData(new Map(keys)),
})
