import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { executeOrRetry, valueOrRetry } from '../../../../app/reactors.js'
import { secondsAfter } from '../../../../kernel/index.js'
import { isObjectId, type ObjectId, type Repository } from '../../../../ports/git.js'
import { environment } from '../../environment/decider.js'
import { folderOf } from '../../environment/state.js'
import { FAILURE } from '../../pipeline/failure-reasons.js'
import { executeOnPipeline } from '../../pipeline/steps/execute-on-pipeline.js'
import { deployment } from '../decider.js'
import type { DeploymentRow } from '../queries.js'

const SHOWN: ReadonlySet<string> = new Set(['production', 'staging'])

/** Review apps, one environment per folder, ship no merge requests (docs/reference/behaviour/delivery.md#merge-requests-of-a-deployment). */
const shipsNothing = ({ environmentName, environmentTier }: DeploymentRow): boolean =>
  folderOf(environmentName) !== null && !SHOWN.has(environmentTier)

const BATCH = 500
const PICKED = /^\(cherry picked from commit ([0-9a-f]{40}|[0-9a-f]{64})\)\s*$/gim

/** The commits of which these are copies: `git cherry-pick -x` and the documented API name them in the message. */
const pickedBy = async (git: Repository, commits: ReadonlyArray<ObjectId>): Promise<ReadonlyArray<string>> => {
  const picked: Array<string> = []
  for (let at = 0; at < commits.length; at += BATCH)
    for (const { message } of await git.commits(commits.slice(at, at + BATCH)))
      for (const [, id = ''] of message.matchAll(PICKED)) picked.push(id.toLowerCase())
  return picked
}

/**
 * Ids of the merge requests that a deployment ships, directly or as cherry-picks: those merged since the environment's previous success, or
 * all merged into its branch at the first success.
 */
const shippedBy = async (forge: Forge, row: DeploymentRow): Promise<ReadonlyArray<number>> => {
  if (shipsNothing(row)) return []
  const before = forge.read.deployments.previousSuccess(row.environmentId, row.id)
  if (before === undefined) return forge.mergedChanges.into(row.projectId, row.ref)
  const git = forge.git.of(row.projectId)
  const [sha, previous] = await Promise.all([git.resolve(row.sha), git.resolve(before.sha)])
  if (sha === undefined || previous === undefined || !isObjectId(sha) || !isObjectId(previous)) return []
  const commits: Array<ObjectId> = []
  for await (const id of git.walk({ from: [sha], not: [previous] })) commits.push(id)
  const picked = await pickedBy(git, commits)
  return forge.mergedChanges.as(row.projectId, [...commits, ...picked])
}

/** A success makes a stopped environment available again, and sets the URL and the stop time that its job names. */
const refreshEnvironment = async (forge: Forge, context: CommandContext, row: DeploymentRow): Promise<void> => {
  const known = forge.read.environments.find(row.projectId, row.environmentId)
  if (known !== undefined && known.status !== 'available')
    await forge.aggregates.execute(environment, known.id, { type: 'MakeAvailable' }, withNewCommandId(forge, context))
  const job = row.jobId === null ? undefined : forge.read.pipelines.jobById(row.jobId)
  const autoStopIn = job?.autoStopIn ?? null
  if (known !== undefined && autoStopIn !== null) {
    const stopAt = secondsAfter(row.finishedAt ?? context.at, autoStopIn)
    await forge.aggregates.execute(
      environment,
      known.id,
      { type: 'PlanStop', stopAt },
      withNewCommandId(forge, context),
    )
  }
  const externalUrl = job?.environmentUrl ?? null
  if (known !== undefined && externalUrl !== null && externalUrl !== known.externalUrl)
    await forge.aggregates.execute(
      environment,
      known.id,
      { type: 'Change', externalUrl },
      withNewCommandId(forge, context),
    )
}

/** The consequences of a success, once: the environment is refreshed and the merge requests are linked. Safe to repeat. */
export const followSuccess = async (forge: Forge, context: CommandContext, row: DeploymentRow): Promise<void> => {
  if (row.linked) return
  await refreshEnvironment(forge, context, row)
  const command = { type: 'LinkMergeRequests', ids: await shippedBy(forge, row) } as const
  await executeOrRetry(forge, deployment, row.id, command, withNewCommandId(forge, context))
}

/**
 * Fails the unfinished jobs of older deployments of the environment when this one starts: an older commit must not overtake it. Manual jobs
 * stay, because they are started deliberately; deployments without a job stay too, and so does everything in projects where the setting is
 * off.
 */
export const dropOutdatedDeployments = async (
  forge: Forge,
  context: CommandContext,
  row: DeploymentRow,
): Promise<void> => {
  if (forge.read.projects.byId(row.projectId)?.ciForwardDeploymentEnabled !== true) return
  for (const jobId of forge.read.deployments.olderJobs(row.environmentId, row.id)) {
    const job = forge.read.pipelines.jobById(jobId)
    if (job === undefined || job.status === 'manual') continue
    const command = { type: 'DropJob', jobId, reason: FAILURE.outdated, at: context.at } as const
    valueOrRetry(await executeOnPipeline(forge, job.pipelineId, command, withNewCommandId(forge, context)))
  }
}
