import type { Principal } from '../../access/index.js'
import type { Forge, Query } from '../../app/forge.js'
import type { ProjectAccess, ProjectRef } from '../projects/project/access.js'
import type { Description, IssuableType } from './event-fields.js'

/** An issuable as the API names it: its kind, its project and its number there. */
export interface IssuableRef {
  readonly type: IssuableType
  readonly project: ProjectRef
  readonly iid: number
}

/** An issuable by its number in the instance. */
export interface IssuableId {
  readonly type: IssuableType
  readonly id: number
}

/** What merge requests and issues have in common in the read model. */
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

/** An issuable found for a caller, with the caller's rights. */
export interface Issuable extends IssuableRow {
  /** For whom it was found. */
  readonly principal: Principal
  readonly project: ProjectAccess
  /** Title, description, state. */
  readonly mayUpdate: boolean
  readonly mayReopen: boolean
  /** Labels, milestone, people, time. */
  readonly mayAdmin: boolean
}

/** How issuables of one kind are found; the context that owns the kind implements it. */
export interface IssuableFinder {
  /** Rejections: `NotFound` (Project); `RecordNotFound`, also where it is hidden from the caller. */
  readonly find: Query<Pick<IssuableRef, 'project' | 'iid'>, Issuable>
  /** Whoever asks; undefined where there is none. */
  readonly byId: (forge: Forge, id: number) => IssuableRow | undefined
  /** The project access of a user who may read the issuable; undefined for those who may not. */
  readonly readerAccess: (forge: Forge, id: number, userId: number) => ProjectAccess | undefined
  /** Whether the user is subscribed: by an explicit wish, else by taking part. */
  readonly isSubscribed: (forge: Forge, id: number, userId: number) => boolean
}

/** One finder for each kind; the composition fills it from planning and review. */
export type IssuableFinders = Readonly<Record<IssuableType, IssuableFinder>>

declare module '../../app/forge.js' {
  interface Forge {
    readonly issuables: IssuableFinders
  }
}

/** Finds an issuable that the caller may read. Rejections: `NotFound` (Project); `RecordNotFound`. */
export const findIssuable: Query<IssuableRef, Issuable> = (forge, caller, ref) =>
  forge.issuables[ref.type].find(forge, caller, ref)

/** An issuable by its number in the instance, whoever asks; undefined where there is none. */
export const issuableById = (forge: Forge, { type, id }: IssuableId): IssuableRow | undefined =>
  forge.issuables[type].byId(forge, id)

/** The project access of a user who may read the issuable; undefined for those who may not. */
export const readerAccess = (forge: Forge, { type, id }: IssuableId, userId: number): ProjectAccess | undefined =>
  forge.issuables[type].readerAccess(forge, id, userId)
