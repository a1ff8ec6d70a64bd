import type { Principal } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { releaseHas } from '../../../releases/index.js'
import { groupNameFor } from '../../projects/group/access.js'
import type { EnvironmentTier } from '../environment-naming/tier.js'
import type { AccessGrant } from './access-levels.js'
import type { ApprovalRequirement } from './policy.js'
import { mayDeploy, requirementOf, type UserFacts } from './policy.js'
import type { ProtectedEnvironmentRow } from './queries.js'

/** The target of a deployment, as protections need it. */
export interface DeploymentTarget {
  readonly projectId: number
  readonly name: string
  readonly tier: EnvironmentTier
}

const NONE: ReadonlyArray<ProtectedEnvironmentRow> = []

/** The protections that apply: the project's own by name, those of its groups by tier; none on a tier of the instance without protected environments. */
export const protectionsOf = (forge: Forge, place: DeploymentTarget): ReadonlyArray<ProtectedEnvironmentRow> => {
  if (forge.instance.tier === 'free') return NONE
  const { protectedEnvironments } = forge.read
  const own = protectedEnvironments.find('project', place.projectId, place.name)
  const groupId = forge.read.projects.byId(place.projectId)?.groupId ?? null
  if (groupId === null) return own === undefined ? NONE : [own]
  const groups = forge.read.groups.withAncestors(groupId)
  return [own, ...groups.map((id) => protectedEnvironments.find('group', id, place.tier))].filter(
    (row) => row !== undefined,
  )
}

/** The approvals that a job needs before it may deploy there; undefined where none are required, or the release has no approvals. */
export const approvalsNeeded = (forge: Forge, place: DeploymentTarget): ApprovalRequirement | undefined =>
  releaseHas('deployments.approval', forge.instance.release) ? requirementOf(protectionsOf(forge, place)) : undefined

/** The facts about a user that protections depend on. */
export const userFactsIn = (forge: Forge, projectId: number, userId: number, admin: boolean): UserFacts => ({
  userId,
  admin,
  level: forge.read.projects.level(userId, projectId),
  isMemberOf: (groupId) => forge.read.members.find('group', groupId, userId) !== undefined,
})

type OptionalUser = { readonly userId: number; readonly admin: boolean } | undefined

const mayDeployBy = (forge: Forge, place: DeploymentTarget, find: () => OptionalUser): boolean => {
  const protections = protectionsOf(forge, place)
  if (protections.length === 0) return true
  const who = find()
  return who !== undefined && mayDeploy(protections, userFactsIn(forge, place.projectId, who.userId, who.admin))
}

/** Whether the protections let the caller deploy to the target. */
export const mayDeployTo = (forge: Forge, principal: Principal, place: DeploymentTarget): boolean =>
  mayDeployBy(forge, place, () => (principal.kind === 'user' ? principal : undefined))

/** The same for the user for whom a job runs. */
export const mayDeployAs = (forge: Forge, userId: number | null, place: DeploymentTarget): boolean =>
  mayDeployBy(forge, place, () => {
    const user = userId === null ? undefined : forge.read.users.byId(userId)
    return user === undefined ? undefined : { userId: user.id, admin: user.admin }
  })

const ROLES: ReadonlyMap<number, string> = new Map([
  [30, 'Developers + Maintainers'],
  [40, 'Maintainers'],
  [60, 'Administrators'],
])

/** An access grant in words: the role, the user's or the group's name. */
export const describe = (forge: Forge, principal: Principal, { accessLevel, userId, groupId }: AccessGrant): string => {
  if (accessLevel !== null) return ROLES.get(accessLevel) ?? ''
  if (userId !== null) return forge.read.users.card(userId).name
  return groupId === null ? '' : groupNameFor(forge, principal, groupId)
}
