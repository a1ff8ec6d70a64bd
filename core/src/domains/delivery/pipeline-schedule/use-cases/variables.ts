import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/principal.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { notFound, type Rejection, refuse } from '../../../../kernel/index.js'
import { editableSchedule, type PipelineScheduleRef } from '../access.js'
import { type PipelineScheduleVariable, pipelineSchedule } from '../aggregate.js'

/** A variable of a schedule, decrypted. */
export interface ScheduleVariable extends PipelineScheduleRef {
  readonly variable: PipelineScheduleVariable
}

/** Adds a variable to a schedule. Rejections: `NotFound` (Project, Pipeline Schedule); `Forbidden`; `Invalid` (key). */
export const addScheduleVariable: UseCase<ScheduleVariable, PipelineScheduleVariable> = async (
  forge,
  { principal, context },
  { variable, ...ref },
) => {
  const found = editableSchedule(forge, principal, ref)
  if (E.isLeft(found)) return found
  const sealed = { ...variable, value: forge.secretBox.seal(variable.value) }
  const command = { type: 'AddVariable', variable: sealed } as const
  const done = await forge.aggregates.execute(pipelineSchedule, found.right.row.id, command, context)
  return E.isLeft(done) ? done : E.right(variable)
}

/** A variable of a schedule as the API names it. */
export interface ScheduleVariableRef extends PipelineScheduleRef {
  readonly key: string
}

/** A variable and the id of its schedule, which the caller may change. Rejections: `NotFound` (Project, Pipeline Schedule, Variable); `Forbidden`. */
const editableVariable = (
  forge: Forge,
  principal: Principal,
  { key, ...ref }: ScheduleVariableRef,
): E.Either<Rejection, { readonly id: number; readonly before: PipelineScheduleVariable }> => {
  const found = editableSchedule(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { id } = found.right.row
  const before = forge.read.pipelineSchedules.variables(id).find((one) => one.key === key)
  return before === undefined ? refuse(notFound('Variable')) : E.right({ id, before })
}

/** A change of a variable; omitted fields stay as they are. */
export interface ChangeScheduleVariable extends ScheduleVariableRef {
  readonly value: string | undefined
  readonly type: PipelineScheduleVariable['type'] | undefined
}

/** Changes a variable. Rejections: `NotFound` (Project, Pipeline Schedule, Variable); `Forbidden`. */
export const changeScheduleVariable: UseCase<ChangeScheduleVariable, PipelineScheduleVariable> = async (
  forge,
  { principal, context },
  { value, type, ...ref },
) => {
  const found = editableVariable(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { id, before } = found.right
  const sealed = value === undefined ? before.value : forge.secretBox.seal(value)
  const variable = { key: ref.key, type: type ?? before.type, value: sealed }
  const done = await forge.aggregates.execute(pipelineSchedule, id, { type: 'ChangeVariable', variable }, context)
  return E.isLeft(done) ? done : E.right({ ...variable, value: value ?? forge.secretBox.open(before.value) ?? '' })
}

/** Removes a variable; returns it. Rejections: `NotFound` (Project, Pipeline Schedule, Variable); `Forbidden`. */
export const removeScheduleVariable: UseCase<ScheduleVariableRef, PipelineScheduleVariable> = async (
  forge,
  { principal, context },
  ref,
) => {
  const found = editableVariable(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { id, before } = found.right
  const done = await forge.aggregates.execute(pipelineSchedule, id, { type: 'RemoveVariable', key: ref.key }, context)
  return E.isLeft(done) ? done : E.right({ ...before, value: forge.secretBox.open(before.value) ?? '' })
}
