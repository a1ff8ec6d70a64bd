import type { DeployScope } from '../../../access/index.js'
import type { Instant } from '../../../kernel/index.js'

export type DeployTokenCommand =
  | {
      readonly type: 'Create'
      readonly projectId: number | null
      readonly groupId: number | null
      readonly name: string
      readonly username: string
      readonly scopes: ReadonlyArray<DeployScope>
      readonly expiresAt: Instant | null
      /** SHA-256 of the secret. */
      readonly digest: string
    }
  | { readonly type: 'Revoke' }
