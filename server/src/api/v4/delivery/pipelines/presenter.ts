import type { Forge } from '@forgefold/core/app'
import type { PipelineRow } from '@forgefold/core/domains/delivery/pipeline'
import { type Instant, millisecondsOf } from '@forgefold/core/kernel'
import { userSummary } from '../../identity/users/presenter.js'
import { pipelinePath, presentPipeline } from '../../projects/repository/pipeline-presenter.js'
import { presentDetailedStatus } from './detailed-status.js'

/** Seconds between two moments, with their milliseconds, as jobs are measured; null while one of them is missing. */
export const fractionBetween = (from: Instant | null, to: Instant | null): number | null =>
  from === null || to === null ? null : Math.max(0, (millisecondsOf(to) - millisecondsOf(from)) / 1000)

/** Whole seconds between two moments, as pipelines are measured; null while one of them is missing. */
export const secondsBetween = (from: Instant | null, to: Instant | null): number | null => {
  const seconds = fractionBetween(from, to)
  return seconds === null ? null : Math.floor(seconds)
}

/** A pipeline by itself (docs/reference/behaviour/delivery.md#single-pipeline). */
export const presentWholePipeline = (forge: Forge, row: PipelineRow) => ({
  ...presentPipeline(forge, row),
  before_sha: row.beforeSha,
  tag: row.tag,
  yaml_errors: row.yamlErrors,
  user: row.userId === null ? null : userSummary(forge, row.userId),
  started_at: row.startedAt,
  finished_at: row.finishedAt,
  committed_at: null,
  duration: secondsBetween(row.startedAt, row.finishedAt),
  queued_duration: secondsBetween(row.createdAt, row.startedAt),
  coverage: row.coverage === null ? null : row.coverage.toFixed(1),
  detailed_status: presentDetailedStatus(row.status, row.warnings, pipelinePath(forge, row)),
})
