import * as E from 'fp-ts/lib/Either.js'
import {
  anonymous,
  canInProject,
  type Principal,
  type ProjectAbility,
  type Viewer,
  viewerOf,
} from '../../../access/index.js'
import type { Forge, Tier } from '../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import { isBarred } from './external-access.js'
import type { ProjectRow } from './queries.js'

/** A project, with the caller's role in it. */
export interface ProjectAccess {
  readonly project: ProjectRow
  readonly viewer: Viewer
  readonly tier: Tier
}

/** A project as the API names it: an id, or a full path with a slash in it. */
export type ProjectRef = number | string

/** A project by id or path, without regard to the caller. */
export const projectNamed = (forge: Forge, ref: ProjectRef): ProjectRow | undefined => {
  if (typeof ref === 'number') return forge.read.projects.byId(ref)
  if (/^\d+$/.test(ref)) return forge.read.projects.byId(Number(ref))
  return ref.includes('/') ? forge.read.projects.byFullPath(ref) : undefined
}

/** Whether the caller has the ability in the project. */
export const mayInProject = (access: ProjectAccess, ability: ProjectAbility): boolean =>
  canInProject(ability, access.viewer, access.project, access.tier)

/** Whether a project accepts the job tokens of another one: it allows that project, or all projects. Older releases have no such restriction. */
export const listsJobsOf = (forge: Forge, projectId: number, home: number): boolean =>
  releaseHas('job_token_scope.inbound', forge.instance.release) &&
  (!forge.read.jobTokenScopes.isInbound(projectId) || forge.read.jobTokenScopes.isAllowed(projectId, home))

/**
 * Whether a project is out of reach for a job token: private projects other than its own that restrict their jobs, and projects that accept
 * allowed projects only (docs/reference/behaviour/delivery.md#job-tokens).
 */
const isBeyondJob = (forge: Forge, principal: Principal, project: ProjectRow): boolean => {
  if (principal.kind !== 'user' || principal.credential.kind !== 'job') return false
  const home = principal.credential.projectId
  if (home === undefined || home === project.id || project.visibility !== 'private') return false
  if (forge.read.projects.byId(home)?.ciJobTokenScopeEnabled ?? true) return true
  return releaseHas('job_token_scope.inbound', forge.instance.release) && !listsJobsOf(forge, project.id, home)
}

/** The access of a principal to a project, whether or not they may see it. */
export const accessTo = (forge: Forge, principal: Principal, project: ProjectRow): ProjectAccess => {
  const { tier } = forge.instance
  if (isBarred(forge, principal, project)) return { project, viewer: { ...viewerOf(anonymous, 0), barred: true }, tier }
  if (isBeyondJob(forge, principal, project)) return { project, viewer: viewerOf(anonymous, 0), tier }
  const level = principal.kind === 'user' ? forge.read.projects.level(principal.userId, project.id) : 0
  return { project, viewer: viewerOf(principal, level), tier }
}

/** Finds a project that the caller may see. Rejections: `NotFound` (Project), also where it is hidden from them. */
export const findProject = (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
): E.Either<Rejection, ProjectAccess> => {
  const project = projectNamed(forge, ref)
  if (project === undefined) return refuse(notFound('Project'))
  const access = accessTo(forge, principal, project)
  return mayInProject(access, 'read_project') ? E.right(access) : refuse(notFound('Project'))
}

/** Finds a project in which the caller has this ability. Rejections: `NotFound` (Project); `Forbidden`. */
export const projectFor = (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
  ability: ProjectAbility,
): E.Either<Rejection, ProjectAccess> => {
  const found = findProject(forge, principal, ref)
  if (E.isLeft(found) || mayInProject(found.right, ability)) return found
  return refuse(forbidden())
}
