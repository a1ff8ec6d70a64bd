import * as E from 'fp-ts/lib/Either.js'
import { alongside, type CommandContext } from '../../../app/command-context.js'
import type { Forge } from '../../../app/forge.js'
import { numberOnce } from '../../../app/made-once.js'
import type { ReservedName } from '../../../app/reservations.js'
import { invalid, type Rejection, refuse, unavailable } from '../../../kernel/index.js'
import { NO_OBJECT, type ObjectId } from '../../../ports/git.js'
import { TIERS } from '../../environment/tier.js'
import type { ProjectRow } from '../../project/queries.js'
import type { JobConfig } from '../ci/config.js'
import { expand } from '../ci/expand.js'
import type { Variables } from '../ci/expression.js'
import { missingNeeds } from '../ci/relations.js'
import { type Occasion, type SelectedJob, selectJobs } from '../ci/select-jobs.js'
import { pipeline } from '../decider.js'
import type { JobData, PipelineSource } from '../events.js'
import { gatesOf } from '../gates.js'
import type { PipelineRow } from '../queries.js'
import { jobVariables, predefinedVariables, type VariableFacts } from '../variables.js'
import { findCiConfig } from './read-config.js'
import { isValidOutside, NOT_VALID } from './validate.js'

export interface NewPipeline {
  readonly context: CommandContext
  readonly project: ProjectRow
  readonly sha: ObjectId
  /** The branch or tag by its short name, or a merge request's ref in full. */
  readonly ref: string
  readonly tag: boolean
  readonly source: PipelineSource
  /** What the ref pointed to before. */
  readonly beforeSha: ObjectId | null
  readonly userId: number | null
  readonly mergeRequest: VariableFacts['mergeRequest']
  /** For merged results: the head of the source branch; there the CI file is read and the rules look at. */
  readonly sourceSha: ObjectId | null
  readonly variables?: Variables
  /** What it is made for, where that may be seen more than once: it makes one pipeline. */
  readonly cause?: ReservedName
  /** Only noted as skipped: the commit or the push asks for no CI. */
  readonly skip?: boolean
}

/** Why there is no pipeline; `base` as model errors spell it. */
const noPipeline = (sentence: string): E.Either<Rejection, never> => refuse(invalid({ base: [sentence] }))

export const NO_CONFIG = 'Missing CI config file'
export const NO_JOBS = 'No stages / jobs for this pipeline.'
export const FILTERED = 'Pipeline filtered out by workflow rules.'

const CI_SKIP = /\[(ci[ _-]skip|skip[ _-]ci)\]/i

const changedFiles = async (forge: Forge, input: NewPipeline): Promise<ReadonlyArray<string> | undefined> => {
  const from = input.beforeSha
  if (from === null || from === NO_OBJECT) return undefined
  const changes = await forge.git.of(input.project.id).changes({ from, to: input.sha })
  return changes.flatMap((change) => [...new Set([change.oldPath, change.newPath])])
}

const occasionOf = async (forge: Forge, input: NewPipeline, variables: Variables): Promise<Occasion> => {
  const tree = await forge.git.of(input.project.id).tree(input.sha, '', true)
  const files = (tree ?? []).filter((entry) => entry.kind === 'blob').map((entry) => entry.path)
  return {
    source: input.source,
    ref: input.ref,
    tag: input.tag,
    variables,
    variablesOf: (job) => jobVariables(job, forge.instance.release),
    changedFiles: await changedFiles(forge, input),
    files: () => files,
  }
}

