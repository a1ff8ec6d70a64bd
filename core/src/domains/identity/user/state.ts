import type { Day, Instant } from '../../../kernel/index.js'

/** The states of an account. */
export const USER_STATES = ['active', 'blocked', 'blocked_pending_approval', 'banned', 'deactivated'] as const
export type UserStatus = (typeof USER_STATES)[number]

/** The second factor of a user, and which of its codes are used. */
export interface TwoFactor {
  /** Sealed under the instance's key. */
  readonly secret: string
  /** SHA-256 of the unused recovery codes. */
  readonly recoveryDigests: ReadonlyArray<string>
  /** The last 30-second window whose code was used. */
  readonly lastStep: number | undefined
}

/** What an administrator may set besides the profile. */
export interface UserRights {
  readonly canCreateGroup: boolean
  readonly projectsLimit: number
  readonly privateProfile: boolean
  /** Minutes per month; null or missing: the default of the instance. */
  readonly sharedRunnersMinutesLimit?: number | null
  readonly extraSharedRunnersMinutesLimit?: number | null
}

/** A user as `decide` needs them. */
export interface LiveUser extends UserRights {
  readonly kind: 'live'
  readonly namespaceId: number
  /** Sealed: open it with `openProfile`. */
  readonly profile: string
  readonly passwordHash: string | null
  readonly admin: boolean
  readonly auditor: boolean
  readonly external: boolean
  readonly status: UserStatus
  readonly confirmedAt: Instant | null
  readonly twoFactor: TwoFactor | undefined
  /** When the instance began to require a second factor of this user. */
  readonly secondFactorAskedAt: Instant | undefined
  /** SHA-256 of the terms last accepted. */
  readonly acceptedTerms: string | undefined
  readonly lastActivityOn: Day | undefined
}

export type UserState = { readonly kind: 'none' } | LiveUser | { readonly kind: 'erased' }
