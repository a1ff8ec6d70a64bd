import { randomBytes } from 'node:crypto'
import type { PersonalData } from '@forgefold/core/ports'
import { openWith, sealWith } from './sealing.js'

/** Stores the keys of persons. */
export interface SubjectKeys {
  /** `erased` once the key was destroyed, undefined if there never was one. */
  readonly find: (subject: string) => Buffer | 'erased' | undefined
  /** Stores a key durably before it returns; if one exists already, that one is returned. */
  readonly keep: (subject: string, key: Buffer) => Buffer | 'erased'
  readonly erase: (subject: string) => void
}

const KEY_BYTES = 32
const FORMAT = '1.'

/**
 * Seals personal fields under keys kept elsewhere. What is sealed for an erased person can never be opened.
 *
 * @example
 * const keys = new Map()
 * const keep = (subject, key) => keys.set(subject, key).get(subject)
 * const people = makePersonalData({ find: (subject) => keys.get(subject), keep, erase: (subject) => keys.set(subject, 'erased') })
 * assert.equal(people.open('user-1', people.seal('user-1', 'Jane')), 'Jane')
 */
export const makePersonalData = (keys: SubjectKeys): PersonalData => ({
  seal: (subject, clear) => {
    const kept = keys.find(subject) ?? keys.keep(subject, randomBytes(KEY_BYTES))
    return FORMAT + sealWith(kept === 'erased' ? randomBytes(KEY_BYTES) : kept, clear, subject)
  },
  open: (subject, sealed) => {
    const key = keys.find(subject)
    if (key === undefined || key === 'erased' || !sealed.startsWith(FORMAT)) return undefined
    return openWith(key, sealed.slice(FORMAT.length), subject)?.toString('utf8')
  },
  erase: keys.erase,
})
