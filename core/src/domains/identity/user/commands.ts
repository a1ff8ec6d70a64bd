import type { Day, Instant } from '../../../kernel/index.js'
import type { BanReason } from './events.js'
import type { UserRights } from './state.js'

export type UserCommand =
  | ({
      readonly type: 'Register'
      readonly namespaceId: number
      /** Sealed. */
      readonly profile: string
      readonly passwordHash: string | null
      readonly admin: boolean
      readonly external: boolean
      readonly confirmedAt: Instant | null
      /** A program acts as this user. */
      readonly bot?: true | undefined
      readonly auditor?: boolean | undefined
    } & UserRights)
  /**
   * `profile` is sealed, and differs from the one before. `before`: the sealed profile that the change is based on; it conflicts where the
   * profile has changed since.
   */
  | { readonly type: 'ChangeProfile'; readonly profile: string; readonly before?: string }
  | { readonly type: 'ChangePassword'; readonly passwordHash: string }
  | { readonly type: 'ChangeRights'; readonly rights: Partial<UserRights> }
  | { readonly type: 'SetAdmin'; readonly admin: boolean }
  | { readonly type: 'SetAuditor'; readonly auditor: boolean }
  | { readonly type: 'SetExternal'; readonly external: boolean }
  | { readonly type: 'Confirm'; readonly at: Instant }
  | { readonly type: 'Block' }
  | { readonly type: 'Unblock' }
  | { readonly type: 'Ban'; readonly reason: BanReason }
  | { readonly type: 'Unban' }
  | { readonly type: 'Deactivate' }
  | { readonly type: 'Activate' }
  /** `secret` is sealed under the instance's key; recovery codes are SHA-256 digests. */
  | { readonly type: 'EnableTwoFactor'; readonly secret: string; readonly recoveryDigests: ReadonlyArray<string> }
  | { readonly type: 'DisableTwoFactor' }
  | { readonly type: 'RenewRecoveryCodes'; readonly recoveryDigests: ReadonlyArray<string> }
  | { readonly type: 'UseRecoveryCode'; readonly digest: string }
  | { readonly type: 'UseOneTimeCode'; readonly step: number }
  /** The instance requires a second factor: the user's grace period begins. */
  | { readonly type: 'AskForSecondFactor'; readonly at: Instant }
  | { readonly type: 'SignIn'; readonly at: Instant }
  | { readonly type: 'AwaitApproval' }
  | { readonly type: 'Approve' }
  /** `digest` is the SHA-256 of the text. */
  | { readonly type: 'AcceptTerms'; readonly at: Instant; readonly digest: string }
  | { readonly type: 'DeclineTerms'; readonly at: Instant }
  | { readonly type: 'NoteActivity'; readonly on: Day }
  | { readonly type: 'Erase' }
