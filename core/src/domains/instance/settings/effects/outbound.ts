import type { Reach } from '../../../../ports/outbound.js'
import type { Settings } from '../catalogue.js'

/** Where requests may go that the instance makes for its projects. */
export const projectReach = (settings: Settings): Reach => ({
  local: settings.allow_local_requests_from_web_hooks_and_services,
  spared: settings.outbound_local_requests_whitelist,
  pinned: settings.dns_rebinding_protection_enabled,
})

/** The service that is asked before a pipeline begins. */
export interface PipelineValidation {
  readonly url: string
  readonly token: string | undefined
  readonly timeoutMs: number
}

const DEFAULT_SECONDS = 5
/** Nobody waits longer for a pipeline. */
const MOST_SECONDS = 60

const filled = (text: string | null): string | undefined => (text === null || text.trim() === '' ? undefined : text)

/** Undefined where nobody is asked. */
export const pipelineValidation = (settings: Settings): PipelineValidation | undefined => {
  const url = filled(settings.external_pipeline_validation_service_url)
  if (url === undefined) return undefined
  const seconds = settings.external_pipeline_validation_service_timeout ?? DEFAULT_SECONDS
  return {
    url,
    token: filled(settings.external_pipeline_validation_service_token),
    timeoutMs: Math.min(seconds, MOST_SECONDS) * 1000,
  }
}
