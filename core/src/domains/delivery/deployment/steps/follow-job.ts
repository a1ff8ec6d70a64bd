import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { idempotentId } from '../../../../app/idempotent-id.js'
import { valueOrRetry } from '../../../../app/reactors.js'
import { type Instant, systemActor } from '../../../../kernel/index.js'
import type { EnvironmentCommand } from '../../environment/commands.js'
import { environment } from '../../environment/decider.js'
import { ensureEnvironment } from '../../environment/steps/ensure-environment.js'
import type { JobData } from '../../pipeline/events.js'
import { FAILURE } from '../../pipeline/failure-reasons.js'
import { deploymentTargetOf, isDeploying } from '../../pipeline/gates.js'
import type { JobRow } from '../../pipeline/queries.js'
import type { CiStatus } from '../../pipeline/status.js'
import { executeOnPipeline } from '../../pipeline/steps/execute-on-pipeline.js'
import { approvalsNeeded } from '../../protected-environment/facts.js'
import type { ApprovalRequirement } from '../../protected-environment/policy.js'
import type { DeploymentCommand } from '../commands.js'
import { deployment } from '../decider.js'

/** The approvals that a held job needs before it starts. */
const requirementFor = (forge: Forge, job: JobRow): ApprovalRequirement | undefined => {
  const place = job.held ? deploymentTargetOf(forge, job.projectId, job) : undefined
  return place === undefined ? undefined : approvalsNeeded(forge, place)
}

/** Whether the job waits for approvals, so that its deployment is blocked from the beginning. */
const isHeldBack = (forge: Forge, jobId: number): boolean => {
  const row = forge.read.pipelines.jobById(jobId)
  return row?.status === 'manual' && requirementFor(forge, row) !== undefined
}

const makeDeployment = async (
  forge: Forge,
  context: CommandContext,
  pipelineId: number,
  job: JobData,
): Promise<void> => {
  const pipeline = forge.read.pipelines.byId(pipelineId)
  if (pipeline === undefined || job.environment === null) return
  if (forge.read.deployments.byJob(job.id) !== undefined) return
  const { projectId } = pipeline
  const place = { projectId, name: job.environment, externalUrl: job.environmentUrl, tier: job.environmentTier }
  const environmentId = valueOrRetry(await ensureEnvironment(forge, withNewCommandId(forge, context), place))
  if (environmentId === undefined) {
    const drop = { type: 'DropJob', jobId: job.id, reason: FAILURE.noEnvironment, at: context.at } as const
    valueOrRetry(await executeOnPipeline(forge, pipelineId, drop, withNewCommandId(forge, context)))
    return
  }
  const userId = job.userId ?? pipeline.userId
  if (userId === null || !isDeploying(job)) return
  const cause = { kind: 'job-deployment', name: String(job.id) }
  const once = { cause, aggregate: deployment, counter: 'deployment' }
  const id = valueOrRetry(await idempotentId(forge, once, withNewCommandId(forge, context)))
  const iid = valueOrRetry(await forge.numbers.next(`project-${projectId}-deployment`))
  if (id === undefined || iid === undefined) return
  const { sha, ref, tag } = pipeline
  const status = isHeldBack(forge, job.id) ? 'blocked' : 'created'
  valueOrRetry(
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
        status,
        at: context.at,
      },
      context,
    ),
  )
  if (status === 'blocked' && !isHeldBack(forge, job.id))
    valueOrRetry(
      await forge.aggregates.execute(
        deployment,
        id,
        { type: 'LiftBlock', at: context.at },
        withNewCommandId(forge, context),
      ),
    )
}

/**
 * Creates the deployment of a job that deploys, unless it exists. The environment of every job is created where it is missing; a job with an
 * invalid environment name fails.
 *
 * The request and the reactor of one process take turns, so that no number is wasted; between processes the event store prevents a second one.
 */
export const deployByJob = (forge: Forge, context: CommandContext, pipelineId: number, job: JobData): Promise<void> =>
  forge.mutex.run(`deployment of job ${job.id}`, () => makeDeployment(forge, context, pipelineId, job))

/** Creates the deployments of a pipeline's first jobs, so that its creator sees them; a reactor catches up on failures. */
export const deployByFirstJobs = async (
  forge: Forge,
  context: CommandContext,
  pipelineId: number,
  jobs: ReadonlyArray<JobData>,
): Promise<void> => {
  const system = { ...context, actor: systemActor('deployments-of-jobs') }
  const deploying = jobs.filter(({ environment: place }) => place !== null)
  await Promise.allSettled(deploying.map((job) => deployByJob(forge, withNewCommandId(forge, system), pipelineId, job)))
}

/** What a job's new status means for its deployment; undefined where it changes nothing. */
const following = (
  status: CiStatus,
  requirement: ApprovalRequirement | undefined,
  at: Instant,
): DeploymentCommand | undefined => {
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
      return requirement === undefined ? undefined : { type: 'Block', requirement, at }
    case 'waiting_for_resource':
    case 'preparing':
    case 'scheduled':
      return undefined
  }
}

/** What the end of a job that stops an environment means for it: where the job failed, the environment is still running. */
const stopping = (status: CiStatus): EnvironmentCommand | undefined => {
  if (status === 'success') return { type: 'Stop' }
  return status === 'failed' || status === 'canceled' ? { type: 'MakeAvailable' } : undefined
}

/** Moves the deployment of a job, or stops the environment that a finished job had to stop. */
export const followJob = async (
  forge: Forge,
  context: CommandContext,
  moved: { readonly jobId: number; readonly status: CiStatus; readonly at: Instant },
): Promise<void> => {
  const job = forge.read.pipelines.jobById(moved.jobId)
  if (job?.environment == null) return
  const stops = job.environmentAction === 'stop' ? stopping(moved.status) : undefined
  if (stops !== undefined) {
    const place = forge.read.environments.named(job.projectId, job.environment)
    if (place !== undefined && (stops.type === 'Stop' || place.status === 'stopping'))
      valueOrRetry(await forge.aggregates.execute(environment, place.id, stops, context))
    return
  }
  const row = forge.read.deployments.byJob(moved.jobId)
  const command = following(moved.status, requirementFor(forge, job), moved.at)
  if (row !== undefined && command !== undefined)
    valueOrRetry(await forge.aggregates.execute(deployment, row.id, command, context))
}
