import type { Forge } from '@forgefold/core/app'
import type {
  PipelineScheduleAlone,
  PipelineScheduleRow,
  PipelineScheduleVariable,
} from '@forgefold/core/domains/delivery/pipeline-schedule'
import { userSummary } from '../../identity/users/presenter.js'
import { presentPipeline } from '../../projects/repository/pipeline-presenter.js'

/** A decrypted variable of a schedule. */
export const presentScheduleVariable = ({ key, type, value }: PipelineScheduleVariable) => ({
  key,
  variable_type: type,
  value,
})

/** A pipeline schedule in a list. */
export const presentSchedule = (forge: Forge, row: PipelineScheduleRow) => ({
  id: row.id,
  description: row.description,
  ref: row.ref,
  cron: row.cron,
  cron_timezone: row.timezone,
  next_run_at: row.nextRunAt,
  active: row.active,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  owner: userSummary(forge, row.ownerId),
})

/** A pipeline schedule by itself. */
export const presentScheduleAlone = (forge: Forge, { schedule, lastPipeline, variables }: PipelineScheduleAlone) => ({
  ...presentSchedule(forge, schedule),
  last_pipeline: lastPipeline === undefined ? null : presentPipeline(forge, lastPipeline),
  ...(variables === undefined ? {} : { variables: variables.map(presentScheduleVariable) }),
})
