import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { Identity, Profile } from './profile.js'
import type { UserRights, UserStatus } from './state.js'

/** What everybody may see of a user; enough to present them beside something else. */
export interface UserCard {
  readonly id: number
  readonly username: string
  readonly name: string
  /** `active` for the ghost of an erased user too. */
  readonly state: UserStatus
  /** What `storeAvatar` gave; empty: none. */
  readonly avatar: string
}

/** A user in the read model, with what is personal opened. */
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
  /** From where the last sign-in came, and the one before; administrators see it. */
  readonly currentSignInIp: string | null
  readonly lastSignInIp: string | null
  readonly signInCount: number
  /** As far as it was noted; signing in is noted elsewhere. */
  readonly lastActivityOn: Day | null
  /** SHA-256 of the terms last accepted. */
  readonly acceptedTerms: string | null
}

/** When somebody used the instance last. */
export interface UserActivity {
  readonly username: string
  readonly on: Day
}

/** What lists of users can be sorted by. */
export const USER_ORDERS = ['id', 'name', 'username', 'created_at', 'updated_at'] as const
export type UserOrder = (typeof USER_ORDERS)[number]

/** Which users a list is to have. */
export interface UserFilter {
  readonly username?: string | undefined
  /** A part of name or user name, or the whole public e-mail address; a part of the private one where `searchesPrivateEmail`. */
  readonly search?: string | undefined
  readonly searchesPrivateEmail?: boolean | undefined
  readonly active?: boolean | undefined
  readonly blocked?: boolean | undefined
  readonly external?: boolean | undefined
  /** Whoever this is elsewhere. */
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

/** What can be asked of users. */
export interface UserQueries {
  readonly byId: (id: number) => UserRow | undefined
  /** Case does not matter. */
  readonly byUsername: (username: string) => UserRow | undefined
  /** By the primary address; case does not matter. */
  readonly byEmail: (email: string) => UserRow | undefined
  /** By the address that they show everybody; case does not matter. */
  readonly byPublicEmail: (email: string) => UserRow | undefined
  /** By the address that they commit with, where it is not the primary one; case does not matter. */
  readonly byCommitEmail: (email: string) => UserRow | undefined
  /** Somebody to present; an erased user is shown as a ghost, so nothing that refers to them breaks. */
  readonly card: (id: number) => UserCard
  /** How many users were erased. */
  readonly erasures: () => number
  readonly cards: (ids: ReadonlyArray<number>) => ReadonlyMap<number, UserCard>
  readonly list: (filter: UserFilter, page: PageRequest) => Page<UserRow>
  /** Those who used the instance on this day or later, by number. */
  readonly activities: (from: Day, page: PageRequest) => Page<UserActivity>
  /** Those who registered and wait for an administrator. */
  readonly awaitingApproval: () => ReadonlyArray<number>
  /** Active people who were made, signed in and were noted on this day or before, and not after. */
  readonly unusedSince: (day: Day) => ReadonlyArray<number>
  /** Whether there is any user at all. */
  readonly any: () => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly users: UserQueries
  }
}
