import { ACCESS } from '../../../access/access-level.js'
import type { Forge } from '../../../app/forge.js'
import type { RefRequest, RefRules } from '../repository/ref-rules.js'
import { branchOf } from '../repository/refs.js'
import type { ProtectionAccess } from './access-levels.js'
import { defaultAccess } from './default-access-levels.js'
import { type BranchProtection, branchRefusal, coversRef, PUSH_REFUSED, type RefUpdater } from './policy.js'

const access = (level: number): ProtectionAccess => ({ id: 0, level, userId: null, groupId: null })

/** The protection that a project's first branch will get, until it is recorded. */
const pendingProtection = (forge: Forge, projectId: number, branch: string): ReadonlyArray<BranchProtection> => {
  const project = forge.read.projects.byId(projectId)
  if (project === undefined || project.defaultBranch !== branch) return []
  if (forge.read.protectedBranches.isSettled(projectId)) return []
  const levels = defaultAccess(forge, project)
  return levels === null ? [] : [{ push: [access(levels.push)], merge: [access(levels.merge)], allowForcePush: false }]
}

/** Every protection that covers the branch. */
const protectionsOf = (forge: Forge, projectId: number, branch: string): ReadonlyArray<BranchProtection> => {
  const rows = forge.read.protectedBranches.ofProject(projectId).filter(({ name }) => coversRef(name, branch))
  return rows.length > 0 ? rows : pendingProtection(forge, projectId, branch)
}

/** The caller as protections see them; undefined for callers who are no users. */
export const refUpdaterOf = (
  forge: Forge,
  { principal, projectId }: Pick<RefRequest, 'principal' | 'projectId'>,
): RefUpdater | undefined => {
  if (principal.kind !== 'user') return undefined
  const { userId, admin } = principal
  return {
    userId,
    admin,
    level: forge.read.projects.level(userId, projectId),
    isInGroup: (groupId) => forge.read.groups.level(userId, groupId) > 0,
  }
}

/** Protected branches as rules of refs; the forge is passed as a function because it is composed later. */
export const branchRules = (forge: () => Forge): Partial<RefRules> => ({
  refusal: (request) => {
    const branch = branchOf(request.ref)
    if (branch === undefined) return undefined
    const protections = protectionsOf(forge(), request.projectId, branch)
    if (protections.length === 0) return undefined
    const updater = refUpdaterOf(forge(), request)
    return updater === undefined ? PUSH_REFUSED : branchRefusal(protections, updater, request)
  },
  isProtected: (projectId, ref) => {
    const branch = branchOf(ref)
    return branch !== undefined && protectionsOf(forge(), projectId, branch).length > 0
  },
  developersMay: (projectId, ref, what) => {
    const branch = branchOf(ref)
    if (branch === undefined) return false
    const protections = protectionsOf(forge(), projectId, branch)
    return protections.some((protection) => protection[what].some(({ level }) => level === ACCESS.developer))
  },
})
