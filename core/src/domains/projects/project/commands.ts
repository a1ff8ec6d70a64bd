import type { Visibility } from '../../../access/access-level.js'
import type { Instant } from '../../../kernel/index.js'
import type { ProjectSettings } from './settings.js'

export type ProjectCommand =
  | {
      readonly type: 'Create'
      readonly namespaceId: number
      readonly groupId: number | null
      readonly creatorId: number
      readonly forkedFrom: number | null
      readonly settings: ProjectSettings
      /** Of the group it is in; undefined in a user's own place. */
      readonly groupVisibility: Visibility | undefined
    }
  | {
      readonly type: 'Change'
      readonly changes: Partial<ProjectSettings>
      readonly groupVisibility: Visibility | undefined
    }
  | { readonly type: 'SetDefaultBranch'; readonly branch: string | null }
  | { readonly type: 'Archive' }
  | { readonly type: 'Unarchive' }
  | {
      readonly type: 'Move'
      readonly namespaceId: number
      readonly groupId: number | null
      readonly groupVisibility: Visibility | undefined
    }
  | { readonly type: 'RemoveForkRelation' }
  /** Puts its end off; `name` and `path` are those under which it waits. */
  | { readonly type: 'MarkForDeletion'; readonly at: Instant; readonly name: string; readonly path: string }
  /** Nothing new where there is a warning from after `since`. */
  | { readonly type: 'WarnOfDeletion'; readonly at: Instant; readonly since: Instant }
  | { readonly type: 'Restore' }
  | { readonly type: 'Delete' }
