import type { Forge } from '../../../../app/forge.js'
import { type Instant, secondsAfter } from '../../../../kernel/instant.js'
import { MAX_APPEND_BYTES } from '../../../../ports/event-store.js'
import type { PlanLimits } from '../../../instance/plan-limits/aggregate.js'
import { currentLimits } from '../../../instance/plan-limits/use-cases.js'
import type { PlannedJob } from '../ci/planner.js'

const DAY = 24 * 3600

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const sizeError = (jobs: number, { ci_pipeline_size: most }: PlanLimits): string | undefined =>
  most > 0 && jobs > most ? `Pipeline has too many jobs! Requested ${jobs}, but the limit is ${most}.` : undefined

/** What a job takes at least in the event that begins its pipeline, in bytes. */
const LEAST_JOB_BYTES = 200

/** Whether the jobs certainly fill more than one append takes, so that no number has to be taken for them to find that out. */
export const exceedsAppend = (jobs: number): boolean => jobs * LEAST_JOB_BYTES > MAX_APPEND_BYTES

/** `count` includes what is to be created. */
const activityError = (most: number, count: () => number, noun: string, when = ''): string | undefined => {
  const excess = most > 0 ? count() - most : 0
  return excess > 0 ? `Active ${noun}s limit exceeded by ${counted(excess, noun)}${when}!` : undefined
}

/** A pipeline that is to be created. */
export interface PlannedPipeline {
  readonly projectId: number
  readonly jobs: number
  readonly at: Instant
}

/**
 * Why the plan limits take no such pipeline: its own jobs, the pipelines of the project that have not ended, or the jobs of those that were
 * created in the last 24 hours; undefined where they do. Pipelines that are created at the same moment may pass together.
 */
export const planLimitError = (forge: Forge, { projectId, jobs, at }: PlannedPipeline): string | undefined => {
  const limits = currentLimits(forge, undefined)
  const { read } = forge
  return (
    sizeError(jobs, limits) ??
    activityError(limits.ci_active_pipelines, () => read.pipelines.activeCount(projectId) + 1, 'pipeline') ??
    activityError(
      limits.ci_active_jobs,
      () => read.pipelines.activeJobsCount(projectId, secondsAfter(at, -DAY)) + jobs,
      'job',
      ' in the past 24 hours',
    )
  )
}

/** Jobs that need more others than the plan limits take, as errors of the CI file. */
export const needsErrors = (forge: Forge, jobs: ReadonlyArray<PlannedJob>): ReadonlyArray<string> => {
  const most = currentLimits(forge, undefined).ci_needs_size_limit
  return jobs.flatMap(({ job: { name, needs = [] } }) =>
    most > 0 && needs.length > most
      ? [
          `${name}: one job can only need ${most} others, but you have listed ${needs.length}. See needs keyword documentation for more details`,
        ]
      : [],
  )
}
