import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { PipelineScheduleDetails, PipelineScheduleVariable } from './aggregate.js'

/** A pipeline schedule in the read model. */
export interface PipelineScheduleRow extends PipelineScheduleDetails {
  readonly id: number
  readonly projectId: number
  readonly ownerId: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Which schedules of a project a list contains. */
export interface PipelineScheduleFilter {
  readonly projectId: number
  readonly active?: boolean | undefined
}

/** The queries of pipeline schedules. */
export interface PipelineScheduleQueries {
  readonly find: (projectId: number, id: number) => PipelineScheduleRow | undefined
  /** By id. */
  readonly list: (filter: PipelineScheduleFilter, page: PageRequest) => Page<PipelineScheduleRow>
  /** Active ones of projects that are not archived and that are due, the most overdue first. */
  readonly due: (now: Instant, most: number) => ReadonlyArray<PipelineScheduleRow>
  /** In creation order; the values are sealed. */
  readonly variables: (id: number) => ReadonlyArray<PipelineScheduleVariable>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly pipelineSchedules: PipelineScheduleQueries
  }
}
