import type * as E from 'fp-ts/lib/Either.js'
import type { Tier } from '../access/access-level.js'
import type { Rejection } from '../kernel/rejection.js'
import type { Blobs } from '../ports/blobs.js'
import type {
  Clock,
  Cron,
  EmojiNames,
  Ids,
  Markdown,
  PasswordHasher,
  PersonalData,
  SecretBox,
  Secrets,
} from '../ports/clock-and-ids.js'
import type { EventStore } from '../ports/event-store.js'
import type { Patterns } from '../ports/patterns.js'
import type { ReadModel } from '../ports/read-model.js'
import type { AggregateRepository } from './aggregate-repository.js'
import type { Caller, Reader } from './caller.js'
import type { KeyedMutex } from './keyed-mutex.js'
import type { Numbers } from './numbers.js'
import type { Pause } from './periodic.js'
import type { Reservations } from './reservations.js'

export type { Tier } from '../access/access-level.js'

/** The configuration that is fixed while the instance runs. */
export interface Instance {
  /** Without a trailing slash, as clients see it. */
  readonly externalUrl: string
  readonly tier: Tier
  /** The API release spoken, as text: `14.0` to `16.0`. */
  readonly release: string
  /**
   * The public registries asked for packages that are missing here, by package type, without a trailing slash. No registry is asked for a type
   * that is left out.
   */
  readonly publicRegistries?: { readonly [Type in 'npm' | 'pypi']?: string | undefined }
}

/**
 * Everything a use case may use: the ports, and what the core builds on them.
 *
 * The interface is open: an area with a port of its own (git, say) adds it by declaration merging beside that port.
 */
export interface Forge {
  readonly events: EventStore
  readonly aggregates: AggregateRepository
  readonly numbers: Numbers
  readonly reservations: Reservations
  /** Serialises work within this process; keys begin with their purpose. */
  readonly mutex: KeyedMutex
  readonly read: ReadModel
  readonly blobs: Blobs
  readonly clock: Clock
  readonly cron: Cron
  readonly ids: Ids
  readonly secrets: Secrets
  readonly passwords: PasswordHasher
  readonly secretBox: SecretBox
  readonly personalData: PersonalData
  readonly markdown: Markdown
  readonly emojiNames: EmojiNames
  readonly patterns: Patterns
  readonly instance: Instance
  /** Waits. */
  readonly pause: Pause
}

/** The result of a use case: refusals are values. */
export type UseCaseResult<A> = Promise<E.Either<Rejection, A>>

/** A use case that changes the forge; `Needs`: the part of the forge that it uses. */
export type UseCase<Input, A, Needs = Forge> = (forge: Needs, caller: Caller, input: Input) => UseCaseResult<A>

/** A query that the read model answers synchronously. */
export type Query<Input, A> = (forge: Forge, caller: Reader, input: Input) => E.Either<Rejection, A>

/** A look-up, by number, of something shown with an answer. The caller has been authorised for the answer, so nothing is refused. */
export type Lookup<Input, A, Needs = Forge> = (forge: Needs, input: Input) => A

/** A look-up that depends on the caller: rows they may not see are left out. */
export type VisibleLookup<Input, A> = (forge: Forge, caller: Reader, input: Input) => A

/** A query that needs an asynchronous port: git, the blobs. */
export type AsyncQuery<Input, A> = (forge: Forge, caller: Reader, input: Input) => UseCaseResult<A>
