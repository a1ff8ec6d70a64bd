import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { idempotentId } from '../../../../app/idempotent-id.js'
import { type Rejection, unavailable } from '../../../../kernel/index.js'
import { NO_OBJECT } from '../../../../ports/git.js'
import { projectReach } from '../../../instance/operation/hosts.js'
import { currentLimits } from '../../../instance/plan-limits/use-cases.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { TIERS } from '../../environment-naming/tier.js'
import { resolveResourceGroups } from '../../resource-group/steps/resolve-keys.js'
import type { JobConfig } from '../ci/config.js'
import type { PlannedJob } from '../ci/planner.js'
import { pipeline } from '../decider.js'
import type { JobData, PipelineSource } from '../events.js'
import { gatesOf } from '../gates.js'
import { pipelineValidation } from '../instance-rules.js'
import type { PipelineRow } from '../queries.js'
import { type NewPipeline, noPipeline, planPipeline } from '../steps/plan-pipeline.js'
import { sealedVariables } from '../variables.js'

const NOT_VALID = 'External validation failed'

const tooManyJobs = (wanted: number, most: number): string =>
  `Pipeline has too many jobs! Requested ${wanted}, but the limit is ${most}.`

/** A pipeline that is about to be created. */
export interface Planned {
  readonly project: Pick<ProjectRow, 'id' | 'fullPath' | 'createdAt'>
  readonly sha: string
  readonly ref: string
  readonly userId: number | null
  readonly source: PipelineSource
}

/** The status by which the service rejects a pipeline; any other response, and none, accepts it. */
const NO = 406

const payloadOf = (forge: Forge, input: Planned, jobs: ReadonlyArray<JobConfig>): string => {
  const { project, sha, ref, source } = input
  const user = input.userId === null ? undefined : forge.read.users.byId(input.userId)
  return JSON.stringify({
    project: { id: project.id, path: project.fullPath, created_at: project.createdAt },
    user:
      user === undefined
        ? null
        : { id: user.id, username: user.username, email: user.email, created_at: user.createdAt },
    pipeline: { sha, ref, type: source },
    builds: jobs.map(({ name, stage, image, tags, services, script }) => ({
      name,
      stage,
      image,
      tag_list: tags,
      services,
      script,
    })),
    total_builds_count: jobs.length,
    namespace: { plan: forge.instance.tier, trial: false },
  })
}

/** Asks the external validation service, where one is configured, whether a pipeline of these jobs may be created. */
const isValidOutside = async (forge: Forge, input: Planned, jobs: ReadonlyArray<JobConfig>): Promise<boolean> => {
  const settings = forge.settings.current()
  const service = pipelineValidation(settings)
  if (service === undefined) return true
  const { url, token, timeoutMs } = service
  const outcome = await forge.outbound.post({
    url,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { 'x-service-token': token }),
    },
    body: payloadOf(forge, input, jobs),
    timeoutMs,
    reach: projectReach(settings),
  })
  return outcome.kind !== 'Answered' || outcome.status !== NO
}

const jobOf = (
  id: number,
  { job, when, allowFailure, stageIndex, place, resourceGroup }: PlannedJob,
  userId: number | null,
  resourceGroups: ReadonlyMap<string, number>,
): JobData => {
  const { environment } = job
  const resourceGroupId = resourceGroup === undefined ? undefined : resourceGroups.get(resourceGroup)
  const tier = TIERS.find((one) => one === environment?.tier)
  return {
    id,
    name: job.name,
    stage: job.stage,
    stageIndex,
    kind: 'build',
    when,
    allowFailure,
    status: 'created',
    environment: place?.name ?? null,
    environmentUrl: place?.url ?? null,
    environmentAction: environment?.action ?? null,
    ...(tier === undefined ? {} : { environmentTier: tier }),
    ...(environment?.onStop == null ? {} : { onStop: environment.onStop }),
    ...(environment?.autoStopIn == null ? {} : { autoStopIn: environment.autoStopIn }),
    ...(job.needs === undefined ? {} : { needs: job.needs.map((need) => need.job) }),
    ...(job.startIn === undefined ? {} : { startIn: job.startIn }),
    ...(resourceGroupId === undefined ? {} : { resourceGroupId }),
    ...(job.tags.length === 0 ? {} : { tags: [...new Set(job.tags)] }),
    targetUrl: null,
    description: null,
    userId,
  }
}

