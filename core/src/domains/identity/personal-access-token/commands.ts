import type { Scope } from '../../../access/principal.js'
import type { Day, Instant } from '../../../kernel/index.js'

export type PersonalAccessTokenCommand =
  | {
      readonly type: 'Create'
      readonly userId: number
      readonly name: string
      readonly scopes: ReadonlyArray<Scope>
      readonly expiresAt: Day | null
      /** SHA-256 of the secret. */
      readonly digest: string
      readonly impersonation: boolean
    }
  | { readonly type: 'NoteUse'; readonly at: Instant }
  | { readonly type: 'Revoke' }
