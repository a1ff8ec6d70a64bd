import type { Instant } from '../../../kernel/index.js'

export type SessionCommand =
  | {
      readonly type: 'Begin'
      readonly userId: number
      readonly twoFactor: boolean
      /** Seconds. */
      readonly lifetime: number
      readonly at: Instant
    }
  /** Seconds from `at` on. */
  | { readonly type: 'Prolong'; readonly lifetime: number; readonly at: Instant }
  /** The user has proved again who they are; seconds from `at` on. */
  | { readonly type: 'EnterAdminMode'; readonly lifetime: number; readonly at: Instant }
  | { readonly type: 'LeaveAdminMode' }
  | { readonly type: 'End' }