const numbersFor = async (
  forge: Forge,
  counter: string,
  count: number,
): Promise<E.Either<Rejection, ReadonlyArray<number>>> => {
  const taken = await Promise.all(Array.from({ length: count }, () => forge.numbers.next(counter)))
  const numbers: Array<number> = []
  for (const one of taken) {
    if (E.isLeft(one)) return one
    numbers.push(one.right)
  }
  return E.right(numbers)
}

/**
 * Makes the pipeline that the CI file calls for.
 * Rejections: `Conflict` where its cause has made one; `Invalid` with `base` where there is no CI file, nothing for this occasion, more jobs than the plan limits take, or a service that refuses; a file that cannot be read makes a failed pipeline.
 */
export const createPipeline: UseCase<NewPipeline, PipelineRow> = async (forge, { context }, input) => {
  const planned = await planPipeline(forge, input)
  if (E.isLeft(planned)) return planned
  const { jobs, yamlErrors, skipped, deprecated } = planned.right
  input.onDeprecatedUses?.(deprecated)
  const most = currentLimits(forge, undefined).ci_pipeline_size
  if (most > 0 && jobs.length > most) return noPipeline(tooManyJobs(jobs.length, most))
  const configs = jobs.map(({ job }) => job)
  if (jobs.length > 0 && !(await isValidOutside(forge, input, configs))) return noPipeline(NOT_VALID)
  const { project, userId, cause } = input
  const [id, iid, jobIds, resourceGroups] = await Promise.all([
    cause === undefined
      ? forge.numbers.next('pipeline')
      : idempotentId(forge, { cause, aggregate: pipeline, counter: 'pipeline' }, withNewCommandId(forge, context)),
    forge.numbers.next(`project-${project.id}-pipeline`),
    numbersFor(forge, 'job', jobs.length),
    resolveResourceGroups(
      forge,
      context,
      project.id,
      jobs.flatMap(({ resourceGroup }) => resourceGroup ?? []),
    ),
  ])
  if (E.isLeft(id)) return id
  if (E.isLeft(iid)) return iid
  if (E.isLeft(jobIds)) return jobIds
  if (E.isLeft(resourceGroups)) return resourceGroups
  const data = jobs.map((job, index) => jobOf(jobIds.right[index] as number, job, userId, resourceGroups.right))
  const made = await forge.aggregates.execute(
    pipeline,
    id.right,
    {
      type: 'Create',
      projectId: project.id,
      iid: iid.right,
      sha: input.sha,
      ref: input.ref,
      tag: input.tag,
      source: input.source,
      beforeSha: input.beforeSha ?? NO_OBJECT,
      userId,
      mergeRequestId: input.mergeRequest?.id ?? null,
      sourceSha: input.sourceSha,
      yamlErrors,
      skipped,
      ...sealedVariables(forge, input.variables),
      ...(input.triggerId === undefined ? {} : { triggerId: input.triggerId }),
      ...(input.scheduleId === undefined ? {} : { scheduleId: input.scheduleId }),
      jobs: data,
      gates: gatesOf(forge, project.id, data),
      at: context.at,
    },
    withNewCommandId(forge, context),
  )
  if (E.isLeft(made)) return made
  await forge.jobDeployments.createFirst(context, id.right, data)
  const row = forge.read.pipelines.byId(id.right)
  return E.fromNullable(unavailable('the pipeline is stored but not visible yet', made.right.position))(row)
}
