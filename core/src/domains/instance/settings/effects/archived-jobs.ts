import { type Instant, millisecondsOf } from '../../../../kernel/index.js'
import type { Settings } from '../catalogue.js'
import { secondsOfDuration } from '../rules/duration.js'

/** Whether a job is too old to be run again: older than `archive_builds_in_human_readable`, counted from when it was made. */
export const isArchived = (job: { readonly createdAt: Instant }, now: Instant, settings: Settings): boolean => {
  const seconds = secondsOfDuration(settings.archive_builds_in_human_readable ?? '')
  if (seconds === undefined) return false
  return millisecondsOf(now) - millisecondsOf(job.createdAt) > seconds * 1000
}
