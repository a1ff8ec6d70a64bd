import * as E from 'fp-ts/lib/Either.js'
import type { AccessLevel } from '../../../../access/index.js'
import type { Query, UseCase } from '../../../../app/forge.js'
import {
  dayOf,
  forbidden,
  notAllowed,
  notFound,
  recordNotFound,
  refuse,
  unauthenticated,
} from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { member, membershipId } from '../aggregate.js'
import { mayGrant } from '../policy.js'
import type { AccessRequestRow, MemberRow } from '../queries.js'
import { administeredSource, findSource, type SourceRef } from '../steps/source.js'

/** Which page of the access requests of a group or project. */
export interface ListAccessRequests extends SourceRef {
  readonly page: PageRequest
}

/** Access requests, for callers who may accept them. Rejections: `NotFound` (Group, Project); `Forbidden`. */
export const listAccessRequests: Query<ListAccessRequests, Page<AccessRequestRow>> = (
  forge,
  { principal },
  { page, ...ref },
) => {
  const found = administeredSource(forge, principal, ref)
  return E.isLeft(found) ? found : E.right(forge.read.members.requests(found.right.source, found.right.id, page))
}

/**
 * Requests access to a group or project for the caller.
 *
 * Rejections: `NotFound` (Group, Project); `Forbidden` for users with a role there, and where requests are disabled; `Invalid` (user_id) where
 * a request exists (docs/reference/behaviour/projects.md#access-requests).
 */
export const requestAccess: UseCase<SourceRef, AccessRequestRow> = async (forge, { principal, context }, ref) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findSource(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { source, id: sourceId, mayRequest } = found.right
  if (!mayRequest) return refuse(forbidden())
  const { userId } = principal
  const command = { type: 'RequestAccess', source, sourceId, userId } as const
  const done = await forge.aggregates.execute(member, membershipId(source, sourceId, userId), command, context)
  if (E.isLeft(done)) return done
  return E.fromNullable(recordNotFound)(forge.read.members.request(source, sourceId, userId))
}

/** An access request as the API names it: by its user. */
export interface RequesterRef extends SourceRef {
  readonly userId: number
}

/** The access request to accept, and the role. */
export interface ApproveAccess extends RequesterRef {
  readonly level: AccessLevel
}

/**
 * Accepts an access request. Rejections: `NotFound` (Group, Project; the request); `Forbidden`; `NotAllowed` where memberships are locked;
 * `Invalid` (access_level).
 */
export const approveAccess: UseCase<ApproveAccess, MemberRow> = async (forge, { principal, context }, input) => {
  const found = administeredSource(forge, principal, input)
  if (E.isLeft(found)) return found
  if (found.right.locked) return refuse(notAllowed)
  const { source, id: sourceId } = found.right
  const { userId, level } = input
  if (forge.read.members.request(source, sourceId, userId) === undefined) return refuse(notFound())
  if (!mayGrant(found.right, level)) return refuse(forbidden())
  const inherited = forge.read.members.inheritedRole(source, sourceId, userId)
  const wanted = { source, sourceId, userId, level, expiresAt: null, today: dayOf(context.at), inherited }
  const id = membershipId(source, sourceId, userId)
  const done = await forge.aggregates.execute(member, id, { type: 'Approve', ...wanted }, context)
  if (E.isLeft(done)) return done
  return E.fromNullable(recordNotFound)(forge.read.members.find(source, sourceId, userId))
}

/** Denies an access request; users may withdraw their own. Rejections: `NotFound` (Group, Project; the request); `Forbidden`. */
export const denyAccess: UseCase<RequesterRef, void> = async (forge, { principal, context }, input) => {
  const found = findSource(forge, principal, input)
  if (E.isLeft(found)) return found
  const { source, id: sourceId, mayAdminister } = found.right
  const { userId } = input
  const isOwn = principal.kind === 'user' && principal.userId === userId
  if (!mayAdminister && !isOwn) return refuse(forbidden())
  if (forge.read.members.request(source, sourceId, userId) === undefined) return refuse(notFound())
  const command = { type: isOwn ? 'Withdraw' : 'Deny' } as const
  const done = await forge.aggregates.execute(member, membershipId(source, sourceId, userId), command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
