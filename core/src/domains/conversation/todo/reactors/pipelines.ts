import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { idOf, type StoredEvent } from '../../../../kernel/index.js'
import { pipeline } from '../../../delivery/pipeline/decider.js'
import type { PipelineEvent } from '../../../delivery/pipeline/events.js'
import type { PipelineRow } from '../../../delivery/pipeline/queries.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'
import { headPipeline } from '../../../review/merge-request/use-cases/pipelines.js'
import { todosFor } from '../todo-changes.js'
import { mergeParticipants } from './merge-requests.js'
import { mergeRequestIssuable, type TodoUpdate } from './todo-update.js'

/** Events of pipelines that change to-dos. */
export const PIPELINE_EVENTS: ReadonlyArray<PipelineEvent['type']> = ['JobsAdded', 'JobMoved', 'JobRetried']

/** Open merge requests that this pipeline counts for. */
const mergeRequestsOf = (forge: Forge, row: PipelineRow): ReadonlyArray<MergeRequestRow> => {
  const { mergeRequests } = forge.read
  const ids = row.mergeRequestId === null ? mergeRequests.openFrom(row.projectId, row.ref) : [row.mergeRequestId]
  return mergeRequests.rows(ids).filter((one) => one.status === 'opened' && headPipeline(forge, one)?.id === row.id)
}

interface JobOutcome {
  readonly jobId: number
  readonly outcome: 'failed' | 'retried'
}

/** Jobs that failed or are retried; most events of pipelines contain neither. */
const outcomesIn = (event: PipelineEvent): ReadonlyArray<JobOutcome> => {
  if (event.type === 'JobRetried') return [{ jobId: event.data.jobId, outcome: 'retried' }]
  if (event.type === 'JobMoved')
    return event.data.status === 'failed' ? [{ jobId: event.data.jobId, outcome: 'failed' }] : []
  if (event.type !== 'JobsAdded') return []
  return event.data.jobs.flatMap(({ id, status }) => (status === 'failed' ? [{ jobId: id, outcome: 'failed' }] : []))
}

const updateForJob = (_forge: Forge, request: MergeRequestRow, { outcome }: JobOutcome): TodoUpdate => {
  const people = mergeParticipants(request)
  const consequences =
    outcome === 'failed'
      ? { completedFor: [], requested: todosFor('build_failed', people) }
      : { completedFor: people, requested: [] }
  return { issuable: mergeRequestIssuable(request), consequences }
}

/** A job that is not allowed to fail has failed: users who wait for the merge get a to-do, which is done when the job is retried. */
export const updatesForPipeline = (forge: Forge, stored: StoredEvent): ReadonlyArray<TodoUpdate> => {
  const decoded = pipeline.events.decode(stored)
  if (E.isLeft(decoded)) return []
  const outcomes = outcomesIn(decoded.right).filter(({ jobId, outcome }) => {
    const job = forge.read.pipelines.jobById(jobId)
    if (job === undefined || job.allowFailure) return false
    // A status from outside is reported again, not retried.
    return outcome === 'failed' ? !job.retried : job.kind !== 'external'
  })
  const row = outcomes.length === 0 ? undefined : forge.read.pipelines.byId(Number(idOf(stored.stream)))
  if (row === undefined) return []
  return mergeRequestsOf(forge, row).flatMap((request) =>
    outcomes.map((outcome) => updateForJob(forge, request, outcome)),
  )
}
