import type { Instant } from '../../../kernel/index.js'
import type { GroupSettings } from './settings.js'

export interface LiveGroup extends GroupSettings {
  readonly kind: 'live'
  /** Null for a group at the top. */
  readonly parentId: number | null
  readonly creatorId: number
  /** When its deletion was asked for, where that was put off. */
  readonly markedForDeletionAt: Instant | undefined
}

export type GroupState = { readonly kind: 'none' } | LiveGroup | { readonly kind: 'deleted' }
