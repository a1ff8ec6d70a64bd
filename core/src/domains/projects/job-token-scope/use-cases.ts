import * as E from 'fp-ts/lib/Either.js'
import type { Query, UseCase } from '../../../app/forge.js'
import { badRequest, missing, refuse } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findProject, type ProjectRef, projectFor, projectNamed } from '../project/access.js'
import type { ProjectRow } from '../project/queries.js'
import { jobTokenScope } from './aggregate.js'

/** The job token scope of a project. */
export interface JobTokenScope {
  /** Only jobs of allowed projects have access to this one. */
  readonly inbound: boolean
  /** The jobs of this project have access to no other private one. */
  readonly outbound: boolean
}

/** The job token scope of a project. Rejections: `NotFound` (Project); `Forbidden` below maintainers. */
export const getJobTokenScope: Query<ProjectRef, JobTokenScope> = (forge, { principal }, ref) => {
  const access = projectFor(forge, principal, ref, 'admin_project')
  if (E.isLeft(access)) return access
  const { id, ciJobTokenScopeEnabled: outbound } = access.right.project
  return E.right({ inbound: forge.read.jobTokenScopes.isInbound(id), outbound })
}

/** Restricts access to allowed projects, or not. Rejections: `NotFound` (Project); `Forbidden` below maintainers. */
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

/** The projects whose jobs have access to one, itself included, by id. Rejections: `NotFound` (Project); `Forbidden` below maintainers. */
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

/** A project, and another whose jobs may have access to it. */
export interface AllowedProject {
  readonly project: ProjectRef
  readonly targetId: number
}

/** The two by their ids. */
export interface AllowedPair {
  readonly projectId: number
  readonly targetId: number
}

const UNREACHABLE =
  "The target_project that you are attempting to access does not exist or you don't have permission to perform this action"

/**
 * Allows the jobs of another project. Rejections: `NotFound` (Project); `Forbidden` below maintainers; `Missing` for an unknown id;
 * `BadRequest` for a project that the caller may not see or that is allowed already, for the project itself, and at the limit.
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

/**
 * Disallows the jobs of another project. Rejections: `NotFound` (Project, either); `Forbidden` below maintainers; `BadRequest` for a project
 * that is not allowed.
 */
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
