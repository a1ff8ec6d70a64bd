import { EMPTY_MAP, valueAt, withValue } from '../../../kernel/persistent-map.js'
import type { PipelineEvent } from './events.js'
import { addedJob, isOfCiFile, type Job, movedJob } from './job.js'
import { NO_REPORTED_JOBS, withChanged, withReported } from './reported-jobs.js'
import type { LivePipeline, PipelineState } from './state.js'

const withJob = (pipeline: LivePipeline, id: number, change: (job: Job) => Job): LivePipeline => {
  const { jobs, reported } = pipeline
  const known = valueAt(reported.byId, id)
  if (known !== undefined) return { ...pipeline, reported: withChanged(reported, known, change(known)) }
  const job = valueAt(jobs, id)
  return job === undefined ? pipeline : { ...pipeline, jobs: withValue(jobs, id, change(job)) }
}

export const evolve = (state: PipelineState, event: PipelineEvent): PipelineState => {
  if (event.type === 'PipelineCreated') {
    const { projectId, sha, ref, source, skipped, yamlErrors } = event.data
    const status = skipped ? 'skipped' : yamlErrors === null ? 'created' : 'failed'
    const external = source === 'external'
    return { kind: 'live', projectId, sha, ref, external, status, jobs: EMPTY_MAP, reported: NO_REPORTED_JOBS }
  }
  if (state.kind !== 'live') return state
  switch (event.type) {
    case 'JobsAdded': {
      const added = event.data.jobs.map(addedJob)
      const reported = added.filter((job) => !isOfCiFile(job)).reduce(withReported, state.reported)
      const jobs = added.filter(isOfCiFile).reduce((all, job) => withValue(all, job.id, job), state.jobs)
      return { ...state, jobs, reported }
    }
    case 'JobMoved':
      return withJob(state, event.data.jobId, (job) => movedJob(job, event.data))
    case 'JobDescribed': {
      const { jobId, targetUrl, description } = event.data
      return withJob(state, jobId, (job) => ({ ...job, targetUrl, description }))
    }
    case 'JobRetried':
      return withJob(state, event.data.jobId, (job) => ({ ...job, retried: true }))
    case 'PipelineMoved':
      return { ...state, status: event.data.status }
    case 'PipelineDeleted':
      return { kind: 'deleted' }
  }
}
