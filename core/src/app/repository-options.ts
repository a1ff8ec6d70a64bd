import type { Position } from '../kernel/envelope.js'
import type { Ids, PersonalData, Secrets } from '../ports/clock-and-ids.js'
import type { EventStore } from '../ports/event-store.js'
import type { Snapshots } from '../ports/snapshots.js'
import type { NameDeclaration } from './name-declaration.js'
import type { NumberSource } from './numbers.js'
import type { Pause } from './periodic.js'

/** What keeps unique names. */
export interface NamesOptions {
  readonly secrets: Pick<Secrets, 'keyedDigest'>
  readonly ids: Ids
  readonly personalData: Pick<PersonalData, 'open'>
  /** Every aggregate that declares names. */
  readonly declarations: ReadonlyArray<NameDeclaration>
}

/** What the command loop needs. */
export interface RepositoryOptions {
  readonly store: EventStore
  /** True once the read model shows everything up to the position; false after its time-out. */
  readonly reached: (position: Position) => boolean | Promise<boolean>
  readonly snapshots?: Snapshots
  /** How many states are cached; default 10,000. */
  readonly cachedStates?: number
  readonly pause: Pause
  /** Where `create` gets numbers from. */
  readonly numbers?: Pick<NumberSource, 'draw'>
  /** Without it the names that aggregates declare are not reserved: for aggregates that are used alone. */
  readonly names?: NamesOptions
}
