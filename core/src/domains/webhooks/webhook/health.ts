import { type Instant, millisecondsOf, secondsAfter } from '../../../kernel/index.js'

/** How it went with a webhook of late (docs/reference/behaviour/webhooks.md#failing-webhooks). */
export interface Health {
  /** Failures in a row. */
  readonly failures: number
  /** Until somebody tests it with success. */
  readonly disabled: boolean
  readonly disabledUntil: Instant | null
}

/** What became of a request: an answer that says yes, one that blames the sender (4xx), or none that counts. */
export type Outcome = 'succeeded' | 'refused' | 'failed'

export const HEALTHY: Health = { failures: 0, disabled: false, disabledUntil: null }

/** So many failures in a row are borne. */
const BORNE = 3
const FIRST_PAUSE_SECONDS = 600
const LONGEST_PAUSE_SECONDS = 24 * 3600

/** The health after one more request; the very same where nothing has changed. */
export const healthAfter = (health: Health, outcome: Outcome, at: Instant): Health => {
  if (outcome === 'succeeded') return health.failures === 0 && !health.disabled ? health : HEALTHY
  const failures = health.failures + 1
  if (failures <= BORNE) return { failures, disabled: false, disabledUntil: null }
  if (outcome === 'refused') return { failures, disabled: true, disabledUntil: null }
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(failures - BORNE - 1, 20), LONGEST_PAUSE_SECONDS)
  return { failures, disabled: health.disabled, disabledUntil: secondsAfter(at, pause) }
}

/** How many milliseconds a webhook has to wait; 0 where it may go, infinite where somebody has to test it. */
export const waitOf = ({ disabled, disabledUntil }: Health, now: Instant): number => {
  if (disabled) return Number.POSITIVE_INFINITY
  return disabledUntil === null ? 0 : Math.max(millisecondsOf(disabledUntil) - millisecondsOf(now), 0)
}

/** The word of the API. */
export const alertStatus = (health: Health, now: Instant): 'executable' | 'disabled' | 'temporarily_disabled' => {
  if (health.disabled) return 'disabled'
  return waitOf(health, now) > 0 ? 'temporarily_disabled' : 'executable'
}

/** What a status says. */
export const outcomeOf = (status: number | undefined): Outcome => {
  if (status === undefined) return 'failed'
  if (status >= 200 && status < 300) return 'succeeded'
  return status >= 400 && status < 500 ? 'refused' : 'failed'
}
