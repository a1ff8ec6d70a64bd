import type { JobConfig } from './config.js'

const needErrors = (job: JobConfig, byName: ReadonlyMap<string, JobConfig>, stages: ReadonlyArray<string>) =>
  (job.needs ?? []).flatMap((need) => {
    const needed = byName.get(need.job)
    if (needed === undefined) return need.optional ? [] : [`${job.name} job: undefined need: ${need.job}`]
    return stages.indexOf(needed.stage) > stages.indexOf(job.stage)
      ? [`${job.name} job: need ${need.job} is not defined in current or prior stages`]
      : []
  })

/** Jobs that need each other would wait for ever. */
const circleErrors = (job: JobConfig, byName: ReadonlyMap<string, JobConfig>): ReadonlyArray<string> => {
  const reached = new Set<string>()
  const open = (job.needs ?? []).map((need) => need.job)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === job.name) return [`The pipeline has circular dependencies: ${job.name}`]
    if (reached.has(name)) continue
    reached.add(name)
    open.push(...(byName.get(name)?.needs ?? []).map((need) => need.job))
  }
  return []
}

const stopErrors = ({ name, environment }: JobConfig, byName: ReadonlyMap<string, JobConfig>) => {
  const onStop = environment?.onStop ?? null
  if (onStop === null) return []
  const stops = byName.get(onStop)
  const about = `${name} job: on_stop job ${onStop}`
  if (stops === undefined) return [`${about} is not defined`]
  if (stops.environment === undefined) return [`${about} does not have environment defined`]
  if (stops.environment.name !== environment?.name) return [`${about} have different environment name`]
  return stops.environment.action === 'stop' ? [] : [`${about} needs to have action stop defined`]
}

/** What is wrong between jobs: needs that lead nowhere or round in circles, and stops that stop nothing. */
export const relationErrors = (
  jobs: ReadonlyArray<JobConfig>,
  stages: ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const byName = new Map(jobs.map((job) => [job.name, job]))
  return jobs.flatMap((job) => [
    ...needErrors(job, byName, stages),
    ...circleErrors(job, byName),
    ...stopErrors(job, byName),
  ])
}

/** What selected jobs need and the pipeline does not have, because rules left it out. */
export const missingNeeds = (jobs: ReadonlyArray<JobConfig>): ReadonlyArray<string> => {
  const names = new Set(jobs.map(({ name }) => name))
  return jobs.flatMap(({ name, needs }) =>
    (needs ?? [])
      .filter((need) => !need.optional && !names.has(need.job))
      .map((need) => `'${name}' job needs '${need.job}' job, but '${need.job}' is not in any previous stage`),
  )
}
