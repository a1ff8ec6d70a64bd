import { type Instant, millisecondsOf, secondsAfter } from '../../../kernel/index.js'

/** The recent outcomes of a webhook's deliveries (docs/reference/behaviour/webhooks.md#failing-webhooks). */
export interface Health {
  /** Consecutive failures. */
  readonly failures: number
  /** Until a test delivery succeeds. */
  readonly disabled: boolean
  readonly disabledUntil: Instant | null
}

/** The outcome of a request: 2xx, 4xx, or any other status or none. */
export type Outcome = 'succeeded' | 'clientError' | 'failed'

export const HEALTHY: Health = { failures: 0, disabled: false, disabledUntil: null }

/** After more failures in a row than these, an answer of 4xx disables a webhook and any other failure pauses it. */
const TOLERATED_FAILURES = 3
const FIRST_PAUSE_SECONDS = 600
const MAX_PAUSE_SECONDS = 24 * 3600

/** The health after one more request; the very same where nothing has changed. */
export const healthAfter = (health: Health, outcome: Outcome, at: Instant): Health => {
  if (outcome === 'succeeded') return health.failures === 0 && !health.disabled ? health : HEALTHY
  const failures = health.failures + 1
  if (failures <= TOLERATED_FAILURES) return { failures, disabled: false, disabledUntil: null }
  if (outcome === 'clientError') return { failures, disabled: true, disabledUntil: null }
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(failures - TOLERATED_FAILURES - 1, 20), MAX_PAUSE_SECONDS)
  return { failures, disabled: health.disabled, disabledUntil: secondsAfter(at, pause) }
}

/** Milliseconds until the next delivery may be sent; infinite while a test delivery is needed. */
export const backoffOf = ({ disabled, disabledUntil }: Health, now: Instant): number => {
  if (disabled) return Number.POSITIVE_INFINITY
  return disabledUntil === null ? 0 : Math.max(millisecondsOf(disabledUntil) - millisecondsOf(now), 0)
}

/** `alert_status` of the API. */
export const alertStatus = (health: Health, now: Instant): 'executable' | 'disabled' | 'temporarily_disabled' => {
  if (health.disabled) return 'disabled'
  return backoffOf(health, now) > 0 ? 'temporarily_disabled' : 'executable'
}

/** The outcome for a status. */
export const outcomeOf = (status: number | undefined): Outcome => {
  if (status === undefined) return 'failed'
  if (status >= 200 && status < 300) return 'succeeded'
  return status >= 400 && status < 500 ? 'clientError' : 'failed'
}
