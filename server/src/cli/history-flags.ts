import type { ForgefoldOptions } from '../composition/forgefold-options.js'
import { readAsOf } from '../http/index.js'
import { type Flag, type Flags, UsageError } from './flags.js'
import { countOf } from './instance-flags.js'

/** Flags for reads as of the past. */
export const HISTORY_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'as-of',
    value: 'MOMENT',
    fallback: undefined,
    summary: 'serve the instance as of a past moment, read-only: a point in time or a position',
  },
  {
    name: 'past-copies',
    value: 'COUNT',
    fallback: '12',
    summary: 'copies of the read model kept for reads as of the past',
  },
  { name: 'past-copy-every', value: 'EVENTS', fallback: '50000', summary: 'events between two of them' },
  { name: 'past-moments', value: 'COUNT', fallback: '4', summary: 'past moments that may be open at a time' },
]

/** What the flags say of the past. Throws `UsageError`. */
export const historyOptionsOf = (flags: Flags): Pick<ForgefoldOptions, 'past' | 'asOf'> => {
  const past = {
    copies: countOf(flags, 'past-copies'),
    copyEvery: countOf(flags, 'past-copy-every', 1),
    moments: countOf(flags, 'past-moments', 1),
  }
  const text = flags.text('as-of')
  if (text === undefined) return { past }
  const asOf = readAsOf(text)
  if (asOf === undefined) throw new UsageError(`--as-of takes an ISO 8601 instant or a position; got ${text}`)
  return { past, asOf }
}
