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

/** How a forge for tests starts. */
export interface StartOptions {
  /** The state in which it begins: a file of YAML or JSON, a document, or what `seed()` made. */
  readonly seed?: Seed
  /** The moment at which its clock stands until it is moved; default `2024-03-01T09:00:00Z`. */
  readonly clock?: string | Date
  /** A port of the loopback interface, 0 for any free one (the default); false: no socket, `fetch` alone. */
  readonly port?: number | false
  /** An API release from 14.0 to 16.0; default 15.3. */
  readonly release?: string
  readonly tier?: Tier
  /** Settings of the instance, as `PUT /application/settings` takes them. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Ids, tokens and shas are the same for the same text and the same script; default: one text for all. */
  readonly randomness?: string
  /** Serves `/-/testing/*` to whoever reaches the port, for tests in other languages. */
  readonly control?: boolean
  /** What goes wrong from the start, and again after each `reset`. */
  readonly faults?: ReadonlyArray<ArrangedFault>
  /** Default: `throw`. Over a socket nothing can be thrown where it was called; the process is warned there. */
  readonly unimplemented?: UnimplementedMode
}

/** All that a forge remembered at one moment. */
export interface Snapshot {
  readonly world: StoredForge
  readonly tokens: Readonly<Record<string, string>>
}

/** The forge's clock, which stands still until it is moved. */
export interface TestClock {
  readonly now: () => Instant
  /** Moves it on by so many milliseconds, and lets the forge do what is then due. */
  readonly advance: (milliseconds: number) => Promise<void>
  readonly moveTo: (moment: string | Date) => Promise<void>
}

/** What may be said of a user that is made. */
export interface NewUser {
  readonly name?: string
  readonly email?: string
  readonly admin?: boolean
  readonly password?: string
}

/** A forge for tests. */
export interface TestForge extends AsyncDisposable {
  /** Where it is; the base of every link that it answers. */
  readonly url: string
  /** A token with the scope `api` for each user, by user name; `root` is the administrator. */
  readonly tokens: Readonly<Record<string, string>>
  /** Asks it without a socket; paths are taken as below its URL. Throws where an endpoint is not built, unless told otherwise. */
  readonly fetch: typeof fetch
  /** Somebody who is known to the forge. Throws for anybody else. */
  readonly as: (username: string) => Actor
  /** Makes a user with a token. */
  readonly addUser: (username: string, more?: NewUser) => Promise<Actor>
  readonly clock: TestClock
  readonly events: EventLog
  /** Resolves when the forge has done what follows from what was asked: pipelines of a push, to-dos, system notes. Webhooks are not waited for. */
  readonly settled: () => Promise<void>
  readonly requests: RequestLog
  readonly faults: FaultControl & {
    /** Matching reads see the forge as it is now, until `clear`. */
    readonly stale: (pattern: string) => Promise<void>
  }
  /** Waits until the forge has settled, and throws where not exactly so many events of the type happened since the mark; default: one, from the beginning. */
  readonly expectEvents: (type: string, times?: number, since?: EventMark) => Promise<void>
  readonly snapshot: () => Snapshot
  readonly restore: (snapshot: Snapshot) => Promise<void>
  /** Back to how it was when `startForge` returned; faults and the log of requests are cleared. */
  readonly reset: () => Promise<void>
  /** Another forge that remembers the same and goes its own way; it shares what neither changes. Without a port it listens on a free one where this one listens. */
  readonly fork: (options?: Pick<StartOptions, 'port'>) => Promise<TestForge>
  /** The use cases' side of it. */
  readonly forge: Forge
  readonly close: () => Promise<void>
}
