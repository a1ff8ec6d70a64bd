import { type Instant, millisecondsOf } from '../../../../kernel/index.js'
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

/** After a long sleep not every hour is made up for. */
const MOST_HOURS = 24

/** The hours whose turn it is, from the one after the last that was done; those of the last day at the most. */
export const hoursDue = (done: number, now: number): ReadonlyArray<number> => {
  const first = Math.max(done + 1, now - MOST_HOURS + 1)
  return Array.from({ length: Math.max(now - first + 1, 0) }, (_, index) => first + index)
}

/** Which repositories are checked in an hour: each once in thirty days; undefined where none is. */
export const checkedShare = (hour: number, settings: Settings): RepositoryShare | undefined =>
  settings.repository_checks_enabled ? { rest: hour % HOURS_OF_A_ROUND, of: HOURS_OF_A_ROUND } : undefined
