import type { MovableClock } from '@forgefold/adapters/clock'
import type { ProtectedPaths } from '@forgefold/core/domains/instance/limits'
import type { OnWitness, Witnesses } from '../audit/index.js'
import type { AsOf, Served, Sunsets, TrustedProxies } from '../http/index.js'
import type { CompositionOptions } from './options.js'

export interface ForgefoldOptions extends CompositionOptions {
  /** How often one address may knock where passwords are tried; as often as it likes where this is missing. */
  readonly protectedPaths?: ProtectedPaths
  /** Whose word about a client's address, host and scheme counts; nobody's where it is missing. */
  readonly trustedProxies?: TrustedProxies
  /** Nobody said how clients see the instance, so its external URL is a guess: links follow what a trusted proxy was asked for, and loopback names. */
  readonly guessedExternalUrl?: boolean
  /** Given where administrators may move the clock, for tests; it has to be the `clock` too. */
  readonly movableClock?: MovableClock
  /** For how long a silent server that holds the duties is respected by the others, in milliseconds; default 30,000. */
  readonly leaseTerm?: number
  /** Where several servers share a history: how long another's revocation of a token may go unseen at the most, in milliseconds; default 1,000. */
  readonly revocationLag?: number
  /** How long one request may wait for the history, in milliseconds and in all; default 15,000. */
  readonly eventStoreDeadline?: number
  /** Requests in work at a time; what comes above them is answered 503. Default: 1000; 0: no bound. */
  readonly maxRequests?: number
  /** The instance is served as it was then, to those who may look back, and changes nothing. */
  readonly asOf?: AsOf
  /** Who cosigns what is signed of the history, and how often it is signed without being asked for. */
  readonly witnesses?: Witnesses
  /** Told when a witness fails that did not, or no longer does; must not throw. */
  readonly onWitness?: OnWitness
  /** When the operator means to move to a newer API release, for `Sunset` headers. */
  readonly sunsets?: Sunsets
  readonly onServed?: (served: Served) => void
  /** Told of each defect; must not throw. */
  readonly onDefect?: (error: unknown, where: string) => void
  /** Told why a request could not be served, in words from inside; must not throw. */
  readonly onUnavailable?: (cause: string, requestId: string) => void
  /** Told of each conversation with git that broke off; must not throw. */
  readonly onBrokenOff?: (error: unknown, requestId: string) => void
}
