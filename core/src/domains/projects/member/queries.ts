import type { AccessLevel } from '../../../access/access-level.js'
import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { InheritedRole } from './aggregate.js'
import type { MemberSource } from './events.js'

/** A membership, with the user's attributes for its JSON. */
export interface MemberRow {
  readonly source: MemberSource
  readonly sourceId: number
  readonly userId: number
  readonly username: string
  readonly name: string
  readonly state: string
  readonly level: AccessLevel
  readonly expiresAt: Day | null
  readonly createdAt: Instant
  readonly createdBy: number | null
}

/** A request for access. */
export interface AccessRequestRow {
  readonly userId: number
  readonly requestedAt: Instant
}

/** Which members a list contains. */
export interface MemberFilter {
  readonly source: MemberSource
  readonly sourceId: number
  /** Includes the groups above and groups with a share, each user with their highest role. */
  readonly inherited: boolean
  /** A part of name or user name. */
  readonly query?: string | undefined
  readonly userIds?: ReadonlyArray<number> | undefined
  /** Excludes these users. */
  readonly skip?: ReadonlyArray<number> | undefined
}

/** The queries of memberships. */
export interface MemberQueries {
  /** The direct membership. */
  readonly find: (source: MemberSource, sourceId: number, userId: number) => MemberRow | undefined
  /** The effective membership, direct or inherited. */
  readonly effective: (source: MemberSource, sourceId: number, userId: number) => MemberRow | undefined
  readonly list: (filter: MemberFilter, page: PageRequest) => Page<MemberRow>
  /** Direct members who are bot users. */
  readonly bots: (source: MemberSource, sourceId: number) => ReadonlyArray<Pick<MemberRow, 'userId' | 'level'>>
  /** The highest role from the groups above the source (for a group: without itself). */
  readonly inheritedRole: (source: MemberSource, sourceId: number, userId: number) => InheritedRole | undefined
  /** Direct owners of a group other than this user. */
  readonly otherOwners: (groupId: number, userId: number) => number
  /** How many users are direct members of a group or of its subgroups. */
  readonly countWithDescendants: (groupId: number) => number
  /** Groups of which this user is the only owner. */
  readonly solelyOwned: (userId: number) => ReadonlyArray<number>
  /** Every direct membership of a user. */
  readonly ofUser: (userId: number) => ReadonlyArray<Pick<MemberRow, 'source' | 'sourceId' | 'level'>>
  /** Whether a user has a direct membership above the level. */
  readonly anyAbove: (userId: number, level: number) => boolean
  /** Requests for access, oldest first. */
  readonly requests: (source: MemberSource, sourceId: number, page: PageRequest) => Page<AccessRequestRow>
  readonly request: (source: MemberSource, sourceId: number, userId: number) => AccessRequestRow | undefined
  /** Memberships older than the moment whose user does not exist. */
  readonly withoutUser: (before: Instant) => ReadonlyArray<Pick<MemberRow, 'source' | 'sourceId' | 'userId'>>
  /** Memberships whose expiry day has come. */
  readonly expired: (today: Day) => ReadonlyArray<Pick<MemberRow, 'source' | 'sourceId' | 'userId'>>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly members: MemberQueries
  }
}
