import type { Unavailable } from '@forgefold/core/kernel'
import { TRANSIENT_REASONS, transientReasonIn } from './transient-failures.js'

const UNAVAILABLE = 'the store is away'
/** The reason of requests that are cut off at shutdown. */
export const CLOSING = 'the server is shutting down'

const NOT_SHOWN = 'the write is stored but not visible yet'
const IN_DOUBT = 'the write may be stored or not; look before it is repeated'

/** The reasons that are sentences for clients. */
const SENTENCES: ReadonlySet<string> = new Set([
  UNAVAILABLE,
  CLOSING,
  NOT_SHOWN,
  'the pipeline is stored but not visible yet',
  'the bytes of a Terraform state are missing, or sealed with another key',
  'the counter stays contended',
  'the stream of the reactor is contended',
  'the holder of the name could not be read',
  'the name was taken, and it is not known whether it changed hands since',
  'the new list of versions was not kept',
  'the evidence was not stored',
  'the target branch moves too fast',
  'other writes keep the repository busy',
  'too many numbers at once',
  'too many moments of the past are looked at',
  'the token was not issued',
  'the history cannot be signed just now',
  'there is no history yet',
  'the time of the request was over before it was let in',
  'it is not known whether the user exists',
  'the server has too much to do at the moment',
  ...TRANSIENT_REASONS,
])

const ROW_NOT_SHOWN = /^the read model does not show the (new )?[a-z-]+( [a-z-]+)?$/

/**
 * The sentence for a client about why something is unavailable. A reason may come from a store and name addresses and libraries: other
 * sentences go to the log only.
 */
export const unavailability = ({ reason, position, inDoubt }: Unavailable): string => {
  if (inDoubt === true) return IN_DOUBT
  if (SENTENCES.has(reason) || ROW_NOT_SHOWN.test(reason)) return reason
  return transientReasonIn(reason) ?? (position === undefined ? UNAVAILABLE : NOT_SHOWN)
}
