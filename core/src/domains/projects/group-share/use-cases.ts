import * as E from 'fp-ts/lib/Either.js'
import { type AccessLevel, visibilityScopeOf } from '../../../access/index.js'
import { executeForEach } from '../../../app/execute-for-each.js'
import type { Forge, Query, UseCase, VisibleLookup } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { type Day, dayOf, forbidden, notFound, type Rejection, refuse, refused } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findGroup } from '../group/access.js'
import type { GroupRow } from '../group/queries.js'
import type { MemberSource } from '../member/events.js'
import { mayGrant } from '../member/policy.js'
import { administeredSource, type SourceAccess, type SourceRef } from '../member/steps/source.js'
import { findProject, type ProjectRef } from '../project/access.js'
import { alreadyShared, groupShare, groupShareId } from './aggregate.js'
import type { GroupShareRow } from './queries.js'

/** A new share. */
export interface NewGroupShare extends SourceRef {
  readonly groupId: number
  readonly level: AccessLevel
  readonly expiresAt: Day | null
}

const isBelow = (forge: Forge, groupId: number, ancestorId: number): boolean =>
  forge.read.groups.withAncestors(groupId).includes(ancestorId)

/** The refusal where rules of the groups around it forbid the share. */
const obstacle = (forge: Forge, { source, id }: SourceAccess, groupId: number): Rejection | undefined => {
  const home = source === 'group' ? id : (forge.read.projects.byId(id)?.groupId ?? null)
  if (home === null) return undefined
  const [root = home] = forge.read.groups.withAncestors(home).slice(-1)
  const outside = !isBelow(forge, groupId, root)
  if (outside && forge.read.groups.byId(root)?.preventSharingGroupsOutsideHierarchy === true) return notFound()
  if (source === 'group') return isBelow(forge, home, groupId) ? notFound() : undefined
  if (forge.read.groups.byId(home)?.shareWithGroupLock === true)
    return refused('The project sharing with group is disabled')
  return isBelow(forge, home, groupId)
    ? { kind: 'Conflict', message: 'Project cannot be shared with the group it is in or one of its ancestors.' }
    : undefined
}

/**
 * Gives the members of a group a role in a project, or in another group.
 *
 * Rejections, in this order: `NotFound` (Project, Group), `Forbidden`, `NotFound` (Group) for the one it is shared with, those of the groups
 * around it, `Conflict` where it is shared already, `Invalid` (expires_at). docs/reference/behaviour/projects.md#sharing-with-groups
 */
export const shareWithGroup: UseCase<NewGroupShare, GroupShareRow> = async (forge, { principal, context }, input) => {
  const found = administeredSource(forge, principal, input)
  if (E.isLeft(found)) return found
  const { groupId, level, expiresAt } = input
  const guest = findGroup(forge, principal, groupId)
  if (E.isLeft(guest)) return guest
  if (!mayGrant(found.right, level)) return refuse(forbidden())
  const refusal = obstacle(forge, found.right, groupId)
  if (refusal !== undefined) return refuse(refusal)
  const { source, id: sourceId } = found.right
  if (forge.read.groupShares.find(source, sourceId, groupId) !== undefined) return refuse(alreadyShared)
  const number = await forge.numbers.next('group_share')
  if (E.isLeft(number)) return number
  const done = await forge.aggregates.execute(
    groupShare,
    groupShareId(source, sourceId, groupId),
    { type: 'Share', number: number.right, source, sourceId, groupId, level, expiresAt, today: dayOf(context.at) },
    context,
  )
  if (E.isLeft(done)) return done
  return shownRow(forge.read.groupShares.find(source, sourceId, groupId), 'share')
}

/** A share as the API names it. */
export interface GroupShareRef extends SourceRef {
  readonly groupId: number
}

/** Deletes a share. Rejections: `NotFound` (Project, Group, Group Link); `Forbidden`. */
export const endSharing: UseCase<GroupShareRef, unknown> = async (forge, { principal, context }, ref) => {
  const found = administeredSource(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { source, id } = found.right
  if (forge.read.groupShares.find(source, id, ref.groupId) === undefined) return refuse(notFound('Group Link'))
  return forge.aggregates.execute(groupShare, groupShareId(source, id, ref.groupId), { type: 'End' }, context)
}

/** Ends every share whose expiry day has come; called at start and after each midnight UTC. Returns how many ended. */
export const expireShares: UseCase<void, number> = (forge, { context }) => {
  const today = dayOf(forge.clock.now())
  return executeForEach(forge, context, forge.read.groupShares.expired(today), ({ source, sourceId, groupId }, own) =>
    forge.aggregates.execute(groupShare, groupShareId(source, sourceId, groupId), { type: 'Expire', today }, own),
  )
}

/** The shared project or group, which the caller may see. */
export interface ShareTarget {
  readonly source: MemberSource
  readonly id: number
}

/** The shares of a project or group, without those with groups that the caller may not see. */
export const visibleShares: VisibleLookup<ShareTarget, ReadonlyArray<GroupShareRow>> = (
  forge,
  { principal },
  { source, id },
) => {
  const rows = forge.read.groupShares.of(source, id)
  return rows.length === 0 ? rows : rows.filter(({ groupId }) => E.isRight(findGroup(forge, principal, groupId)))
}

/** Which groups of a project a list contains: those above it, and those it is shared with. */
export interface ListProjectGroups {
  readonly project: ProjectRef
  readonly shared: boolean
  /** Of the groups it is shared with, only those with at least this role. */
  readonly least: AccessLevel
  readonly search: string | undefined
  readonly skip: ReadonlyArray<number> | undefined
  readonly page: PageRequest
}

/** The groups above a project or with a share of it that the caller may see, by id. Rejections: `NotFound` (Project). */
export const listProjectGroups: Query<ListProjectGroups, Page<GroupRow>> = (forge, { principal }, input) => {
  const { project: ref, shared, least, page, ...filter } = input
  const found = findProject(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { id, groupId } = found.right.project
  const above = groupId === null ? [] : forge.read.groups.withAncestors(groupId)
  const guests = shared ? forge.read.groupShares.of('project', id).filter(({ level }) => level >= least) : []
  const only = [...above, ...guests.map((share) => share.groupId)]
  const visibleTo = visibilityScopeOf(principal)
  return E.right(forge.read.groups.list({ ...filter, only, visibleTo, orderBy: 'id', sort: 'asc' }, page))
}
