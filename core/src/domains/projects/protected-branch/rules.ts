import type { Forge } from '../../../app/forge.js'
import { branchOf } from '../repository/ref-names.js'
import type { RefRequest, RefRules } from '../repository/ref-rules.js'
import type { Applicant, ProtectionAccess } from './access.js'
import { allows, meansBranch } from './access.js'
import type { ProtectedBranchData } from './aggregate.js'
import { defaultAccess } from './default-protection.js'

const MAINTAINER = 40

type Protection = Pick<ProtectedBranchData, 'push' | 'merge' | 'allowForcePush'>

const access = (level: number): ProtectionAccess => ({ id: 0, level, userId: null, groupId: null })

/** Until it is decided, a first branch counts as protected the way it is about to be. */
const undecided = (forge: Forge, projectId: number, branch: string): ReadonlyArray<Protection> => {
  const project = forge.read.projects.byId(projectId)
  if (project === undefined || project.defaultBranch !== branch) return []
  if (forge.read.protectedBranches.isSettled(projectId)) return []
  const levels = defaultAccess(forge, project)
  return levels === null ? [] : [{ push: [access(levels.push)], merge: [access(levels.merge)], allowForcePush: false }]
}

/** Every protection that means the branch. */
const protectionsOf = (forge: Forge, projectId: number, branch: string): ReadonlyArray<Protection> => {
  const rows = forge.read.protectedBranches.ofProject(projectId).filter(({ name }) => meansBranch(name, branch))
  return rows.length > 0 ? rows : undecided(forge, projectId, branch)
}

/** Who asks; undefined for those who are no user. */
export const applicantOf = (
  forge: Forge,
  { principal, projectId }: Pick<RefRequest, 'principal' | 'projectId'>,
): Applicant | undefined => {
  if (principal.kind !== 'user') return undefined
  const { userId, admin } = principal
  return {
    userId,
    admin,
    level: forge.read.projects.level(userId, projectId),
    isInGroup: (groupId) => forge.read.groups.level(userId, groupId) > 0,
  }
}

const PUSH = 'You are not allowed to push code to protected branches on this project.'
const FORCE = 'You are not allowed to force push code to a protected branch on this project.'
const DELETE_BY_PUSH = 'You can only delete protected branches using the web interface.'
const DELETE =
  'You are not allowed to delete protected branches from this project. Only a project maintainer or owner can delete a protected branch.'

/** What the protections say against it. */
const refusalBy = (protections: ReadonlyArray<Protection>, who: Applicant, request: RefRequest): string | undefined => {
  const { change, via, forced } = request
  const may = (list: 'push' | 'merge'): boolean =>
    protections.some((protection) => protection[list].some((one) => allows(one, who)))
  if (change === 'delete') {
    if (!who.admin && who.level < MAINTAINER) return DELETE
    return via === 'push' ? DELETE_BY_PUSH : undefined
  }
  if (forced && !protections.some(({ allowForcePush }) => allowForcePush)) return FORCE
  return may('push') || (via === 'merge' && may('merge')) ? undefined : PUSH
}

/** Protected branches as rules over refs; the forge is asked for when it is whole. */
export const branchRules = (forge: () => Forge): Partial<RefRules> => ({
  refusal: (request) => {
    const branch = branchOf(request.ref)
    if (branch === undefined) return undefined
    const protections = protectionsOf(forge(), request.projectId, branch)
    if (protections.length === 0) return undefined
    const who = applicantOf(forge(), request)
    return who === undefined ? PUSH : refusalBy(protections, who, request)
  },
  isProtected: (projectId, ref) => {
    const branch = branchOf(ref)
    return branch !== undefined && protectionsOf(forge(), projectId, branch).length > 0
  },
  developersMay: (projectId, ref, what) => {
    const branch = branchOf(ref)
    if (branch === undefined) return false
    const protections = protectionsOf(forge(), projectId, branch)
    return protections.some((protection) => protection[what].some(({ level }) => level === 30))
  },
})
