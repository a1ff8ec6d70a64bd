import type { Forge } from '@forgefold/core/app'
import type { ReportedJob } from '@forgefold/core/domains/delivery/pipeline'
import { userSummary } from '../../identity/users/presenter.js'

/** A job as a status of its commit. */
export const presentStatus = (forge: Forge, { job, sha, ref }: ReportedJob) => ({
  id: job.id,
  sha,
  ref,
  status: job.status,
  name: job.name,
  target_url: job.targetUrl,
  description: job.description,
  created_at: job.createdAt,
  started_at: job.startedAt,
  finished_at: job.finishedAt,
  allow_failure: job.allowFailure,
  coverage: job.coverage,
  author: job.userId === null ? null : userSummary(forge, job.userId),
})
