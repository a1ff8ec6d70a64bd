import type { InstanceKey } from '@forgefold/adapters/crypto'
import type { Instance } from '@forgefold/core/app'
import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { Clock, Ids } from '@forgefold/core/ports'
import { isRelease, RELEASES } from '@forgefold/core/releases'
import { shown } from '../embedding/known-names.js'
import type { AppendObserver } from '../operations/observed-event-store.js'
import type { Ports } from './ports.js'

/** Where the history is stored: in the data folder, in memory, or in an EventStoreDB. */
export type EventStoreChoice = 'sqlite' | 'memory' | { readonly connectionString: string }

const TIERS: ReadonlyArray<string> = ['free', 'premium', 'ultimate'] satisfies ReadonlyArray<Instance['tier']>

/**
 * Throws a RangeError that lists the known values where a release or tier is unknown or the external URL is no URL.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { DEFAULT_RELEASE as release } from '@forgefold/core/releases'
 * import { checkInstance } from '@forgefold/server'
 *
 * assert.throws(() => checkInstance({ tier: 'gold', release, externalUrl: 'http://forge.example' }), /free, premium/)
 */
export const checkInstance = ({ tier, release, externalUrl }: Instance): void => {
  if (!isRelease(release))
    throw new RangeError(`there is no API release ${shown(release)}; there are ${RELEASES.join(', ')}`)
  if (!TIERS.includes(tier)) throw new RangeError(`there is no tier ${shown(tier)}; there are ${TIERS.join(', ')}`)
  if (!URL.canParse(externalUrl)) throw new RangeError(`the external URL is none: ${shown(externalUrl)}`)
}

/** Limits of reads as of a point in the past. */
export interface HistoricalReadLimits {
  /** The number of copies of the read model, spread over the history; 0: none. */
  readonly copies?: number
  /** Events between two copies. */
  readonly copyEvery?: number
  /** The most moments open at the same time. */
  readonly moments?: number
}

/** Options of the composition. */
export interface CompositionOptions {
  readonly instance: Instance
  /** The folder of all data; undefined: memory only. */
  readonly data?: string | undefined
  /**
   * The folder of a single server's data (read model, snapshots); undefined: the data folder. Required, and different, where several servers
   * share the data folder and the history: then one of them at a time runs the background jobs.
   */
  readonly local?: string | undefined
  /** Default: SQLite in the data folder. */
  readonly eventStore?: EventStoreChoice
  /** Aborted where a start no longer waits for an event store that it opened: the start rejects with its reason. From then on background work stores nothing. */
  readonly givenUp?: AbortSignal
  /** Called for every append to the history. */
  readonly onAppended?: AppendObserver
  readonly clock?: Clock
  /** Provided ports, any subset; the others are chosen by the options. */
  readonly ports?: Partial<Ports>
  /**
   * Generates the ids of requests and their commands, while the port `ids` generates all others; given where requests must get the same ids
   * each time. Default: the port.
   */
  readonly requestIds?: Ids
  /** The key of the instance; default: stored in the data folder, or generated for this process. */
  readonly key?: InstanceKey
  /** Limits of copies of the read model for reads as of the past; omitted ones have defaults. */
  readonly past?: HistoricalReadLimits
  /** The mail server as `smtp://user:password@host:port`, and the sender; default: files in the folder `outbox` of the data folder. */
  readonly mail?: { readonly smtp?: string | undefined; readonly from?: string | undefined } | undefined
  /** After how many seconds other processes' changes of settings are seen at the latest; default 60. */
  readonly settingsCache?: number
  /** The most different invalid tokens from one address in a minute; default 300; 0: unlimited. */
  readonly wrongTokens?: number
  /** Called with the progress of the read model. */
  readonly onProgress?: (position: Position) => void
  /** Called when damaged derived data is rebuilt. */
  readonly onDamage?: (notice: string) => void
  readonly onProjectionFailure?: (event: StoredEvent, projection: string, problem: string) => void
  /** Called with the reason why the read model could not follow the history for a moment; it continues nevertheless. */
  readonly onReadModelDefect?: (error: unknown) => void
}
