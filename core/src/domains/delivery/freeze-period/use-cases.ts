import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/index.js'
import { createStream } from '../../../app/create-stream.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import {
  type Changes,
  type FieldErrors,
  fieldErrors,
  invalid,
  notFound,
  type Rejection,
  refuse,
} from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../projects/project/access.js'
import { type FreezeTimes, freezePeriod } from './aggregate.js'
import type { FreezePeriodRow } from './queries.js'

/** A freeze period as the API names it. */
export interface FreezePeriodRef {
  readonly project: ProjectRef
  readonly id: number
}

const INVALID = [' is invalid syntax']

const timeErrors = ({ cron }: Forge, { start, end, timezone }: FreezeTimes): FieldErrors | undefined =>
  fieldErrors({
    freeze_start: cron.isExpression(start) ? [] : INVALID,
    freeze_end: cron.isExpression(end) ? [] : INVALID,
    cron_timezone: cron.isTimezone(timezone) ? [] : INVALID,
  })

/** Which page of the freeze periods of a project. */
export interface ListFreezePeriods {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** The freeze periods of a project. Rejections: `NotFound` (Project); `Forbidden` below reporters. */
export const listFreezePeriods: Query<ListFreezePeriods, Page<FreezePeriodRow>> = (
  forge,
  { principal },
  { project, page },
) => {
  const access = projectFor(forge, principal, project, 'read_freeze_period')
  return E.isLeft(access) ? access : E.right(forge.read.freezePeriods.list(access.right.project.id, page))
}

const find = (
  forge: Forge,
  principal: Principal,
  { project, id }: FreezePeriodRef,
  ability: 'read_freeze_period' | 'admin_freeze_period',
): E.Either<Rejection, FreezePeriodRow> => {
  const access = projectFor(forge, principal, project, ability)
  if (E.isLeft(access)) return access
  return E.fromNullable(notFound('Freeze Period'))(forge.read.freezePeriods.find(access.right.project.id, id))
}

/** One freeze period. Rejections: `NotFound` (Project, Freeze Period); `Forbidden`. */
export const getFreezePeriod: Query<FreezePeriodRef, FreezePeriodRow> = (forge, { principal }, ref) =>
  find(forge, principal, ref, 'read_freeze_period')

/** A new freeze period. */
export interface NewFreezePeriod extends FreezeTimes {
  readonly project: ProjectRef
}

const shown = (forge: Forge, projectId: number, id: number): E.Either<Rejection, FreezePeriodRow> => {
  return shownRow(forge.read.freezePeriods.find(projectId, id), 'freeze period')
}

/** Makes a freeze period. Rejections: `NotFound` (Project); `Forbidden` below maintainers; `Invalid` (freeze_start, freeze_end, cron_timezone). */
export const createFreezePeriod: UseCase<NewFreezePeriod, FreezePeriodRow> = async (
  forge,
  { principal, context },
  { project, ...times },
) => {
  const access = projectFor(forge, principal, project, 'admin_freeze_period')
  if (E.isLeft(access)) return access
  const wrong = timeErrors(forge, times)
  if (wrong !== undefined) return refuse(invalid(wrong))
  const { id: projectId } = access.right.project
  const made = await createStream(
    forge,
    freezePeriod,
    'freeze_period',
    { type: 'Create', projectId, ...times },
    context,
  )
  return E.isLeft(made) ? made : shown(forge, projectId, made.right.id)
}

/** A change of a freeze period; omitted fields stay as they are. */
export interface ChangeFreezePeriod extends FreezePeriodRef {
  readonly changes: Changes<FreezeTimes>
}

/** Changes a freeze period. Rejections: `NotFound` (Project, Freeze Period); `Forbidden`; `Invalid`. */
export const changeFreezePeriod: UseCase<ChangeFreezePeriod, FreezePeriodRow> = async (
  forge,
  { principal, context },
  { changes, ...ref },
) => {
  const found = find(forge, principal, ref, 'admin_freeze_period')
  if (E.isLeft(found)) return found
  const { id, projectId, start, end, timezone } = found.right
  const wanted = {
    start: changes.start ?? start,
    end: changes.end ?? end,
    timezone: changes.timezone ?? timezone,
  }
  const wrong = timeErrors(forge, wanted)
  if (wrong !== undefined) return refuse(invalid(wrong))
  const done = await forge.aggregates.execute(freezePeriod, id, { type: 'Change', changes: wanted }, context)
  return E.isLeft(done) ? done : shown(forge, projectId, id)
}

/** Deletes a freeze period. Rejections: `NotFound` (Project, Freeze Period); `Forbidden`. */
export const deleteFreezePeriod: UseCase<FreezePeriodRef, unknown> = async (forge, { principal, context }, ref) => {
  const found = find(forge, principal, ref, 'admin_freeze_period')
  if (E.isLeft(found)) return found
  return forge.aggregates.execute(freezePeriod, found.right.id, { type: 'Delete' }, context)
}
