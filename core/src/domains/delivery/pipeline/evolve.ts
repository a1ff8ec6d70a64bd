import type { PipelineEvent } from './events.js'
import type { Job, LivePipeline, PipelineState } from './state.js'
import { isComplete } from './status.js'

type Moved = Extract<PipelineEvent, { readonly type: 'JobMoved' }>['data']

const moveJob = (job: Job, { status, at, userId, held, failureReason }: Moved): Job => ({
  ...job,
  status,
  failureReason,
  ...(held === true ? { held } : {}),
  userId: userId ?? job.userId,
  startedAt: status === 'running' ? at : job.startedAt,
  finishedAt: isComplete(status) ? at : null,
})

const withJob = (pipeline: LivePipeline, id: number, change: (job: Job) => Job): LivePipeline => ({
  ...pipeline,
  jobs: pipeline.jobs.map((job) => (job.id === id ? change(job) : job)),
})

export const evolve = (state: PipelineState, event: PipelineEvent): PipelineState => {
  if (event.type === 'PipelineCreated') {
    const { projectId, sha, ref, source, skipped, yamlErrors } = event.data
    const status = skipped ? 'skipped' : yamlErrors === null ? 'created' : 'failed'
    return { kind: 'live', projectId, sha, ref, external: source === 'external', status, jobs: [] }
  }
  if (state.kind !== 'live') return state
  switch (event.type) {
    case 'JobsAdded':
      return {
        ...state,
        jobs: [
          ...state.jobs,
          ...event.data.jobs.map((job) => ({
            ...job,
            retried: false,
            failureReason: null,
            startedAt: null,
            finishedAt: null,
          })),
        ],
      }
    case 'JobMoved':
      return withJob(state, event.data.jobId, (job) => moveJob(job, event.data))
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
