import type { MovableClock } from '@forgefold/adapters/clock'
import type { ProtectedPaths } from '@forgefold/core/domains/instance/limits'
import type { Position } from '@forgefold/core/kernel'
import type { OnWitness, Witnesses } from '../audit/index.js'
import type { AsOf, ServedRequest, Sunsets, TrustedProxies } from '../http/index.js'
import type { CompositionOptions } from './composition-options.js'

export interface ForgefoldOptions extends CompositionOptions {
  /** How many requests one address may send to endpoints that check passwords; unlimited where missing. */
  readonly protectedPaths?: ProtectedPaths
  /** Proxies whose `X-Forwarded-*` headers are trusted; none where missing. */
  readonly trustedProxies?: TrustedProxies
  /** The external URL is a guess: links follow the host requested from a trusted proxy, and loopback names. */
  readonly guessedExternalUrl?: boolean
  /** Given where administrators may move the clock in tests; must be the `clock` too. */
  readonly movableClock?: MovableClock
  /** The term of the lease under which one server runs the background jobs, in milliseconds; default 30,000. */
  readonly leaseTerm?: number
  /** Where several servers share a history: after how many milliseconds another server's revocation of a token is seen at the latest; default 1,000. */
  readonly revocationLag?: number
  /** How long one request may wait for the event store altogether, in milliseconds; default 15,000. */
  readonly eventStoreDeadline?: number
  /** The most requests in progress; further ones are answered 503. Default: 1000; 0: unlimited. */
  readonly maxRequests?: number
  /** Serves the instance read-only as of this point, to callers who may read the past. */
  readonly asOf?: AsOf
  /** The witnesses of checkpoints, and how often checkpoints are signed periodically. */
  readonly witnesses?: Witnesses
  /** Called when a witness begins or ceases to fail; must not throw. */
  readonly onWitness?: OnWitness
  /** The planned dates of moves to newer API releases, for `Sunset` headers. */
  readonly sunsets?: Sunsets
  /** Called with the position of the read model and that of the last event, while it catches up with the history at the start; must not throw. */
  readonly onCatchingUp?: (position: Position, last: Position) => void
  readonly onServed?: (served: ServedRequest) => void
  /** Called with each defect; must not throw. */
  readonly onDefect?: (error: unknown, where: string) => void
  /** Called with the reason why a request could not be served, which may name internals; must not throw. */
  readonly onUnavailable?: (cause: string, requestId: string) => void
  /** Called with each git conversation that broke off; must not throw. */
  readonly onResponseBodyError?: (error: unknown, requestId: string) => void
}
