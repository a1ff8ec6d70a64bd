import type { AccessLevel, Visibility } from '../../../access/access-level.js'
import type { VisibilityScope } from '../../../access/visibility-scope.js'
import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { NamespaceRow } from '../namespace/queries.js'
import type { ProjectSettings } from './settings.js'

/** A project with its namespace; it contains the facts for policies (`ProjectFacts`). */
export interface ProjectRow extends ProjectSettings {
  readonly id: number
  readonly namespace: NamespaceRow
  readonly namespaceId: number
  readonly groupId: number | null
  readonly creatorId: number
  readonly forkedFrom: number | null
  /** `group/sub/project`. */
  readonly fullPath: string
  /** `Group / Sub / Project`. */
  readonly fullName: string
  /** Null while the repository is empty. */
  readonly defaultBranch: string | null
  /** True also while it is marked for deletion. */
  readonly archived: boolean
  /** The day of a delayed deletion's request. */
  readonly markedForDeletionOn: Day | null
  readonly forksCount: number
  readonly starsCount: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly lastActivityAt: Instant
}

/** The sizes by which administrators can sort lists of projects. */
export const SIZE_ORDERS = ['repository_size', 'storage_size', 'packages_size', 'wiki_size'] as const
export type SizeOrder = (typeof SIZE_ORDERS)[number]

/** What lists of projects can be sorted by. */
export const PROJECT_ORDERS = [
  'id',
  'name',
  'path',
  'created_at',
  'updated_at',
  'last_activity_at',
  'star_count',
] as const
export type ProjectOrder = (typeof PROJECT_ORDERS)[number]

/** Which projects a list contains. */
export interface ProjectFilter {
  readonly visibleTo: VisibilityScope
  readonly archived?: boolean | undefined
  readonly visibility?: Visibility | undefined
  readonly search?: string | undefined
  /** `search` also matches the namespace's path. */
  readonly searchNamespaces?: boolean | undefined
  /** Only those of which that user is owner. */
  readonly owned?: boolean | undefined
  /** Only those in which that user has a role. */
  readonly membership?: boolean | undefined
  readonly minAccessLevel?: AccessLevel | undefined
  readonly withIssuesEnabled?: boolean | undefined
  readonly withMergeRequestsEnabled?: boolean | undefined
  readonly lastActivityAfter?: Instant | undefined
  readonly lastActivityBefore?: Instant | undefined
  readonly idAfter?: number | undefined
  readonly idBefore?: number | undefined
  readonly topics?: ReadonlyArray<string> | undefined
  readonly topicId?: number | undefined
  /** Those with all of these, by key. */
  readonly customAttributes?: Readonly<Record<string, string>> | undefined
  /** No projects. */
  readonly none?: boolean | undefined
  readonly groupId?: number | undefined
  readonly includeSubgroups?: boolean | undefined
  /** Includes those shared with the group. */
  readonly includeShared?: boolean | undefined
  /** Those shared with this group. */
  readonly sharedWith?: number | undefined
  /** Those in this namespace. */
  readonly namespaceId?: number | undefined
  readonly forkedFrom?: number | undefined
  /** Those that this user has starred. */
  readonly starredBy?: number | undefined
  readonly orderBy: ProjectOrder
  readonly sort: 'asc' | 'desc'
}

/** The roles of a user in a project, as its JSON shows them. */
export interface ProjectRoles {
  readonly project: AccessLevel | undefined
  readonly group: AccessLevel | undefined
}

/** A project without recent activity. */
export interface InactiveProject {
  readonly id: number
  /** The last push or change of anything in it. */
  readonly activeAt: Instant
  /** When it was last warned. */
  readonly warnedAt: Instant | null
}

/** The queries of projects. */
export interface ProjectQueries {
  readonly byId: (id: number) => ProjectRow | undefined
  /** `group/sub/project`; case-insensitive. */
  readonly byFullPath: (fullPath: string) => ProjectRow | undefined
  /** The project that had a full path, or whose group did, before it was renamed or moved; until something else takes the path. */
  readonly byFormerPath: (fullPath: string) => ProjectRow | undefined
  /** The effective role: the highest of direct and inherited ones; 0 for none. */
  readonly level: (userId: number, projectId: number) => AccessLevel
  readonly roles: (userId: number, projectId: number) => ProjectRoles
  readonly list: (filter: ProjectFilter, page: PageRequest) => Page<ProjectRow>
  /** Those whose delayed deletion was requested on this day or before. */
  readonly markedForDeletion: (until: Day) => ReadonlyArray<number>
  /** Those without activity since then that are not marked for deletion. */
  readonly quietSince: (since: Instant) => ReadonlyArray<InactiveProject>
  /** Those whose id modulo `of` is `rest`. */
  readonly share: (share: { readonly rest: number; readonly of: number }) => ReadonlyArray<number>
  readonly inNamespace: (namespaceId: number) => ReadonlyArray<number>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly projects: ProjectQueries
  }
}

/** The count of open issues of a project, as its JSON shows it; the issue domain implements it. */
export interface OpenIssues {
  /** `confidentialToo`: includes confidential issues. */
  readonly count: (projectId: number, confidentialToo: boolean) => number
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly openIssues: OpenIssues
  }
}
