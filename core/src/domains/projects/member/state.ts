import type { AccessLevel } from '../../../access/access-level.js'
import type { Day } from '../../../kernel/index.js'

export type MemberState =
  | { readonly kind: 'none' }
  | { readonly kind: 'member'; readonly level: AccessLevel; readonly expiresAt: Day | null }
