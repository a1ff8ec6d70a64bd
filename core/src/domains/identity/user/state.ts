import type { Day, Instant } from '../../../kernel/index.js'

/** What can become of an account. */
export const USER_STATES = ['active', 'blocked', 'blocked_pending_approval', 'banned', 'deactivated'] as const
export type UserStatus = (typeof USER_STATES)[number]

/** A second factor, and what of it is used up. */
export interface TwoFactor {
  /** Sealed under the instance's key. */
  readonly secret: string
  /** SHA-256 of those recovery codes that are still good. */
  readonly recoveryDigests: ReadonlyArray<string>
  /** The last 30-second window whose code was used. */
  readonly lastStep: number | undefined
}

/** What an administrator may set besides the profile. */
export interface UserRights {
  readonly canCreateGroup: boolean
  readonly projectsLimit: number
  readonly privateProfile: boolean
  /** Of shared runners in a month; null or missing: as the instance says. */
  readonly sharedRunnersMinutesLimit?: number | null
  readonly extraSharedRunnersMinutesLimit?: number | null
}

/** A user as the decider remembers them. */
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
  /** Since when the instance asks this user for a second factor. */
  readonly secondFactorAskedAt: Instant | undefined
  /** SHA-256 of the terms last accepted. */
  readonly acceptedTerms: string | undefined
  readonly lastActivityOn: Day | undefined
}

export type UserState = { readonly kind: 'none' } | LiveUser | { readonly kind: 'erased' }
