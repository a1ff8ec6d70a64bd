import { EMPTY_MAP, type PersistentMap, valueAt, withValue } from '../../../kernel/persistent-map.js'
import type { Job } from './job.js'
import { type Part, partOf } from './status.js'

/**
 * The jobs of outside systems in a pipeline. There may be thousands, and each is reported by itself: what is asked about them is found without
 * going through all of them.
 */
export interface ReportedJobs {
  readonly byId: PersistentMap<number, Job>
  /** The id of the newest job of each name. */
  readonly newest: PersistentMap<string, number>
  /** How many of those that count have each part in the status of the pipeline. */
  readonly parts: Readonly<Partial<Record<Part, number>>>
}

export const NO_REPORTED_JOBS: ReportedJobs = { byId: EMPTY_MAP, newest: EMPTY_MAP, parts: {} }

const counted = (parts: ReportedJobs['parts'], job: Job, more: 1 | -1): ReportedJobs['parts'] => {
  const part = partOf(job)
  return job.retried ? parts : { ...parts, [part]: (parts[part] ?? 0) + more }
}

export const withReported = ({ byId, newest, parts }: ReportedJobs, job: Job): ReportedJobs => ({
  byId: withValue(byId, job.id, job),
  newest: withValue(newest, job.name, job.id),
  parts: counted(parts, job, 1),
})

export const withChanged = ({ byId, newest, parts }: ReportedJobs, before: Job, after: Job): ReportedJobs => ({
  byId: withValue(byId, after.id, after),
  newest,
  parts: counted(counted(parts, before, -1), after, 1),
})

/** The job of the name that counts. */
export const reportedAs = ({ byId, newest }: ReportedJobs, name: string): Job | undefined => {
  const id = valueAt(newest, name)
  const job = id === undefined ? undefined : valueAt(byId, id)
  return job?.retried === true ? undefined : job
}

/** The parts that the status of the pipeline has from them. */
export const partsOf = ({ parts }: ReportedJobs): ReadonlyArray<Part> =>
  (Object.keys(parts) as ReadonlyArray<Part>).filter((part) => (parts[part] ?? 0) > 0)
