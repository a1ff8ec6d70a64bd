import { type Instant, millisecondsOf } from '../../../kernel/index.js'
import { RUNNER_TYPES } from './events.js'
import type { RunnerRow } from './queries.js'

/** The filters of lists of runners. */
export const RUNNER_STATUSES = ['online', 'offline', 'not_connected', 'active', 'paused'] as const
export type RunnerStatus = (typeof RUNNER_STATUSES)[number]

/** What the older filter accepts besides types and statuses: runners of projects and groups, or those of the instance. */
export const RUNNER_SCOPES = ['specific', 'shared', ...RUNNER_TYPES, ...RUNNER_STATUSES] as const
export type RunnerScope = (typeof RUNNER_SCOPES)[number]

/** Milliseconds without contact after which a runner counts as offline. */
const SILENCE = 2 * 3600 * 1000

/** Whether a runner is online. */
export const connectionOf = (
  { contactedAt }: Pick<RunnerRow, 'contactedAt'>,
  now: Instant,
): 'online' | 'offline' | 'not_connected' => {
  if (contactedAt === null) return 'not_connected'
  return millisecondsOf(now) - millisecondsOf(contactedAt) < SILENCE ? 'online' : 'offline'
}
