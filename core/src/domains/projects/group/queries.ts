import type { AccessLevel, Visibility } from '../../../access/access-level.js'
import type { VisibilityScope } from '../../../access/visibility-scope.js'
import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { GroupSettings } from './settings.js'

export interface GroupRow extends GroupSettings {
  readonly id: number
  readonly parentId: number | null
  readonly fullPath: string
  /** The display names from the top level down (`A / B`). */
  readonly fullName: string
  /** The day of a delayed deletion's request. */
  readonly markedForDeletionOn: Day | null
  readonly createdAt: Instant
}

export const GROUP_ORDERS = ['name', 'path', 'id', 'similarity'] as const

export interface GroupFilter {
  readonly visibleTo: VisibilityScope
  /** Those with all of these, by key. */
  readonly customAttributes?: Readonly<Record<string, string>> | undefined
  readonly search?: string | undefined
  readonly skip?: ReadonlyArray<number> | undefined
  /** Only these. */
  readonly only?: ReadonlyArray<number> | undefined
  readonly owned?: boolean | undefined
  readonly minAccessLevel?: AccessLevel | undefined
  readonly topLevelOnly?: boolean | undefined
  /** Only direct children of this group. */
  readonly parentId?: number | undefined
  /** Only groups anywhere below this one. */
  readonly below?: number | undefined
  /** Only groups in which that user has a role. */
  readonly membership?: boolean | undefined
  readonly visibility?: Visibility | undefined
  /** Only those after this one, in the ascending order of names. */
  readonly after?: Pick<GroupRow, 'id' | 'name'> | undefined
  readonly orderBy: (typeof GROUP_ORDERS)[number]
  readonly sort: 'asc' | 'desc'
}

export interface GroupQueries {
  readonly byId: (id: number) => GroupRow | undefined
  /** Case-insensitive. */
  readonly byFullPath: (fullPath: string) => GroupRow | undefined
  /** The effective role: the highest of the group and those above; 0 for none. */
  readonly level: (userId: number, groupId: number) => AccessLevel
  /** Whether the user has a role in a project or subgroup below the group. */
  readonly isInsider: (userId: number, groupId: number) => boolean
  readonly list: (filter: GroupFilter, page: PageRequest) => Page<GroupRow>
  /** The group itself and all below it. */
  readonly withDescendants: (groupId: number) => ReadonlyArray<number>
  /** The group itself first, then upwards. */
  readonly withAncestors: (groupId: number) => ReadonlyArray<number>
  readonly children: (groupId: number) => ReadonlyArray<number>
  /** The projects that are directly in the group. */
  readonly projects: (groupId: number) => ReadonlyArray<number>
  /** The shortest grace period in hours for a second factor among the user's groups and those above and below them; undefined where none requires one. */
  readonly secondFactorGrace: (userId: number) => number | undefined
  /** Those whose delayed deletion was requested on this day or before. */
  readonly markedForDeletion: (until: Day) => ReadonlyArray<number>
  /** The highest visibility of the groups and projects below. */
  readonly widestBelow: (groupId: number) => Visibility | undefined
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly groups: GroupQueries
  }
}
