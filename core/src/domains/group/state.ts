import type { GroupSettings } from './settings.js'

export interface LiveGroup extends GroupSettings {
  readonly kind: 'live'
  /** Null for a group at the top. */
  readonly parentId: number | null
  readonly creatorId: number
}

export type GroupState = { readonly kind: 'none' } | LiveGroup | { readonly kind: 'deleted' }
