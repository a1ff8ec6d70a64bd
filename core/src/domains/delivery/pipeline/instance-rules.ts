import { filled, type Instant, millisecondsOf } from '../../../kernel/index.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'
import { secondsOfDuration } from '../../instance/settings/rules/setting-duration.js'

/** Whether a job is too old to be retried: older than `archive_builds_in_human_readable`, counted from its creation. */
export const isArchived = (job: { readonly createdAt: Instant }, now: Instant, settings: Settings): boolean => {
  const seconds = secondsOfDuration(settings.archive_builds_in_human_readable ?? '')
  if (seconds === undefined) return false
  return millisecondsOf(now) - millisecondsOf(job.createdAt) > seconds * 1000
}

/** The external service that validates pipelines before they are created. */
export interface PipelineValidation {
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs: number
}

const DEFAULT_SECONDS = 5
/** The longest time to wait for the service. */
const MAX_SECONDS = 60

/** Undefined where no service is configured. */
export const pipelineValidation = (settings: Settings): PipelineValidation | undefined => {
  const url = filled(settings.external_pipeline_validation_service_url)
  if (url === undefined) return undefined
  const seconds = settings.external_pipeline_validation_service_timeout ?? DEFAULT_SECONDS
  return {
    url,
    token: filled(settings.external_pipeline_validation_service_token),
    timeoutMs: Math.min(seconds, MAX_SECONDS) * 1000,
  }
}
