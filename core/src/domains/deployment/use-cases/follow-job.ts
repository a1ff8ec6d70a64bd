import * as E from 'fp-ts/lib/Either.js'
import { alongside, type CommandContext } from '../../../app/command-context.js'
import type { Forge } from '../../../app/forge.js'
import type { Instant } from '../../../kernel/index.js'
import { environment } from '../../environment/decider.js'
import { ensureEnvironment } from '../../environment/use-cases/ensure.js'
import type { JobData } from '../../pipeline/events.js'
import type { CiStatus } from '../../pipeline/status.js'
import type { DeploymentCommand } from '../commands.js'
import { deployment } from '../decider.js'

const must = <A>(done: E.Either<{ readonly kind: string }, A>): A | undefined => {
  if (E.isRight(done)) return done.right
  if (done.left.kind === 'Unavailable') throw new Error('the store is not available')
  return undefined
}

/** Makes the deployment of a job that deploys, with its environment where that is missing; nothing where there is one already. */
export const deployByJob = async (
  forge: Forge,
  context: CommandContext,
  pipelineId: number,
  job: JobData,
): Promise<void> => {
  const pipeline = forge.read.pipelines.byId(pipelineId)
  if (pipeline === undefined || job.environment === null || job.environmentAction !== 'start') return
  if (forge.read.deployments.byJob(job.id) !== undefined) return
  const { projectId } = pipeline
  const place = { projectId, name: job.environment, externalUrl: job.environmentUrl, tier: job.environmentTier }
  const environmentId = must(await ensureEnvironment(forge, alongside(forge, context), place))
  const userId = job.userId ?? pipeline.userId
  if (environmentId === undefined || userId === null) return
  const id = must(await forge.numbers.next('deployment'))
  const iid = must(await forge.numbers.next(`project-${projectId}-deployment`))
  if (id === undefined || iid === undefined) return
  const { sha, ref, tag } = pipeline
  must(
    await forge.aggregates.execute(
      deployment,
      id,
      {
        type: 'Create',
        projectId,
        iid,
        environmentId,
        ref,
        tag,
        sha,
        userId,
        jobId: job.id,
        status: 'created',
        at: context.at,
      },
      context,
    ),
  )
}

/** What a job's new status means for its deployment; undefined: nothing. */
const following = (status: CiStatus, held: boolean, at: Instant): DeploymentCommand | undefined => {
  switch (status) {
    case 'running':
    case 'success':
    case 'failed':
    case 'canceled':
    case 'skipped':
      return { type: 'FollowJob', to: status, at }
    case 'created':
    case 'pending':
      return { type: 'FollowJob', to: 'created', at }
    case 'manual':
      return held ? { type: 'Block', at } : undefined
    case 'waiting_for_resource':
    case 'preparing':
    case 'scheduled':
      return undefined
  }
}

/** Moves the deployment of a job, or stops the environment that a finished job was to stop. */
export const followJob = async (
  forge: Forge,
  context: CommandContext,
  moved: { readonly jobId: number; readonly status: CiStatus; readonly at: Instant },
): Promise<void> => {
  const job = forge.read.pipelines.jobById(moved.jobId)
  if (job?.environment == null) return
  if (job.environmentAction === 'stop' && moved.status === 'success') {
    const place = forge.read.environments.named(job.projectId, job.environment)
    if (place !== undefined) must(await forge.aggregates.execute(environment, place.id, { type: 'Stop' }, context))
    return
  }
  const row = forge.read.deployments.byJob(moved.jobId)
  const command = following(moved.status, job.held, moved.at)
  if (row !== undefined && command !== undefined)
    must(await forge.aggregates.execute(deployment, row.id, command, context))
}
