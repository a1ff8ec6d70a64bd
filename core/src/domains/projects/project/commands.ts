import type { Instant } from '../../../kernel/index.js'
import type { VisibilityBounds } from './rules.js'
import type { ProjectSettings } from './settings.js'

export type ProjectCommand =
  | {
      readonly type: 'Create'
      readonly namespaceId: number
      readonly groupId: number | null
      readonly creatorId: number
      readonly forkedFrom: number | null
      readonly settings: ProjectSettings
      readonly bounds: VisibilityBounds
    }
  | {
      readonly type: 'Change'
      readonly changes: Partial<ProjectSettings>
      readonly bounds: VisibilityBounds
    }
  | { readonly type: 'SetDefaultBranch'; readonly branch: string | null }
  | { readonly type: 'Archive' }
  | { readonly type: 'Unarchive' }
  | {
      readonly type: 'Move'
      readonly namespaceId: number
      readonly groupId: number | null
      readonly bounds: VisibilityBounds
    }
  | { readonly type: 'MakeForkRelation'; readonly forkedFrom: number }
  | { readonly type: 'RemoveForkRelation' }
  /** Delays its deletion; `name` and `path` are those it has meanwhile. */
  | { readonly type: 'MarkForDeletion'; readonly at: Instant; readonly name: string; readonly path: string }
  /** Nothing happens where it was warned after `since`. */
  | { readonly type: 'WarnOfDeletion'; readonly at: Instant; readonly since: Instant }
  | { readonly type: 'Restore' }
  | { readonly type: 'Delete' }
