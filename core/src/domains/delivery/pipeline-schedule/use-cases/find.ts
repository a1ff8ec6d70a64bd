import * as E from 'fp-ts/lib/Either.js'
import type { Query } from '../../../../app/forge.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { PipelineRow } from '../../pipeline/queries.js'
import { findSchedule, mayEditSchedule, type PipelineScheduleRef } from '../access.js'
import type { PipelineScheduleVariable } from '../aggregate.js'
import type { PipelineScheduleRow } from '../queries.js'

/** Which schedules, and which page of them. */
export interface ListPipelineSchedules {
  readonly project: ProjectRef
  readonly active: boolean | undefined
  readonly page: PageRequest
}

/** Schedules of a project. Rejections: `NotFound` (Project); `Forbidden`. */
export const listPipelineSchedules: Query<ListPipelineSchedules, Page<PipelineScheduleRow>> = (
  forge,
  { principal },
  { project, active, page },
) => {
  const access = projectFor(forge, principal, project, 'read_pipeline')
  if (E.isLeft(access)) return access
  return E.right(forge.read.pipelineSchedules.list({ projectId: access.right.project.id, active }, page))
}

const madeBy = ({ id, projectId }: PipelineScheduleRow, sort: 'asc' | 'desc') =>
  ({ projectId, scheduleId: id, orderBy: 'id', sort }) as const

/** A schedule with the attributes that lists leave out. */
export interface PipelineScheduleAlone {
  readonly schedule: PipelineScheduleRow
  readonly lastPipeline: PipelineRow | undefined
  /** Decrypted, for those who may change it; undefined for others. */
  readonly variables: ReadonlyArray<PipelineScheduleVariable> | undefined
}

/** One schedule. Rejections: `NotFound` (Project, Pipeline Schedule); `Forbidden`. */
export const getPipelineSchedule: Query<PipelineScheduleRef, PipelineScheduleAlone> = (forge, { principal }, ref) => {
  const found = findSchedule(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row } = found.right
  const sealed = mayEditSchedule(principal, found.right) ? forge.read.pipelineSchedules.variables(row.id) : undefined
  return E.right({
    schedule: row,
    lastPipeline: forge.read.pipelines.list(madeBy(row, 'desc'), { page: 1, perPage: 1 }).rows[0],
    variables: sealed?.map((one) => ({ ...one, value: forge.secretBox.open(one.value) ?? '' })),
  })
}

/** The pipelines that a schedule made. Rejections: those of `getPipelineSchedule`. */
export const listScheduledPipelines: Query<PipelineScheduleRef & { readonly page: PageRequest }, Page<PipelineRow>> = (
  forge,
  { principal },
  { page, ...ref },
) => {
  const found = findSchedule(forge, principal, ref)
  return E.isLeft(found) ? found : E.right(forge.read.pipelines.list(madeBy(found.right.row, 'asc'), page))
}
