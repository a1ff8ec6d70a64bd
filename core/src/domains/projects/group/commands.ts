import type { Visibility } from '../../../access/access-level.js'
import type { Instant } from '../../../kernel/index.js'
import type { GroupSettings } from './settings.js'

/** What the groups around it allow. */
export interface GroupSurroundings {
  /** Of the group above; undefined at the top. */
  readonly parentVisibility: Visibility | undefined
  /** The most visible of the groups and projects below; undefined where there are none. */
  readonly widestBelow: Visibility | undefined
}

export type GroupCommand =
  | {
      readonly type: 'Create'
      readonly parentId: number | null
      readonly creatorId: number
      readonly settings: GroupSettings
      readonly surroundings: GroupSurroundings
    }
  | { readonly type: 'Change'; readonly changes: Partial<GroupSettings>; readonly surroundings: GroupSurroundings }
  | { readonly type: 'Move'; readonly parentId: number | null; readonly surroundings: GroupSurroundings }
  /** Puts its end off. */
  | { readonly type: 'MarkForDeletion'; readonly at: Instant }
  | { readonly type: 'Restore' }
  | { readonly type: 'Delete' }
