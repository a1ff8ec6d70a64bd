import type { PersonalData } from '@forgefold/core/ports'
import { makePersonalData } from '../crypto/subject-keys.js'

/** Personal data sealed with keys that are kept in memory. */
export const makeMemoryPersonalData = (): PersonalData => {
  const keys = new Map<string, Buffer | 'erased'>()
  return makePersonalData({
    find: (subject) => keys.get(subject),
    keep: (subject, key) => {
      keys.set(subject, key)
      return key
    },
    erase: (subject) => {
      keys.set(subject, 'erased')
    },
  })
}
