import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { idempotentId } from '../../../../app/idempotent-id.js'
import { retriedWithoutPause } from '../../../../app/retry.js'
import { conflict, type Rejection, refuse, streamOf, tooLarge, unavailable } from '../../../../kernel/index.js'
import { NO_OBJECT } from '../../../../ports/git.js'
import { ensureResourceGroups, resourceGroupKeys } from '../../resource-group/steps/ensure-groups.js'
import type { PlannedJob } from '../ci/planner.js'
import { pipeline } from '../decider.js'
import { gatesOf } from '../gates.js'
import type { PipelineRow } from '../queries.js'
import { bridgeOf, jobOf } from '../steps/job-of-plan.js'
import { isValidOutside } from '../steps/outside-validation.js'
import { exceedsAppend, planLimitError } from '../steps/plan-limits.js'
import { type NewPipeline, noPipeline, planPipeline } from '../steps/plan-pipeline.js'
import { sealedVariables } from '../variables.js'

const NOT_VALID = 'External validation failed'

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

/** What is settled of a pipeline before it begins. */
interface Plan {
  readonly jobs: ReadonlyArray<PlannedJob>
  readonly yamlErrors: string | null
  readonly skipped: boolean
  readonly copies?: NewPipeline['copies']
}

/** Begins the pipeline under the next number; undefined where the stream of that number was given up before it began, and another number is to be taken. */
const begin = async (
  forge: Forge,
  context: CommandContext,
  input: NewPipeline,
  { jobs, yamlErrors, skipped, copies = input.copies }: Plan,
): Promise<E.Either<Rejection, PipelineRow> | undefined> => {
  const { project, userId, cause } = input
  const keys = resourceGroupKeys(
    forge,
    project.id,
    jobs.flatMap(({ resourceGroup }) => resourceGroup ?? []),
  )
  if (E.isLeft(keys)) return keys
  // A reactor creates those that a failure leaves missing.
  const groups = ensureResourceGroups(forge, context, project.id, keys.right)
  const [id, iid, jobIds] = await Promise.all([
    cause === undefined
      ? forge.numbers.next('pipeline')
      : idempotentId(forge, { cause, aggregate: pipeline, counter: 'pipeline' }, withNewCommandId(forge, context)),
    forge.numbers.next(`project-${project.id}-pipeline`),
    numbersFor(forge, 'job', jobs.length),
  ])
  if (E.isLeft(id)) return id
  if (E.isLeft(iid)) return iid
  if (E.isLeft(jobIds)) return jobIds
  const data = jobs.map((job, index) =>
    jobOf(jobIds.right[index] as number, job, userId, keys.right, bridgeOf(forge, job, input)),
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
      ...sealedVariables(forge, input.variables),
      ...(input.triggerId === undefined ? {} : { triggerId: input.triggerId }),
      ...(input.scheduleId === undefined ? {} : { scheduleId: input.scheduleId }),
      ...(input.upstream === undefined ? {} : { upstream: input.upstream }),
      ...(input.files === undefined ? {} : { files: input.files }),
      ...(copies === undefined ? {} : { copies }),
      jobs: data,
      gates: gatesOf(forge, project.id, data),
      at: context.at,
    },
    withNewCommandId(forge, context),
  )
  if (E.isLeft(made)) {
    if (made.left.kind !== 'Conflict' || !(await isGivenUp(forge, id.right))) return made
    if (cause !== undefined) await forge.reservations.release(cause, streamOf(pipeline, id.right), context)
    return undefined
  }
  await groups
  await forge.jobDeployments.createFirst(context, id.right, data)
  const row = forge.read.pipelines.byId(id.right)
  return E.fromNullable(unavailable('the pipeline is stored but not visible yet', made.right.position))(row)
}

/** Whether the stream was fenced off by another server that took over a name from it: the number was a guess of a server that died. */
const isGivenUp = async (forge: Forge, id: number): Promise<boolean> => {
  const found = await forge.aggregates.load(pipeline, id)
  return E.isLeft(found) && found.left.kind === 'Conflict'
}

/** So often at most another number is taken. */
const ATTEMPTS = 3

/**
 * Makes the pipeline that the CI file calls for.
 * Rejections: `Conflict` where its cause has made one; `Invalid` with `base` where there is no CI file, nothing for this occasion, more than the plan limits take, or a service that refuses; a file that cannot be read makes a failed pipeline; `TooLarge` where there are thousands of jobs more than one append takes.
 */
export const createPipeline: UseCase<NewPipeline, PipelineRow> = async (forge, { context }, input) => {
  const planned = await planPipeline(forge, input)
  if (E.isLeft(planned)) return planned
  const { jobs, deprecated } = planned.right
  input.onDeprecatedUses?.(deprecated)
  const tooMuch = planLimitError(forge, { projectId: input.project.id, jobs: jobs.length, at: context.at })
  if (tooMuch !== undefined) return noPipeline(tooMuch)
  if (exceedsAppend(jobs.length)) return refuse(tooLarge)
  const configs = jobs.map(({ job }) => job)
  if (jobs.length > 0 && !(await isValidOutside(forge, input, configs))) return noPipeline(NOT_VALID)
  const begun = await retriedWithoutPause(ATTEMPTS, () => begin(forge, context, input, planned.right))
  return begun ?? refuse(conflict())
}
