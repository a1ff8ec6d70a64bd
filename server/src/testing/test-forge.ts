import type { Forge, Tier } from '@forgefold/core/app'
import type { Instant } from '@forgefold/core/kernel'
import type { Actor } from './actor.js'
import type { EventLog, EventMark } from './event-log.js'
import type { ArrangedFault } from './fault.js'
import type { FaultControl } from './faults.js'
import type { RequestLog } from './request-log.js'
import type { Seed } from './seed/read-seed.js'
import type { StoredForge } from './stored-forge.js'
import type { UnimplementedMode } from './unimplemented-mode.js'

/** The options of `startForge`. */
export interface StartOptions {
  /** The initial state: a YAML or JSON file (its path, or its URL), a document, or the result of `seed()`. */
  readonly seed?: Seed
  /** The time of its clock, which stands still until it is moved; default `2024-03-01T09:00:00Z`. */
  readonly clock?: string | Date
  /** A port of the loopback interface, 0 for any free one (the default); false: no socket, only `fetch`. */
  readonly port?: number | false
  /** An API release from 14.0 to 16.0; default 15.3. */
  readonly release?: string
  readonly tier?: Tier
  /** Settings of the instance, as `PUT /application/settings` takes them. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** The same text and the same script give the same ids, tokens and shas; there is one default text for all. */
  readonly randomness?: string
  /** Serves `/-/testing/*` to every client that reaches the port, for tests in other languages. */
  readonly control?: boolean
  /** Faults from the start, and again after each `reset`. */
  readonly faults?: ReadonlyArray<ArrangedFault>
  /** Default: `throw`. Over a socket no error can be thrown at the caller; the process emits a warning instead. */
  readonly unimplemented?: UnimplementedMode
}

/** The complete state of a forge at one moment. */
export interface Snapshot {
  readonly world: StoredForge
  readonly tokens: Readonly<Record<string, string>>
}

/** The clock of the forge, which stands still until it is moved. */
export interface TestClock {
  readonly now: () => Instant
  /** Moves it forward by this many milliseconds, and lets the forge do what is then due. */
  readonly advance: (milliseconds: number) => Promise<void>
  readonly moveTo: (moment: string | Date) => Promise<void>
}

/** Optional attributes of a new user. */
export interface NewUser {
  readonly name?: string
  readonly email?: string
  readonly admin?: boolean
  readonly password?: string
}

/**
 * A forge for tests.
 *
 * Once it is closed, what it was and what it was asked can still be read (`url`, `tokens`, `requests`, `as`, the time); everything else is
 * refused: whatever gives a promise rejects with `the forge is closed`, and whatever answers at once throws it.
 */
export interface TestForge extends AsyncDisposable {
  /** Its URL, the base of every link in its answers. */
  readonly url: string
  /** A token with the scope `api` for each user, by user name; `root` is the administrator. */
  readonly tokens: Readonly<Record<string, string>>
  /** Sends a request without a socket; paths are relative to its URL. Throws if an endpoint is not built, unless configured otherwise. */
  readonly fetch: typeof fetch
  /** A user of the forge. Throws if there is none of this name. */
  readonly as: (username: string) => Actor
  /** Creates a user with a token. */
  readonly addUser: (username: string, more?: NewUser) => Promise<Actor>
  readonly clock: TestClock
  readonly events: EventLog
  /** Resolves when the consequences of all requests are done: pipelines of a push, to-dos, system notes. Webhooks are not waited for. */
  readonly settled: () => Promise<void>
  readonly requests: RequestLog
  readonly faults: FaultControl & {
    /** Matching reads see the present state of the forge until `clear`. */
    readonly stale: (pattern: string) => Promise<void>
  }
  /**
   * Waits until the forge has settled, and throws unless exactly this number of events of the type happened since the mark; default: one, from
   * the beginning.
   */
  readonly expectEvents: (type: string, times?: number, since?: EventMark) => Promise<void>
  readonly snapshot: () => Snapshot
  readonly restore: (snapshot: Snapshot) => Promise<void>
  /** Restores the state at the return of `startForge`; faults and the log of requests are cleared. */
  readonly reset: () => Promise<void>
  /** Another forge with the same state that develops independently; unchanged data is shared. Without a port it listens on a free one if this one listens. */
  readonly fork: (options?: Pick<StartOptions, 'port'>) => Promise<TestForge>
  /** The use cases of the forge. */
  readonly forge: Forge
  readonly close: () => Promise<void>
}
