import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { createStream } from '../../../../app/create-stream.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { type FieldErrors, fieldErrors, forbidden, invalid, type Rejection, refuse } from '../../../../kernel/index.js'
import { currentLimits } from '../../../instance/plan-limits/use-cases.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { editableSchedule, type PipelineScheduleRef, takeableSchedule } from '../access.js'
import { type PipelineScheduleDetails, pipelineSchedule } from '../aggregate.js'
import { getPipelineSchedule, type PipelineScheduleAlone } from './find.js'

type Settable = Omit<PipelineScheduleDetails, 'nextRunAt'>

const shown = (forge: Forge, { principal }: Caller, ref: PipelineScheduleRef) =>
  getPipelineSchedule(forge, { principal }, ref)

/** A new schedule. */
export interface NewPipelineSchedule extends Settable {
  readonly project: ProjectRef
}

/** Whether a project has as many schedules as the plan limits say. */
const isFull = ({ read }: Forge, projectId: number, most: number): boolean =>
  most > 0 && read.pipelineSchedules.list({ projectId }, { page: most, perPage: 1 }).rows.length > 0

/** The times at which a schedule runs. */
type Times = Pick<PipelineScheduleDetails, 'cron' | 'timezone'>

const INVALID = ['is invalid syntax']

/** The errors of a cron expression and its time zone (docs/reference/behaviour/delivery.md#pipeline-schedules); undefined where both are valid. */
const timeErrors = (forge: Forge, { cron, timezone }: Times): FieldErrors | undefined =>
  fieldErrors({
    cron: forge.cron.isExpression(cron) ? [] : INVALID,
    cron_timezone: forge.cron.isTimezone(timezone) ? [] : INVALID,
  })

/** Makes a schedule; its pipelines act for its maker. Rejections: `NotFound` (Project); `Forbidden`; `Invalid` (description, cron, cron_timezone; base where there are too many). */
export const createPipelineSchedule: UseCase<NewPipelineSchedule, PipelineScheduleAlone> = async (
  forge,
  caller,
  { project, ...wanted },
) => {
  const { principal, context } = caller
  const access = projectFor(forge, principal, project, 'create_pipeline')
  if (E.isLeft(access)) return access
  if (principal.kind !== 'user') return refuse(forbidden())
  const wrong = timeErrors(forge, wanted)
  if (wrong !== undefined) return refuse(invalid(wrong))
  const projectId = access.right.project.id
  const most = currentLimits(forge, undefined).ci_pipeline_schedules
  if (isFull(forge, projectId, most))
    return refuse(invalid({ base: [`Maximum number of pipeline schedules (${most}) exceeded`] }))
  const nextRunAt = forge.cron.next(wanted.cron, wanted.timezone, context.at) ?? null
  const command = { type: 'Create', projectId, ownerId: principal.userId, ...wanted, nextRunAt } as const
  const made = await createStream(forge, pipelineSchedule, 'pipeline_schedule', command, context)
  return E.isLeft(made) ? made : shown(forge, caller, { project: projectId, id: made.right.id })
}

/** A change of a schedule; omitted fields stay as they are. */
export interface ChangePipelineSchedule {
  readonly ref: PipelineScheduleRef
  readonly changes: { readonly [Field in keyof Settable]?: Settable[Field] | undefined }
}

/** Changes a schedule. Rejections: `NotFound` (Project, Pipeline Schedule); `Forbidden`; `Invalid` (description, cron, cron_timezone). */
export const changePipelineSchedule: UseCase<ChangePipelineSchedule, PipelineScheduleAlone> = async (
  forge,
  caller,
  { ref, changes },
) => {
  const found = editableSchedule(forge, caller.principal, ref)
  if (E.isLeft(found)) return found
  const { row } = found.right
  const { cron = row.cron, timezone = row.timezone, active = row.active } = changes
  const wrong = timeErrors(forge, { cron, timezone })
  if (wrong !== undefined) return refuse(invalid(wrong))
  const retimed = cron !== row.cron || timezone !== row.timezone || (active && !row.active)
  const nextRunAt = retimed ? (forge.cron.next(cron, timezone, caller.context.at) ?? null) : row.nextRunAt
  const command = { type: 'Change', changes: { ...changes, nextRunAt } } as const
  const done = await forge.aggregates.execute(pipelineSchedule, row.id, command, caller.context)
  return E.isLeft(done) ? done : shown(forge, caller, ref)
}

/**
 * Makes the caller the owner of a schedule, for whom its pipelines run. Rejections: `NotFound` (Project, Pipeline Schedule); `Forbidden` below
 * maintainers.
 */
export const takePipelineSchedule: UseCase<PipelineScheduleRef, PipelineScheduleAlone> = async (forge, caller, ref) => {
  const found = takeableSchedule(forge, caller.principal, ref)
  if (E.isLeft(found)) return found
  if (caller.principal.kind !== 'user') return refuse(forbidden())
  const command = { type: 'Take', ownerId: caller.principal.userId } as const
  const done = await forge.aggregates.execute(pipelineSchedule, found.right.row.id, command, caller.context)
  return E.isLeft(done) ? done : shown(forge, caller, ref)
}

/** Deletes a schedule; its pipelines stay. Rejections: `NotFound` (Project, Pipeline Schedule); `Forbidden`. */
export const deletePipelineSchedule: UseCase<PipelineScheduleRef, unknown> = async (
  forge,
  { principal, context },
  ref,
): Promise<E.Either<Rejection, unknown>> => {
  const found = editableSchedule(forge, principal, ref)
  if (E.isLeft(found)) return found
  return forge.aggregates.execute(pipelineSchedule, found.right.row.id, { type: 'Delete' }, context)
}
