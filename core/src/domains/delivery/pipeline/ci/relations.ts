import type { JobConfig, Need } from './config.js'
import { namesInCycles } from './cycles.js'

const needError = (
  job: JobConfig,
  need: Need,
  byName: ReadonlyMap<string, JobConfig>,
  stages: ReadonlyMap<string, number>,
): string | undefined => {
  const needed = byName.get(need.job)
  if (needed === undefined) return need.optional ? undefined : `${job.name} job: undefined need: ${need.job}`
  return (stages.get(needed.stage) ?? -1) > (stages.get(job.stage) ?? -1)
    ? `${job.name} job: need ${need.job} is not defined in current or prior stages`
    : undefined
}

const stopError = ({ name, environment }: JobConfig, byName: ReadonlyMap<string, JobConfig>): string | undefined => {
  const onStop = environment?.onStop ?? null
  if (onStop === null) return undefined
  const stops = byName.get(onStop)
  const about = `${name} job: on_stop job ${onStop}`
  if (stops === undefined) return `${about} is not defined`
  if (stops.environment === undefined) return `${about} does not have environment defined`
  if (stops.environment.name !== environment?.name) return `${about} have different environment name`
  return stops.environment.action === 'stop' ? undefined : `${about} needs to have action stop defined`
}

/** Errors between jobs: missing needs, cycles of needs, and stop jobs that do not stop an environment. */
export const relationErrors = (
  jobs: ReadonlyArray<JobConfig>,
  stages: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  const inCircles = namesInCycles(byName)
  const order = new Map([...stages.entries()].reverse().map(([at, stage]) => [stage, at] as const))
  const errors: Array<string> = []
  const note = (error: string | undefined): void => {
    if (error !== undefined) errors.push(error)
  }
  for (const job of jobs) {
    for (const need of job.needs ?? []) note(needError(job, need, byName, order))
    // Jobs that need each other would wait for ever.
    if (inCircles.has(job.name)) note(`The pipeline has circular dependencies: ${job.name}`)
    note(stopError(job, byName))
  }
  return errors
}

/** Needs of the selected jobs that the pipeline does not have, because rules excluded them. */
export const missingNeeds = (jobs: ReadonlyArray<JobConfig>): ReadonlyArray<string> => {
  const names = new Set(jobs.map(({ name }) => name))
  return jobs.flatMap(({ name, needs }) =>
    (needs ?? [])
      .filter((need) => !need.optional && !names.has(need.job))
      .map((need) => `'${name}' job needs '${need.job}' job, but '${need.job}' is not in any previous stage`),
  )
}
