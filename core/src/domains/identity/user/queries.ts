import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { Identity, Profile } from './profile.js'
import type { UserRights, UserStatus } from './state.js'

/** The public attributes of a user, which are shown with other things. */
export interface UserCard {
  readonly id: number
  readonly username: string
  readonly name: string
  /** `active` for the ghost of an erased user too. */
  readonly state: UserStatus
  /** As returned by `storeAvatar`; empty: none. */
  readonly avatar: string
}

/** A user in the read model, with personal data decrypted. */
export interface UserRow extends UserCard, Omit<Profile, 'username' | 'name' | 'avatar'>, UserRights {
  readonly namespaceId: number
  readonly admin: boolean
  readonly auditor: boolean
  readonly external: boolean
  readonly bot: boolean
  readonly twoFactorEnabled: boolean
  readonly confirmedAt: Instant | null
  readonly createdAt: Instant
  readonly currentSignInAt: Instant | null
  readonly lastSignInAt: Instant | null
  /** The addresses of the last two sign-ins, visible to administrators. */
  readonly currentSignInIp: string | null
  readonly lastSignInIp: string | null
  readonly signInCount: number
  /** As far as it is recorded; sign-ins are recorded separately. */
  readonly lastActivityOn: Day | null
  /** SHA-256 of the terms last accepted. */
  readonly acceptedTerms: string | null
}

/** When a user was last active. */
export interface UserActivity {
  readonly username: string
  readonly on: Day
}

/** What lists of users can be sorted by. */
export const USER_ORDERS = ['id', 'name', 'username', 'created_at', 'updated_at'] as const
export type UserOrder = (typeof USER_ORDERS)[number]

/** Which users a list contains. */
export interface UserFilter {
  readonly username?: string | undefined
  /** A part of name or user name, or the whole public e-mail address; a part of the private one where `searchesPrivateEmail`. */
  readonly search?: string | undefined
  readonly searchesPrivateEmail?: boolean | undefined
  readonly active?: boolean | undefined
  readonly blocked?: boolean | undefined
  readonly external?: boolean | undefined
  /** By the identity at a provider. */
  readonly identity?: Identity | undefined
  readonly excludeExternal?: boolean | undefined
  readonly admins?: boolean | undefined
  readonly twoFactor?: boolean | undefined
  readonly withoutProjects?: boolean | undefined
  /** Those with all of these, by key. */
  readonly customAttributes?: Readonly<Record<string, string>> | undefined
  readonly createdAfter?: Instant | undefined
  readonly createdBefore?: Instant | undefined
  readonly orderBy: UserOrder
  readonly sort: 'asc' | 'desc'
}

/** The queries of users. */
export interface UserQueries {
  readonly byId: (id: number) => UserRow | undefined
  /** Case-insensitive. */
  readonly byUsername: (username: string) => UserRow | undefined
  /** By the primary address; case-insensitive. */
  readonly byEmail: (email: string) => UserRow | undefined
  /** By the public address; case-insensitive. */
  readonly byPublicEmail: (email: string) => UserRow | undefined
  /** By the commit address, where it is not the primary one; case-insensitive. */
  readonly byCommitEmail: (email: string) => UserRow | undefined
  /** A user's card; an erased user is shown as a ghost, so that nothing that refers to them breaks. */
  readonly card: (id: number) => UserCard
  /** How many users were erased. */
  readonly erasures: () => number
  readonly cards: (ids: ReadonlyArray<number>) => ReadonlyMap<number, UserCard>
  readonly list: (filter: UserFilter, page: PageRequest) => Page<UserRow>
  /** Users who were active on this day or later, by id. */
  readonly activities: (from: Day, page: PageRequest) => Page<UserActivity>
  /** Users who wait for approval. */
  readonly awaitingApproval: () => ReadonlyArray<number>
  /** Active people who were created, signed in and were active on this day or before, and not after. */
  readonly unusedSince: (day: Day) => ReadonlyArray<number>
  /** Whether any user exists. */
  readonly any: () => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly users: UserQueries
  }
}
