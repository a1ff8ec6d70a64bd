import type { InstanceKey } from '@forgefold/adapters/crypto'
import type { Instance } from '@forgefold/core/app'
import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { Clock, Ids } from '@forgefold/core/ports'
import { isRelease, RELEASES } from '@forgefold/core/releases'
import type { AppendObserver } from '../operations/observed-event-store.js'
import type { Ports } from './ports.js'

/** Where the history is kept: in the data folder, nowhere beyond this process, or on an EventStoreDB. */
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
  if (!isRelease(release)) throw new RangeError(`there is no API release ${release}; there are ${RELEASES.join(', ')}`)
  if (!TIERS.includes(tier)) throw new RangeError(`there is no tier ${tier}; there are ${TIERS.join(', ')}`)
  if (!URL.canParse(externalUrl)) throw new RangeError(`the external URL is none: ${externalUrl}`)
}

/** Limits of reads as of a point in the past. */
export interface HistoricalReadLimits {
  /** Copies of the read model kept, spread over the history; 0: none. */
  readonly copies?: number
  /** Events between two copies. */
  readonly copyEvery?: number
  /** Moments open at a time. */
  readonly moments?: number
}

/** Options of the composition. */
export interface CompositionOptions {
  readonly instance: Instance
  /** The folder of everything kept; undefined: memory only. */
  readonly data?: string | undefined
  /**
   * The folder of what each server keeps for itself (read model, snapshots); undefined: the data folder. To be given, each its own, where
   * several servers share the data folder and the history: then one of them at a time does what is to be done once.
   */
  readonly local?: string | undefined
  /** Default: SQLite in the data folder. */
  readonly eventStore?: EventStoreChoice
  /** Told of every append to the history. */
  readonly onAppended?: AppendObserver
  readonly clock?: Clock
  /** Ports of one's own, any subset; the rest is chosen by the options. */
  readonly ports?: Partial<Ports>
  /** Makes the ids of requests and of their commands, the port `ids` all others; given where requests have to get the same ids each time. Default: the port for all. */
  readonly requestIds?: Ids
  /** The one secret of the instance; default: kept in the data folder, or made for this process. */
  readonly key?: InstanceKey
  /** Bounds on copies of the read model for reads as of the past; what is left out has a default. */
  readonly past?: HistoricalReadLimits
  /** The mail server as `smtp://user:password@host:port`, and who mails are from; default: files in the folder `outbox` of the data folder. */
  readonly mail?: { readonly smtp?: string | undefined; readonly from?: string | undefined } | undefined
  /** How many seconds another process's change of the settings may go unseen; default 60. */
  readonly settingsCache?: number
  /** How many different wrong tokens may come from an address in a minute; default 300; 0: no limit. */
  readonly wrongTokens?: number
  /** Told how far the read model has come. */
  readonly onProgress?: (position: Position) => void
  /** Told that something derived was damaged and is made anew. */
  readonly onDamage?: (notice: string) => void
  readonly onProjectionFailure?: (event: StoredEvent, projection: string, problem: string) => void
  /** Told why the read model could not follow the history for a moment; it goes on all the same. */
  readonly onReadModelDefect?: (error: unknown) => void
}
