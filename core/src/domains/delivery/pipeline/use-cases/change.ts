import * as E from 'fp-ts/lib/Either.js'
import type { ProjectAbility } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { forbidden, type Rejection, recordNotFound, refuse } from '../../../../kernel/index.js'
import { mayInProject, type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { JobRow, PipelineRow } from '../queries.js'
import { isTooOld, retryOne } from './jobs.js'
import { tellPipeline } from './tell.js'

/** A pipeline of a project as the API names it. */
export interface PipelineRef {
  readonly project: ProjectRef
  readonly id: number
}

const forChange = (
  forge: Forge,
  { principal }: Caller,
  { project, id }: PipelineRef,
  ability: ProjectAbility,
): E.Either<Rejection, PipelineRow> => {
  const access = projectFor(forge, principal, project, 'read_pipeline')
  if (E.isLeft(access)) return access
  const row = forge.read.pipelines.find(access.right.project.id, id)
  if (row === undefined) return refuse(recordNotFound)
  return mayInProject(access.right, ability) ? E.right(row) : refuse(forbidden())
}

const again = (forge: Forge, row: PipelineRow): E.Either<Rejection, PipelineRow> => {
  const now = forge.read.pipelines.byId(row.id)
  return now === undefined ? refuse(recordNotFound) : E.right(now)
}

/** Cancels every job that is not done. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`. */
export const cancelPipeline = async (forge: Forge, caller: Caller, ref: PipelineRef): UseCaseResult<PipelineRow> => {
  const row = forChange(forge, caller, ref, 'update_pipeline')
  if (E.isLeft(row)) return row
  const { context } = caller
  const done = await tellPipeline(forge, ref.id, { type: 'Cancel', at: context.at }, context)
  return E.isLeft(done) ? done : again(forge, row.right)
}

const isToRetry = ({ kind, status }: JobRow): boolean =>
  kind === 'build' && (status === 'failed' || status === 'canceled')

/**
 * Runs again what failed or was cancelled and is not archived.
 *
 * Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`, also where all of it is archived.
 */
export const retryPipeline = async (forge: Forge, caller: Caller, ref: PipelineRef): UseCaseResult<PipelineRow> => {
  const row = forChange(forge, caller, ref, 'update_pipeline')
  if (E.isLeft(row)) return row
  const ended = forge.read.pipelines.jobs(ref.id, false).filter(isToRetry)
  const young = ended.filter((job) => !isTooOld(forge, caller, job))
  if (ended.length > 0 && young.length === 0) return refuse(forbidden())
  for (const job of young) {
    const done = await retryOne(forge, { ...caller, context: withNewCommandId(forge, caller.context) }, job)
    if (E.isLeft(done)) return done
  }
  return again(forge, row.right)
}

/** Deletes a pipeline with its jobs; its deployments stay. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`. */
export const deletePipeline = async (forge: Forge, caller: Caller, ref: PipelineRef): UseCaseResult<void> => {
  const row = forChange(forge, caller, ref, 'destroy_pipeline')
  if (E.isLeft(row)) return row
  const done = await tellPipeline(forge, ref.id, { type: 'Delete' }, caller.context)
  return E.isLeft(done) ? done : E.right(undefined)
}
