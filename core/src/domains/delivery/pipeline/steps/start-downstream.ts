import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/index.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { reactionError, valueOrRetry } from '../../../../app/reactors.js'
import { forbidden, type Rejection, type ReservedName, refuse } from '../../../../kernel/index.js'
import { isObjectId, NO_OBJECT } from '../../../../ports/git.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { projectFor } from '../../../projects/project/access.js'
import type { PipelineCommand } from '../commands.js'
import type { BridgeTrigger, PipelineVariable } from '../events.js'
import { FAILURE } from '../failure-reasons.js'
import type { JobRow, PipelineRow } from '../queries.js'
import { createPipeline } from '../use-cases/create.js'
import { runPipeline } from '../use-cases/pipelines.js'
import { cancelWithChildren } from './cancel-with-children.js'
import { collectFiles } from './collect-files.js'
import { executeOnPipeline } from './execute-on-pipeline.js'
import { mayRunOn } from './ref-access.js'

/** Child pipelines of child pipelines, and no deeper. */
const DEEPEST = 2
/** How many pipelines bridges may create from one that no bridge created. */
const MOST_DOWNSTREAM = 1000
/** How often a branch may occur among the upstream pipelines: a project may call back once. */
const MOST_OCCURRENCES = 1

/** A bridge that is to start its pipeline. */
interface Starting {
  readonly job: JobRow
  readonly trigger: BridgeTrigger
  readonly upstream: PipelineRow
  readonly principal: SignedIn
}

type Failure = (typeof FAILURE)[keyof typeof FAILURE]

/** The downstream pipeline, or why the bridge fails. */
type Outcome = E.Either<Failure, PipelineRow>

/** A pipeline, and those that caused it. */
const withUpstream = (forge: Forge, row: PipelineRow): ReadonlyArray<PipelineRow> => {
  const found = [row]
  for (let next: number | null = row.upstreamId; next !== null; ) {
    const above: PipelineRow | undefined = forge.read.pipelines.byId(next)
    if (above !== undefined) found.push(above)
    next = above?.upstreamId ?? null
  }
  return found
}

/** 0 for a pipeline that is no child pipeline, 1 for its child pipelines, and so on. */
const levelOf = (forge: Forge, row: PipelineRow): number => {
  const chain = withUpstream(forge, row)
  const top = chain.findIndex(({ source }) => source !== 'parent_pipeline')
  return top < 0 ? chain.length : top
}

const failureOf = ({ kind }: Rejection): Failure => {
  if (kind === 'NotFound') return FAILURE.noProject
  return kind === 'Forbidden' ? FAILURE.mayNotTrigger : FAILURE.noDownstream
}

/** Refusals of the domain are failures of the bridge. Where the pipeline exists already, the read model is about to show it. */
const outcomeOf = (made: E.Either<Rejection, PipelineRow>): Outcome => {
  if (E.isLeft(made) && (made.left.kind === 'Unavailable' || made.left.kind === 'Conflict'))
    throw reactionError('the downstream pipeline', made.left)
  if (E.isLeft(made)) return E.left(failureOf(made.left))
  return made.right.yamlErrors === null ? made : E.left(FAILURE.noDownstream)
}

const forwardedVariables = (forge: Forge, { job, trigger }: Starting): ReadonlyArray<PipelineVariable> => {
  const { pipelines } = forge.read
  const ofPipeline = trigger.forwardsPipelineVariables ? pipelines.variables(job.pipelineId) : []
  const sealed = new Map(
    [...trigger.variables, ...ofPipeline, ...pipelines.jobVariables(job.id)].map((v) => [v.key, v]),
  )
  return [...sealed.values()].map((one) => ({ ...one, value: forge.secretBox.open(one.value) ?? '' }))
}

const causeOf = ({ job }: Starting): ReservedName => ({ kind: 'downstream-pipeline', name: String(job.id) })

const startChild = async (forge: Forge, context: CommandContext, starting: Starting): Promise<Outcome> => {
  const { job, trigger, upstream, principal } = starting
  const { projectId, ref, tag, sha, sourceSha, beforeSha } = upstream
  const access = projectFor(forge, principal, projectId, 'create_pipeline')
  if (E.isLeft(access)) return E.left(failureOf(access.left))
  const isOnBranch = upstream.mergeRequestId === null
  if (isOnBranch && !mayRunOn(forge, principal, { projectId, ref, tag })) return E.left(FAILURE.mayNotTrigger)
  if (levelOf(forge, upstream) >= DEEPEST) return E.left(FAILURE.tooDeep)
  if (!isObjectId(sha)) return E.left(FAILURE.noDownstream)
  const files = await collectFiles(forge, starting)
  const made = await createPipeline(
    forge,
    { principal, context },
    {
      project: access.right.project,
      sha,
      ref,
      tag,
      source: 'parent_pipeline',
      beforeSha: isObjectId(beforeSha) && beforeSha !== NO_OBJECT ? beforeSha : null,
      userId: principal.userId,
      mergeRequest: trigger.mergeRequest && (forge.pipelineMergeRequests.of(upstream) ?? trigger.mergeRequest),
      sourceSha: sourceSha !== null && isObjectId(sourceSha) ? sourceSha : null,
      variables: forwardedVariables(forge, starting),
      upstream: { pipelineId: upstream.id, jobId: job.id },
      ...files,
      cause: causeOf(starting),
    },
  )
  return outcomeOf(made)
}

