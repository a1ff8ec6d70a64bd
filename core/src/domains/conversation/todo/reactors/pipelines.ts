import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { idOf, type StoredEvent } from '../../../../kernel/index.js'
import { pipeline } from '../../../delivery/pipeline/decider.js'
import type { PipelineEvent } from '../../../delivery/pipeline/events.js'
import type { PipelineRow } from '../../../delivery/pipeline/queries.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'
import { headPipeline } from '../../../review/merge-request/use-cases/pipelines.js'
import { wishesFor } from '../consequences.js'
import { mergeParticipants } from './requests.js'
import { mergeRequestIssuable, type Turn } from './turn.js'

/** Events of pipelines that mean something to lists. */
export const PIPELINE_EVENTS: ReadonlyArray<PipelineEvent['type']> = ['JobsAdded', 'JobMoved', 'JobRetried']

/** Open merge requests that this pipeline counts for. */
const requestsOf = (forge: Forge, row: PipelineRow): ReadonlyArray<MergeRequestRow> => {
  const { mergeRequests } = forge.read
  const ids = row.mergeRequestId === null ? mergeRequests.openFrom(row.projectId, row.ref) : [row.mergeRequestId]
  return mergeRequests.rows(ids).filter((one) => one.status === 'opened' && headPipeline(forge, one)?.id === row.id)
}

interface JobFate {
  readonly jobId: number
  readonly fate: 'failed' | 'retried'
}

/** Jobs that failed, or are tried again; most events of pipelines are about neither. */
const fatesIn = (event: PipelineEvent): ReadonlyArray<JobFate> => {
  if (event.type === 'JobRetried') return [{ jobId: event.data.jobId, fate: 'retried' }]
  if (event.type === 'JobMoved')
    return event.data.status === 'failed' ? [{ jobId: event.data.jobId, fate: 'failed' }] : []
  if (event.type !== 'JobsAdded') return []
  return event.data.jobs.flatMap(({ id, status }) => (status === 'failed' ? [{ jobId: id, fate: 'failed' }] : []))
}

const turnOf = (_forge: Forge, request: MergeRequestRow, { fate }: JobFate): Turn => {
  const people = mergeParticipants(request)
  const consequences =
    fate === 'failed' ? { settled: [], wishes: wishesFor('build_failed', people) } : { settled: people, wishes: [] }
  return { issuable: mergeRequestIssuable(request), consequences }
}

/** A job that must not fail did: those who wait for the merge are to look, until it is tried again. */
export const turnsOfPipeline = (forge: Forge, stored: StoredEvent): ReadonlyArray<Turn> => {
  const decoded = pipeline.events.decode(stored)
  if (E.isLeft(decoded)) return []
  const fates = fatesIn(decoded.right).filter(({ jobId, fate }) => {
    const job = forge.read.pipelines.jobById(jobId)
    if (job === undefined || job.allowFailure) return false
    // What is reported from outside is reported anew, not tried again.
    return fate === 'failed' ? !job.retried : job.kind === 'build'
  })
  const row = fates.length === 0 ? undefined : forge.read.pipelines.byId(Number(idOf(stored.stream)))
  if (row === undefined) return []
  return requestsOf(forge, row).flatMap((request) => fates.map((fate) => turnOf(forge, request, fate)))
}
