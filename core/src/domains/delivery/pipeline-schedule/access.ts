import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel, type Principal } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse } from '../../../kernel/index.js'
import { mayInProject, type ProjectAccess, type ProjectRef, projectFor } from '../../projects/project/access.js'
import type { PipelineScheduleRow } from './queries.js'

/** A schedule as the API names it. */
export interface PipelineScheduleRef {
  readonly project: ProjectRef
  readonly id: number
}

/** A schedule, with the caller's role in its project. */
export interface ScheduleAccess {
  readonly row: PipelineScheduleRow
  readonly access: ProjectAccess
}

/** Finds a schedule that the caller may see. Rejections: `NotFound` (Project, Pipeline Schedule); `Forbidden`. */
export const findSchedule = (
  forge: Forge,
  principal: Principal,
  { project, id }: PipelineScheduleRef,
): E.Either<Rejection, ScheduleAccess> => {
  const access = projectFor(forge, principal, project, 'read_pipeline')
  if (E.isLeft(access)) return access
  const row = forge.read.pipelineSchedules.find(access.right.project.id, id)
  return row === undefined ? refuse(notFound('Pipeline Schedule')) : E.right({ row, access: access.right })
}

const isMaintainer = ({ viewer }: ProjectAccess): boolean => effectiveLevel(viewer) >= ACCESS.maintainer

/** Whether the caller may change a schedule and see its variables: its owner while they may create pipelines, and maintainers. */
export const mayEditSchedule = (principal: Principal, { row, access }: ScheduleAccess): boolean => {
  const own = principal.kind === 'user' && principal.userId === row.ownerId
  return mayInProject(access, 'create_pipeline') && (own || isMaintainer(access))
}

/** Finds a schedule that the caller may change. Rejections: `NotFound` (Project, Pipeline Schedule); `Forbidden`. */
export const editableSchedule = (
  forge: Forge,
  principal: Principal,
  ref: PipelineScheduleRef,
): E.Either<Rejection, ScheduleAccess> => {
  const found = findSchedule(forge, principal, ref)
  return E.isRight(found) && !mayEditSchedule(principal, found.right) ? refuse(forbidden()) : found
}

/** Finds a schedule whose ownership the caller may take. Rejections: `NotFound` (Project, Pipeline Schedule); `Forbidden` below maintainers. */
export const takeableSchedule = (
  forge: Forge,
  principal: Principal,
  ref: PipelineScheduleRef,
): E.Either<Rejection, ScheduleAccess> => {
  const found = findSchedule(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { access } = found.right
  return isMaintainer(access) && mayInProject(access, 'create_pipeline') ? found : refuse(forbidden())
}
