import * as E from 'fp-ts/lib/Either.js'
import type { AccessLevel, Principal } from '../../../../access/index.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import {
  type Day,
  dayOf,
  forbidden,
  notAllowed,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../../kernel/index.js'
import { member, membershipId } from '../aggregate.js'
import { areTooMany, keepsAnOwner, mayGrant, tooManyUsers } from '../policy.js'
import type { MemberRow } from '../queries.js'
import { addTo, shownMember } from '../steps/add-to.js'
import { administeredSource, findSource, type SourceAccess, type SourceRef } from '../steps/source.js'

/** A user, a group or project, and a role. */
export interface Membership extends SourceRef {
  readonly userId: number
  readonly level: AccessLevel
  readonly expiresAt: Day | null | undefined
}

/**
 * Adds a user to a group or project.
 *
 * Rejections, in this order: `NotFound` (Group, Project), `Forbidden`, `NotAllowed` where memberships are locked, `NotFound` (User),
 * `Conflict` (`Member already exists`), `Invalid`.
 */
export const addMember: UseCase<Membership, MemberRow> = async (forge, { principal, context }, input) => {
  const source = administeredSource(forge, principal, input)
  if (E.isLeft(source)) return source
  return source.right.locked ? refuse(notAllowed) : addTo(forge, context, source.right, input)
}

/** Several users to add in the same role. */
export interface AddMembers extends Omit<Membership, 'userId'> {
  readonly userIds: ReadonlyArray<number>
}

/**
 * Adds several users; errors are returned by user name (or by id, for unknown users). Rejections: those of `addMember`, for the
 * group or project; `BadRequest` for more than 100.
 */
export const addMembers: UseCase<AddMembers, ReadonlyMap<string, Rejection>> = async (
  forge,
  { principal, context },
  input,
) => {
  const source = administeredSource(forge, principal, input)
  if (E.isLeft(source)) return source
  if (source.right.locked) return refuse(notAllowed)
  if (areTooMany(input.userIds.length)) return refuse(tooManyUsers)
  const refusals = new Map<string, Rejection>()
  for (const userId of input.userIds) {
    const added = await addTo(forge, withNewCommandId(forge, context), source.right, { ...input, userId })
    if (E.isLeft(added)) refusals.set(forge.read.users.byId(userId)?.username ?? String(userId), added.left)
  }
  return E.right(refusals)
}

/** Whether the change of a direct membership leaves its group without an owner; projects need none. */
const losesLastOwner = (
  forge: Forge,
  { source, id }: SourceAccess,
  { userId, level }: Pick<MemberRow, 'userId' | 'level'>,
  next?: AccessLevel,
): boolean =>
  source === 'group' && !keepsAnOwner({ level, otherOwners: forge.read.members.otherOwners(id, userId) }, next)

/** Changes a direct membership. Rejections: `NotFound`, `Forbidden` (also for the last owner of a group), `RecordNotFound`, `Invalid`. */
export const changeMember: UseCase<Membership, MemberRow> = async (forge, { principal, context }, input) => {
  const found = administeredSource(forge, principal, input)
  if (E.isLeft(found)) return found
  const source = found.right
  const { userId, level, expiresAt } = input
  const before = forge.read.members.find(source.source, source.id, userId)
  if (before === undefined) return refuse(recordNotFound)
  if (!mayGrant(source, level) || !mayGrant(source, before.level)) return refuse(forbidden())
  if (losesLastOwner(forge, source, before, level)) return refuse(forbidden())
  const inherited = forge.read.members.inheritedRole(source.source, source.id, userId)
  const done = await forge.aggregates.execute(
    member,
    membershipId(source.source, source.id, userId),
    { type: 'Change', source: source.source, level, expiresAt, today: dayOf(context.at), inherited },
    context,
  )
  return E.isLeft(done) ? done : shownMember(forge, source, userId)
}

const isSelf = (principal: Principal, userId: number): boolean =>
  principal.kind === 'user' && principal.userId === userId

/** Which membership to end. */
export interface MemberRemoval extends SourceRef {
  readonly userId: number
  /** Keeps direct memberships below the group. */
  readonly skipSubresources: boolean
}

/** Direct memberships of a user in groups and projects below a group. */
const below = (
  forge: Forge,
  groupId: number,
  userId: number,
): ReadonlyArray<Pick<MemberRow, 'source' | 'sourceId'>> => {
  const groups = new Set(forge.read.groups.withDescendants(groupId))
  return forge.read.members.ofUser(userId).filter(({ source, sourceId }) => {
    if (source === 'group') return sourceId !== groupId && groups.has(sourceId)
    const inGroup = forge.read.projects.byId(sourceId)?.groupId
    return typeof inGroup === 'number' && groups.has(inGroup)
  })
}

/**
 * Ends a direct membership, and those below a group; users may end their own. Rejections: `NotFound`, `Forbidden` (also for the last owner of
 * a group), `RecordNotFound`.
 */
export const removeMember: UseCase<MemberRemoval, void> = async (forge, { principal, context }, input) => {
  const { userId } = input
  const found = findSource(forge, principal, input)
  if (E.isLeft(found)) return found
  const source = found.right
  const row = forge.read.members.find(source.source, source.id, userId)
  if (row === undefined) return refuse(source.mayRead ? recordNotFound : forbidden())
  const allowed = isSelf(principal, userId) || (source.mayAdminister && mayGrant(source, row.level))
  if (!allowed || losesLastOwner(forge, source, row)) return refuse(forbidden())
  const done = await forge.aggregates.execute(
    member,
    membershipId(source.source, source.id, userId),
    { type: 'Remove' },
    context,
  )
  if (E.isLeft(done)) return done
  if (source.source === 'project' || input.skipSubresources) return E.right(undefined)
  for (const one of below(forge, source.id, userId)) {
    const id = membershipId(one.source, one.sourceId, userId)
    const gone = await forge.aggregates.execute(member, id, { type: 'Remove' }, withNewCommandId(forge, context))
    if (E.isLeft(gone) && gone.left.kind !== 'RecordNotFound') return gone
  }
  return E.right(undefined)
}
