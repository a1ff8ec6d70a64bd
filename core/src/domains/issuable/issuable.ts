import type { Principal } from '../../access/index.js'
import type { Forge, Query } from '../../app/forge.js'
import type { ProjectAccess, ProjectRef } from '../projects/project/access.js'
import type { Description, IssuableType } from './event-fields.js'

/** An issuable as the API names it: its type, its project and its iid. */
export interface IssuableRef {
  readonly type: IssuableType
  readonly project: ProjectRef
  readonly iid: number
}

/** An issuable by its global id. */
export interface IssuableId {
  readonly type: IssuableType
  readonly id: number
}

/** The common attributes of merge requests and issues in the read model. */
export interface IssuableRow extends IssuableId {
  readonly iid: number
  /** The target project of a merge request. */
  readonly projectId: number
  readonly authorId: number
  readonly title: string
  readonly description: Description
  /** A merge request that is being merged is `locked`. */
  readonly state: 'opened' | 'closed' | 'locked' | 'merged'
  /** False for merge requests. */
  readonly confidential: boolean
  readonly discussionLocked: boolean
  readonly milestoneId: number | null
  readonly assigneeIds: ReadonlyArray<number>
  readonly labelIds: ReadonlyArray<number>
}

/** An issuable, with the caller's rights. */
export interface Issuable extends IssuableRow {
  /** The caller. */
  readonly principal: Principal
  readonly project: ProjectAccess
  /** Whether the caller may change title, description and state. */
  readonly mayUpdate: boolean
  readonly mayReopen: boolean
  /** Whether the caller may change labels, milestone, assignees and time. */
  readonly mayAdmin: boolean
}

/** Finds issuables of one type; the context that owns the type implements it. */
export interface IssuableFinder {
  /** Rejections: `NotFound` (Project); `RecordNotFound`, also where it is hidden from the caller. */
  readonly find: Query<Pick<IssuableRef, 'project' | 'iid'>, Issuable>
  /** Without regard to the caller; undefined where there is none. */
  readonly byId: (forge: Forge, id: number) => IssuableRow | undefined
  /** The project access of a user who may read the issuable; undefined for those who may not. */
  readonly readerAccess: (forge: Forge, id: number, userId: number) => ProjectAccess | undefined
  /** Whether the user is subscribed: explicitly, or else by participating. */
  readonly isSubscribed: (forge: Forge, id: number, userId: number) => boolean
}

/** One finder per type, which the composition takes from planning and review. */
export type IssuableFinders = Readonly<Record<IssuableType, IssuableFinder>>

declare module '../../app/forge.js' {
  interface Forge {
    readonly issuables: IssuableFinders
  }
}

/** Finds an issuable that the caller may read. Rejections: `NotFound` (Project); `RecordNotFound`. */
export const findIssuable: Query<IssuableRef, Issuable> = (forge, caller, ref) =>
  forge.issuables[ref.type].find(forge, caller, ref)

/** An issuable by its global id, without regard to the caller; undefined where there is none. */
export const issuableById = (forge: Forge, { type, id }: IssuableId): IssuableRow | undefined =>
  forge.issuables[type].byId(forge, id)

/** The project access of a user who may read the issuable; undefined for those who may not. */
export const readerAccess = (forge: Forge, { type, id }: IssuableId, userId: number): ProjectAccess | undefined =>
  forge.issuables[type].readerAccess(forge, id, userId)
