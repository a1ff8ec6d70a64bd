import type { Instant } from '../../../kernel/index.js'

export type SessionState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'open'
      readonly userId: number
      readonly expiresAt: Instant
      readonly twoFactor: boolean
      /** Missing while admin mode is not entered. */
      readonly adminUntil?: Instant | undefined
    }
  | { readonly kind: 'ended' }
