import type { AccessLevel } from '../../../access/access-level.js'
import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { MemberSource } from '../member/events.js'

/** An invitation that waits, with its address in the clear. */
export interface InvitationRow {
  /** The id of its stream. */
  readonly id: string
  readonly source: MemberSource
  readonly sourceId: number
  readonly email: string
  readonly level: AccessLevel
  readonly expiresAt: Day | null
  readonly createdAt: Instant
  readonly createdBy: number | null
}

/** Which invitations a list is to have. */
export interface InvitationFilter {
  readonly source: MemberSource
  readonly sourceId: number
  /** A part of the address. */
  readonly query: string | undefined
}

/** What can be asked of invitations. */
export interface InvitationQueries {
  readonly byId: (id: string) => InvitationRow | undefined
  /** The oldest first. */
  readonly list: (filter: InvitationFilter, page: PageRequest) => Page<InvitationRow>
  /** Everywhere; case does not matter. */
  readonly ofEmail: (email: string) => ReadonlyArray<InvitationRow>
  /** Also where the group or project is gone. */
  readonly ofSource: (source: MemberSource, sourceId: number) => ReadonlyArray<InvitationRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly invitations: InvitationQueries
  }
}
