import type { MovableClock } from '@forgefold/adapters/clock'
import type { ProtectedPaths } from '@forgefold/core/domains/instance/limits'
import type { OnWitness, Witnesses } from '../audit/index.js'
import type { AsOf, ServedRequest, Sunsets, TrustedProxies } from '../http/index.js'
import type { CompositionOptions } from './composition-options.js'

export interface ForgefoldOptions extends CompositionOptions {
  /** How many requests one address may send to endpoints that check passwords; no limit where this is missing. */
  readonly protectedPaths?: ProtectedPaths
  /** Proxies whose `X-Forwarded-*` headers are believed; none where it is missing. */
  readonly trustedProxies?: TrustedProxies
  /** Nobody said how clients see the instance, so its external URL is a guess: links follow what a trusted proxy was asked for, and loopback names. */
  readonly guessedExternalUrl?: boolean
  /** Given where administrators may move the clock, for tests; it has to be the `clock` too. */
  readonly movableClock?: MovableClock
  /** The term of the lease under which one server runs the background jobs, in milliseconds; default 30,000. */
  readonly leaseTerm?: number
  /** Where several servers share a history: how long another's revocation of a token may go unseen at the most, in milliseconds; default 1,000. */
  readonly revocationLag?: number
  /** How long one request may wait for the event store, all its waits together, in milliseconds; default 15,000. */
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
  readonly onServed?: (served: ServedRequest) => void
  /** Told of each defect; must not throw. */
  readonly onDefect?: (error: unknown, where: string) => void
  /** Called with the reason why a request could not be served, which may name internals; must not throw. */
  readonly onUnavailable?: (cause: string, requestId: string) => void
  /** Told of each conversation with git that broke off; must not throw. */
  readonly onResponseBodyError?: (error: unknown, requestId: string) => void
}
