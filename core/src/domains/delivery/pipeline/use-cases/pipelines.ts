import * as E from 'fp-ts/lib/Either.js'
import type { ProjectAbility } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import {
  forbidden,
  invalid,
  type Rejection,
  type ReservedName,
  recordNotFound,
  refuse,
} from '../../../../kernel/index.js'
import { mayInProject, type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { PipelineSource, PipelineVariable } from '../events.js'
import { isOfCiFile } from '../job.js'
import type { JobRow, PipelineRow } from '../queries.js'
import { cancelWithChildren } from '../steps/cancel-with-children.js'
import { executeOnPipeline } from '../steps/execute-on-pipeline.js'
import { pipelineRefusal } from '../steps/pipeline-limit.js'
import type { NewPipeline } from '../steps/plan-pipeline.js'
import { mayRunOn } from '../steps/ref-access.js'
import { isTooOld, replaceJobs } from '../steps/replace-job.js'
import { maySetVariables, noUserVariables } from '../steps/user-variables.js'
import { createPipeline } from './create.js'
import type { PipelineRef } from './find.js'

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

const currentRow = (forge: Forge, row: PipelineRow): E.Either<Rejection, PipelineRow> => {
  return E.fromNullable(recordNotFound)(forge.read.pipelines.byId(row.id))
}

/**
 * Cancels every unfinished job, those of child pipelines too. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`; `Unavailable`.
 */
export const cancelPipeline: UseCase<PipelineRef, PipelineRow> = async (forge, caller, ref) => {
  const row = forChange(forge, caller, ref, 'update_pipeline')
  if (E.isLeft(row)) return row
  const done = await cancelWithChildren(forge, caller.context, ref.id)
  return E.isLeft(done) ? done : currentRow(forge, row.right)
}

const isToRetry = (job: JobRow): boolean => isOfCiFile(job) && (job.status === 'failed' || job.status === 'canceled')

/**
 * Retries failed and cancelled jobs that are not archived, each when its turn comes.
 *
 * Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`, also where all of them are archived.
 */
export const retryPipeline: UseCase<PipelineRef, PipelineRow> = async (forge, caller, ref) => {
  const row = forChange(forge, caller, ref, 'update_pipeline')
  if (E.isLeft(row)) return row
  const ended = forge.read.pipelines.jobs(ref.id, false).filter(isToRetry)
  const young = ended.filter((job) => !isTooOld(forge, caller, job))
  if (ended.length > 0 && young.length === 0) return refuse(forbidden())
  const done = young.length === 0 ? E.right([]) : await replaceJobs(forge, caller, ref.id, young, { inTurn: true })
  if (E.isLeft(done)) return done
  return currentRow(forge, row.right)
}

/** Deletes a pipeline with its jobs; its deployments stay. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`. */
export const deletePipeline: UseCase<PipelineRef, void> = async (forge, caller, ref) => {
  const row = forChange(forge, caller, ref, 'destroy_pipeline')
  if (E.isLeft(row)) return row
  const done = await executeOnPipeline(forge, ref.id, { type: 'Delete' }, caller.context)
  return E.isLeft(done) ? done : E.right(undefined)
}

export interface RunPipeline {
  readonly project: ProjectRef
  /** A branch or tag, short or in full. */
  readonly ref: string
  readonly variables: ReadonlyArray<PipelineVariable>
  /** What creates it; default: an API request. */
  readonly source?: PipelineSource
  readonly triggerId?: NewPipeline['triggerId']
  readonly scheduleId?: NewPipeline['scheduleId']
  readonly upstream?: NewPipeline['upstream']
  /** As of `NewPipeline`. */
  readonly cause?: ReservedName
  /** Called with the deprecated keywords that the CI file uses. */
  readonly onDeprecatedUses?: NewPipeline['onDeprecatedUses']
}

/**
 * Creates a pipeline of a branch or tag on request. Rejections: `NotFound` (Project); `Forbidden`; `Invalid` with `base` (no such ref, one
 * that is protected from them, nothing to run); `Throttled`.
 */
export const runPipeline: UseCase<RunPipeline, PipelineRow> = async (forge, caller, input) => {
  const { principal, context } = caller
  const access = projectFor(forge, principal, input.project, 'create_pipeline')
  if (E.isLeft(access)) return access
  if (principal.kind !== 'user') return refuse(forbidden())
  const { project } = access.right
  const git = forge.git.of(project.id)
  const ref = input.ref.replace(/^refs\/(heads|tags)\//, '')
  const [branch, tag] = await Promise.all([git.ref(`refs/heads/${ref}`), git.ref(`refs/tags/${ref}`)])
  const isTag = branch === undefined || input.ref.startsWith('refs/tags/')
  const target = isTag ? tag : branch
  const sha = target === undefined ? undefined : await git.resolve(target)
  if (sha === undefined) return refuse(invalid({ base: ['Reference not found'] }))
  if (!mayRunOn(forge, principal, { projectId: project.id, ref, tag: isTag }))
    return refuse(invalid({ base: [`You do not have sufficient permission to run a pipeline on '${ref}'.`] }))
  const isTheirOwn = input.source !== 'schedule' && (input.variables ?? []).length > 0
  if (isTheirOwn && !maySetVariables(forge, caller, project.id)) return refuse(noUserVariables)
  const refusal = pipelineRefusal(forge, { projectId: project.id, userId: principal.userId, sha }, context.at)
  if (refusal !== undefined) return refuse(refusal)
  return createPipeline(forge, caller, {
    project,
    sha,
    ref,
    tag: isTag,
    source: input.source ?? 'api',
    beforeSha: null,
    userId: principal.userId,
    mergeRequest: undefined,
    sourceSha: null,
    variables: input.variables,
    triggerId: input.triggerId,
    scheduleId: input.scheduleId,
    ...(input.upstream === undefined ? {} : { upstream: input.upstream }),
    ...(input.cause === undefined ? {} : { cause: input.cause }),
    onDeprecatedUses: input.onDeprecatedUses,
  })
}
