import type { AccessLevel } from '../../../access/access-level.js'
import type { Day } from '../../../kernel/index.js'
import type { MemberSource } from '../member/events.js'

/** A share with what its JSON needs of the group. */
export interface GroupShareRow {
  readonly id: number
  readonly source: MemberSource
  readonly sourceId: number
  readonly groupId: number
  readonly groupName: string
  readonly groupFullPath: string
  readonly level: AccessLevel
  readonly expiresAt: Day | null
}

/** The queries of shares. */
export interface GroupShareQueries {
  readonly find: (source: MemberSource, sourceId: number, groupId: number) => GroupShareRow | undefined
  /** With whom a project or group is shared, the oldest share first. */
  readonly of: (source: MemberSource, sourceId: number) => ReadonlyArray<GroupShareRow>
  /** Shares whose day has come. */
  readonly expired: (today: Day) => ReadonlyArray<Pick<GroupShareRow, 'source' | 'sourceId' | 'groupId'>>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly groupShares: GroupShareQueries
  }
}
