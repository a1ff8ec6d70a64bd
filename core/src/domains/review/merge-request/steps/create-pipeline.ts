import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { invalid, notAllowed, type Rejection, refuse } from '../../../../kernel/rejection.js'
import type { ObjectId } from '../../../../ports/git-objects.js'
import type { PipelineRow } from '../../../delivery/pipeline/queries.js'
import { pipelineRefusal } from '../../../delivery/pipeline/steps/pipeline-limit.js'
import type { NewPipeline } from '../../../delivery/pipeline/steps/plan-pipeline.js'
import { createPipeline } from '../../../delivery/pipeline/use-cases/create.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { accessTo, mayInProject } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { MergeRequestRow } from '../queries.js'
import { checkMergeability } from './check-mergeability.js'
import { pipelineFactsOf } from './pipeline-facts.js'
import { headRef, mergeRef } from './versions.js'

const base = (sentence: string): E.Either<Rejection, never> => refuse(invalid({ base: [sentence] }))

/** The commit of a merged results pipeline; undefined where the project has disabled it or there are conflicts. */
const mergedResult = async (forge: Forge, row: MergeRequestRow): Promise<ObjectId | undefined> => {
  const project = forge.read.projects.byId(row.targetProjectId)
  if (forge.instance.tier === 'free' || project?.mergePipelinesEnabled !== true) return undefined
  const checked = await checkMergeability(forge, row.id)
  return E.isRight(checked) && checked.right.mergeable ? (checked.right.mergeRef ?? undefined) : undefined
}

/** The project in which a pipeline of this user runs: the target for users who may create pipelines there, else that of the branch. */
export const projectToRunIn = (
  forge: Forge,
  row: MergeRequestRow,
  user: SignedIn | undefined,
): ProjectRow | undefined => {
  const target = forge.read.projects.byId(row.targetProjectId)
  const isMember =
    user !== undefined && target !== undefined && mayInProject(accessTo(forge, user, target), 'create_pipeline')
  return isMember ? target : forge.read.projects.byId(row.sourceProjectId)
}

/**
 * Creates the merge request pipeline according to the CI file (docs/reference/behaviour/review.md#pipelines-of-a-merge-request).
 *
 * Rejections: `NotAllowed` where there are no commits; `Invalid` with `base`; `Throttled`; `Unavailable`.
 */
export const createMergeRequestPipeline = async (
  forge: Forge,
  caller: Caller,
  input: {
    readonly row: MergeRequestRow
    readonly userId: number
    readonly skip?: boolean
    readonly cause?: NewPipeline['cause']
    /** Requested by a user, so the rate limit of pipelines applies. */
    readonly asked?: boolean
  },
): Promise<E.Either<Rejection, PipelineRow>> => {
  const { row } = input
  const { head, state } = row.version
  const project = projectToRunIn(forge, row, principalOfUser(forge, input.userId))
  if (head === null || state === 'empty') return refuse(notAllowed)
  if (project === undefined) return base('Insufficient permissions to create a new pipeline')
  if (project.features.builds === 'disabled') return base('Pipelines are disabled!')
  const result = row.sourceProjectId === row.targetProjectId ? await mergedResult(forge, row) : undefined
  const wanted: NewPipeline = {
    project,
    sha: result ?? (head as ObjectId),
    ref: result === undefined ? headRef(row.iid) : mergeRef(row.iid),
    tag: false,
    source: 'merge_request_event',
    beforeSha: null,
    userId: input.userId,
    mergeRequest: pipelineFactsOf(forge, row, result === undefined ? null : head),
    sourceSha: result === undefined ? null : (head as ObjectId),
    ...(input.skip === undefined ? {} : { skip: input.skip }),
    ...(input.cause === undefined ? {} : { cause: input.cause }),
  }
  const asked = { projectId: project.id, userId: input.userId, sha: wanted.sha }
  const refusal = input.asked === true ? pipelineRefusal(forge, asked, caller.context.at) : undefined
  return refusal === undefined ? createPipeline(forge, caller, wanted) : refuse(refusal)
}
