import { type Instant, millisecondsOf } from '../../../kernel/index.js'
import type { Settings } from '../catalogue.js'

const HOUR_MS = 3_600_000
const HOURS_OF_A_ROUND = 30 * 24

/** A share of the repositories: those whose number leaves `rest` when it is divided by `of`. */
export interface RepositoryShare {
  readonly rest: number
  readonly of: number
}

/** The hour that an instant falls into, counted since the epoch. */
export const hourOf = (now: Instant): number => Math.floor(millisecondsOf(now) / HOUR_MS)

/** Which repositories are checked in an hour: each once in thirty days; undefined where none is. */
export const checkedShare = (hour: number, settings: Settings): RepositoryShare | undefined =>
  settings.repository_checks_enabled ? { rest: hour % HOURS_OF_A_ROUND, of: HOURS_OF_A_ROUND } : undefined
