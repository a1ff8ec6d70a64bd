import type { Scope } from '../../../access/index.js'
import type { Instant } from '../../../kernel/index.js'

export type AuthorizationGrantCommand =
  | {
      readonly type: 'Grant'
      readonly applicationId: number
      readonly userId: number
      readonly redirectUri: string
      readonly scopes: ReadonlyArray<Scope>
      readonly codeChallenge: string | null
      readonly nonce: string | null
      readonly authenticatedAt: Instant | null
      readonly at: Instant
    }
  | {
      readonly type: 'Redeem'
      readonly applicationId: number
      readonly redirectUri: string
      /** The challenge that the given verifier makes; undefined where no verifier came. */
      readonly challengeOfVerifier: string | undefined
      /** The family of tokens that the code is to give. */
      readonly familyId: number
      readonly at: Instant
    }
  /** Notes the second use of a redeemed code. */
  | { readonly type: 'NoteReplay'; readonly at: Instant }
