import type { Instant } from '../../../kernel/index.js'
import type { PipelineEvent } from './events.js'
import type { Job } from './job.js'
import { moved } from './progress.js'
import { countingJobs, type LivePipeline } from './state.js'
import { grouped } from './turns.js'

/**
 * The jobs after one job after another: by stage or by need, directly or transitively. Each is told once, so that those of thousands of jobs cost
 * about as much as those of the first.
 */
const makeFollowers = (pipeline: LivePipeline): ((job: Job) => ReadonlyArray<Job>) => {
  const jobs = countingJobs(pipeline)
  const needing = grouped(jobs, (job) => job.needs ?? [])
  const byStage = jobs.filter((job) => job.needs === undefined).toSorted((a, b) => a.stageIndex - b.stageIndex)
  const told = new Set<number>()
  return ({ id, name, stageIndex }) => {
    const later: Array<Job> = []
    while ((byStage.at(-1)?.stageIndex ?? stageIndex) > stageIndex) later.push(byStage.pop() as Job)
    const followers = later.toSorted((a, b) => a.id - b.id)
    for (const follower of followers) told.add(follower.id)
    const names = [name, ...followers.map((job) => job.name)]
    for (let next = names.pop(); next !== undefined; next = names.pop())
      for (const job of needing.get(next) ?? []) {
        if (told.has(job.id) || job.id === id) continue
        told.add(job.id)
        followers.push(job)
        names.push(job.name)
      }
    return followers
  }
}

/** The jobs that start again when one job after another does: those that were skipped because of it. */
export const makeTurnAgain = (live: LivePipeline, at: Instant): ((job: Job) => ReadonlyArray<PipelineEvent>) => {
  const followersOf = makeFollowers(live)
  return (job) =>
    followersOf(job)
      .filter(({ status }) => status === 'skipped')
      .map(({ id }) => moved(id, 'created', at))
}

/** Jobs that were skipped because of a job start again when that job does. */
export const turnAgain = (live: LivePipeline, job: Job, at: Instant): ReadonlyArray<PipelineEvent> =>
  makeTurnAgain(live, at)(job)