const startInProject = async (
  forge: Forge,
  context: CommandContext,
  path: string,
  starting: Starting,
): Promise<Outcome> => {
  const { job, trigger, upstream, principal } = starting
  const access = projectFor(forge, principal, path, 'create_pipeline')
  if (E.isLeft(access)) return E.left(failureOf(access.left))
  const { project } = access.right
  if (project.id === upstream.projectId) return E.left(FAILURE.invalidTrigger)
  const ref = trigger.branch ?? project.defaultBranch ?? ''
  if (!mayRunOn(forge, principal, { projectId: project.id, ref, tag: false })) return E.left(FAILURE.mayNotTrigger)
  const same = withUpstream(forge, upstream).filter(
    (one) => one.source !== 'parent_pipeline' && one.projectId === project.id && one.ref === ref,
  )
  if (same.length > MOST_OCCURRENCES) return E.left(FAILURE.loop)
  const wanted = {
    project: project.id,
    ref,
    variables: forwardedVariables(forge, starting),
    source: 'pipeline',
    upstream: { pipelineId: upstream.id, jobId: job.id },
    cause: causeOf(starting),
  } as const
  return outcomeOf(await runPipeline(forge, { principal, context }, wanted))
}

const start = async (forge: Forge, context: CommandContext, starting: Starting): Promise<Outcome> => {
  const { trigger, upstream } = starting
  if (forge.read.pipelines.descendantsCount(upstream.id) >= MOST_DOWNSTREAM) return E.left(FAILURE.tooMany)
  return trigger.project === null
    ? startChild(forge, context, starting)
    : startInProject(forge, context, trigger.project, starting)
}

/**
 * Starts the pipeline of a bridge whose turn has come, in the name of the user of the bridge. It may be repeated: the bridge runs first, then
 * creates one pipeline, then succeeds unless it depends on that.
 */
export const startDownstream = async (forge: Forge, context: CommandContext, jobId: number): Promise<void> => {
  const { pipelines } = forge.read
  const job = pipelines.jobById(jobId)
  if (job?.kind !== 'bridge') return
  const trigger = pipelines.triggerOf(jobId)
  const upstream = pipelines.byId(job.pipelineId)
  if (trigger === undefined || upstream === undefined) return
  const tell = async (command: PipelineCommand) =>
    valueOrRetry(await executeOnPipeline(forge, job.pipelineId, command, withNewCommandId(forge, context)))
  const report = (status: 'running' | 'success') =>
    tell({ type: 'ReportJob', jobId, status, failureReason: null, coverage: null, at: context.at })
  if (job.status !== 'running' && (job.status !== 'pending' || (await report('running')) === undefined)) return
  const known = pipelines.downstreamOf(jobId)
  const principal = job.userId === null ? undefined : principalOfUser(forge, job.userId)
  const outcome =
    known !== undefined
      ? outcomeOf(E.right(known))
      : principal === undefined
        ? outcomeOf(refuse(forbidden()))
        : await start(forge, withNewCommandId(forge, context), { job, trigger, upstream, principal })
  if (E.isLeft(outcome)) {
    await tell({ type: 'DropJob', jobId, reason: outcome.left, at: context.at })
    return
  }
  if (!trigger.depends) await report('success')
  // Cancelled while it created the child pipeline.
  const isAbandoned = pipelines.jobById(jobId)?.status === 'canceled' && outcome.right.source === 'parent_pipeline'
  if (isAbandoned) valueOrRetry(await cancelWithChildren(forge, withNewCommandId(forge, context), outcome.right.id))
}

/** Tells the bridge that created a pipeline, and depends on it, the status of the pipeline. */
export const tellUpstream = async (forge: Forge, context: CommandContext, pipelineId: number): Promise<void> => {
  const row = forge.read.pipelines.byId(pipelineId)
  if (row === undefined || row.upstreamId === null || row.bridgeId === null) return
  const command = { type: 'FollowDownstreamInJob', jobId: row.bridgeId, status: row.status, at: context.at } as const
  valueOrRetry(await executeOnPipeline(forge, row.upstreamId, command, context))
}
