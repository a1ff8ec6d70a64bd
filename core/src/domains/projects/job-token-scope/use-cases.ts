import * as E from 'fp-ts/lib/Either.js'
import type { Query, UseCase } from '../../../app/forge.js'
import { badRequest, missing, refuse } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findProject, type ProjectRef, projectFor, projectNamed } from '../project/access.js'
import type { ProjectRow } from '../project/queries.js'
import { jobTokenScope } from './aggregate.js'

/** How far job tokens reach. */
export interface JobTokenScope {
  /** Only jobs of listed projects reach this one. */
  readonly inbound: boolean
  /** The jobs of this project reach no other private one. */
  readonly outbound: boolean
}

/** How far job tokens reach from and into a project. Rejections: `NotFound` (Project); `Forbidden` to all but maintainers. */
export const getJobTokenScope: Query<ProjectRef, JobTokenScope> = (forge, { principal }, ref) => {
  const access = projectFor(forge, principal, ref, 'admin_project')
  if (E.isLeft(access)) return access
  const { id, ciJobTokenScopeEnabled: outbound } = access.right.project
  return E.right({ inbound: forge.read.jobTokenScopes.isInbound(id), outbound })
}

/** Lets the list of a project count, or not. Rejections: `NotFound` (Project); `Forbidden` to all but maintainers. */
export const setInboundScope: UseCase<{ readonly project: ProjectRef; readonly enabled: boolean }, unknown> = async (
  forge,
  { principal, context },
  { project, enabled },
) => {
  const access = projectFor(forge, principal, project, 'admin_project')
  if (E.isLeft(access)) return access
  return forge.aggregates.execute(jobTokenScope, access.right.project.id, { type: 'SetInbound', enabled }, context)
}

/** Which page of the list of a project. */
export interface ListAllowedProjects {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** The projects whose jobs reach one, itself among them, by id. Rejections: `NotFound` (Project); `Forbidden` to all but maintainers. */
export const listAllowedProjects: Query<ListAllowedProjects, Page<ProjectRow>> = (
  forge,
  { principal },
  { project, page },
) => {
  const access = projectFor(forge, principal, project, 'admin_project')
  if (E.isLeft(access)) return access
  const { rows, total } = forge.read.jobTokenScopes.list(access.right.project.id, page)
  return E.right({ rows: rows.flatMap((id) => forge.read.projects.byId(id) ?? []), total })
}

/** A project, and another whose jobs are to reach it or no longer. */
export interface AllowedProject {
  readonly project: ProjectRef
  readonly targetId: number
}

/** The two by their numbers. */
export interface AllowedPair {
  readonly projectId: number
  readonly targetId: number
}

const UNREACHABLE =
  "The target_project that you are attempting to access does not exist or you don't have permission to perform this action"

/**
 * Puts a project on the list of another. Rejections: `NotFound` (Project); `Forbidden` to all but maintainers; `Missing` for none of that
 * number; `BadRequest` for one that the caller may not see, for one that is listed, for the project itself, and where the list is full.
 */
export const allowProject: UseCase<AllowedProject, AllowedPair> = async (
  forge,
  { principal, context },
  { project, targetId },
) => {
  const access = projectFor(forge, principal, project, 'admin_project')
  if (E.isLeft(access)) return access
  const { id: projectId } = access.right.project
  if (projectNamed(forge, targetId) === undefined) return refuse(missing('target_project_id not found'))
  if (E.isLeft(findProject(forge, principal, targetId))) return refuse(badRequest(UNREACHABLE))
  const done = await forge.aggregates.execute(jobTokenScope, projectId, { type: 'Allow', projectId, targetId }, context)
  return E.map(() => ({ projectId, targetId }))(done)
}

/** Takes a project off the list of another. Rejections: `NotFound` (Project, either); `Forbidden` to all but maintainers; `BadRequest` for one that is not on it. */
export const disallowProject: UseCase<AllowedProject, unknown> = async (
  forge,
  { principal, context },
  { project, targetId },
) => {
  const access = projectFor(forge, principal, project, 'admin_project')
  if (E.isLeft(access)) return access
  const target = findProject(forge, principal, targetId)
  if (E.isLeft(target)) return target
  const { id: projectId } = access.right.project
  return forge.aggregates.execute(jobTokenScope, projectId, { type: 'Disallow', projectId, targetId }, context)
}