const jobOf = (
  id: number,
  stageIndex: number,
  { job, when, allowFailure }: SelectedJob,
  variables: Variables,
  release: string,
  userId: number | null,
): JobData => {
  const own = { ...variables, ...jobVariables(job, release), ...job.variables }
  const place: JobConfig['environment'] = job.environment
  const tier = TIERS.find((one) => one === place?.tier)
  return {
    id,
    name: job.name,
    stage: job.stage,
    stageIndex,
    kind: 'build',
    when,
    allowFailure,
    status: 'created',
    environment: place === undefined ? null : expand(place.name, own),
    environmentUrl: place?.url == null ? null : expand(place.url, own),
    environmentAction: place?.action ?? null,
    ...(tier === undefined ? {} : { environmentTier: tier }),
    ...(place?.onStop == null ? {} : { onStop: place.onStop }),
    ...(place?.autoStopIn == null ? {} : { autoStopIn: place.autoStopIn }),
    ...(job.needs === undefined ? {} : { needs: job.needs.map((need) => need.job) }),
    ...(job.startIn === undefined ? {} : { startIn: job.startIn }),
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

interface Plan {
  readonly jobs: ReadonlyArray<{ readonly selected: SelectedJob; readonly stageIndex: number }>
  readonly variables: Variables
  readonly yamlErrors: string | null
  readonly skipped: boolean
}

const plan = async (forge: Forge, input: NewPipeline): Promise<E.Either<Rejection, Plan>> => {
  const found = await findCiConfig(forge, input.project, input.sourceSha ?? input.sha)
  if (found.kind === 'none') return noPipeline(NO_CONFIG)
  const empty: Plan = { jobs: [], variables: {}, yamlErrors: null, skipped: false }
  if (found.kind === 'broken') return E.right({ ...empty, yamlErrors: found.errors.join(', ') })
  const commit = await forge.git.of(input.project.id).commit(input.sourceSha ?? input.sha)
  const message = commit?.message ?? ''
  const variables = {
    ...predefinedVariables({
      release: forge.instance.release,
      projectId: input.project.id,
      fullPath: input.project.fullPath,
      defaultBranch: input.project.defaultBranch,
      sha: input.sha,
      beforeSha: input.beforeSha ?? NO_OBJECT,
      ref: input.ref,
      tag: input.tag,
      source: input.source,
      commitMessage: message,
      mergeRequest: input.mergeRequest,
    }),
    ...input.variables,
  }
  const selection = selectJobs(found.config, await occasionOf(forge, input, variables))
  if (selection.kind === 'filteredOut') return noPipeline(FILTERED)
  if (selection.kind === 'noJobs') return noPipeline(NO_JOBS)
  const isAutomatic = input.source === 'push' || input.source === 'merge_request_event'
  if (input.skip === true || (isAutomatic && CI_SKIP.test(message))) return E.right({ ...empty, skipped: true })
  const missing = missingNeeds(selection.jobs.map(({ job }) => job))
  if (missing.length > 0) return E.right({ ...empty, yamlErrors: missing.join(', ') })
  const { stages } = found.config
  const jobs = selection.jobs
    .map((selected) => ({ selected, stageIndex: stages.indexOf(selected.job.stage) }))
    .sort((a, b) => a.stageIndex - b.stageIndex)
  return E.right({ ...empty, jobs, variables: { ...found.config.variables, ...variables } })
}

/**
 * Makes the pipeline that the CI file calls for.
 * Rejections: `Conflict` where its cause has made one; `Invalid` with `base` where there is no CI file, nothing for this occasion, or a service that refuses; a file that cannot be read makes a failed pipeline.
 */
export const createPipeline = async (forge: Forge, input: NewPipeline): Promise<E.Either<Rejection, PipelineRow>> => {
  const planned = await plan(forge, input)
  if (E.isLeft(planned)) return planned
  const { jobs, variables, yamlErrors, skipped } = planned.right
  const configs = jobs.map(({ selected }) => selected.job)
  if (jobs.length > 0 && !(await isValidOutside(forge, input, configs))) return noPipeline(NOT_VALID)
  const { project, context, userId, cause } = input
  const [id, iid, jobIds] = await Promise.all([
    cause === undefined
      ? forge.numbers.next('pipeline')
      : numberOnce(forge, { cause, aggregate: pipeline, counter: 'pipeline' }, alongside(forge, context)),
    forge.numbers.next(`project-${project.id}-pipeline`),
    numbersFor(forge, 'job', jobs.length),
  ])
  if (E.isLeft(id)) return id
  if (E.isLeft(iid)) return iid
  if (E.isLeft(jobIds)) return jobIds
  const data = jobs.map(({ selected, stageIndex }, index) =>
    jobOf(jobIds.right[index] as number, stageIndex, selected, variables, forge.instance.release, userId),
  )
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
      jobs: data,
      gates: gatesOf(forge, project.id, data),
      at: context.at,
    },
    alongside(forge, context),
  )
  if (E.isLeft(made)) return made
  const row = forge.read.pipelines.byId(id.right)
  return row === undefined
    ? refuse(unavailable('the pipeline is stored but not visible yet', made.right.position))
    : E.right(row)
}
