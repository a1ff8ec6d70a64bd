import * as t from 'io-ts'
import { nullable, safeInteger } from '../../../kernel/codecs.js'

/** An access grant of a protection: a role, one user or the direct members of a group; the other two fields are null. */
export const accessGrant = t.type({
  id: safeInteger,
  accessLevel: nullable(safeInteger),
  userId: nullable(safeInteger),
  groupId: nullable(safeInteger),
})

/** An approval rule: who has to approve, and how many times. */
export const approvalRule = t.type({ ...accessGrant.props, requiredApprovals: safeInteger })

export type AccessGrant = Readonly<t.TypeOf<typeof accessGrant>>
export type ApprovalRule = Readonly<t.TypeOf<typeof approvalRule>>

/** Roles that can be named in a protection: developers, maintainers, administrators. */
export const PROTECTION_LEVELS: ReadonlyArray<number> = [30, 40, 60]

/** The most approvals that one rule can require. */
export const MAX_REQUIRED_APPROVALS = 5
