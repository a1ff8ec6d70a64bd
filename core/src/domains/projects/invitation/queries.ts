import type { AccessLevel } from '../../../access/access-level.js'
import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { MemberSource } from '../member/events.js'

/** A pending invitation, with its decrypted address. */
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

/** Which invitations a list contains. */
export interface InvitationFilter {
  readonly source: MemberSource
  readonly sourceId: number
  /** A part of the address. */
  readonly query: string | undefined
}

/** The queries of invitations. */
export interface InvitationQueries {
  readonly byId: (id: string) => InvitationRow | undefined
  /** The oldest first. */
  readonly list: (filter: InvitationFilter, page: PageRequest) => Page<InvitationRow>
  /** Everywhere; case-insensitive. */
  readonly ofEmail: (email: string) => ReadonlyArray<InvitationRow>
  /** Also for a deleted group or project. */
  readonly ofSource: (source: MemberSource, sourceId: number) => ReadonlyArray<InvitationRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly invitations: InvitationQueries
  }
}
