import type { Forge } from '../../../../app/forge.js'
import { type FieldErrors, fieldErrors, type Instant } from '../../../../kernel/index.js'
import type { PipelineScheduleDetails } from '../aggregate.js'

/** The times at which a schedule runs. */
type Times = Pick<PipelineScheduleDetails, 'cron' | 'timezone'>

const INVALID = ['is invalid syntax']

/** The errors of a cron expression and its time zone (docs/reference/behaviour/delivery.md#pipeline-schedules); undefined where both are valid. */
export const timeErrors = (forge: Pick<Forge, 'cron'>, { cron, timezone }: Times): FieldErrors | undefined =>
  fieldErrors({
    cron: forge.cron.isExpression(cron) ? [] : INVALID,
    cron_timezone: forge.cron.isTimezone(timezone) ? [] : INVALID,
  })

/** When a schedule runs next; null: never again. */
export const nextRunOf = (forge: Pick<Forge, 'cron'>, { cron, timezone }: Times, after: Instant): Instant | null =>
  forge.cron.next(cron, timezone, after) ?? null
