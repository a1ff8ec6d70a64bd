import { makeMovableClock, makeRunningClock } from '@forgefold/adapters/clock'
import { readInstant } from '@forgefold/core/kernel'
import type { ForgefoldOptions } from '../composition/forgefold-options.js'
import { type Flag, type Flags, UsageError } from './flags.js'

export const CLOCK_FLAG: Flag = {
  name: 'clock',
  value: 'CLOCK',
  fallback: 'system',
  summary:
    'for tests: movable (PUT /-/clock), +SECONDS or -SECONDS ahead or behind, or a moment to stand still at; system. With --ephemeral: a moment',
}

const OFFSET = /^[+-]\d{1,12}$/
/** The clock of an instance. Throws `UsageError`. */
export const clockOf = (flags: Flags): Pick<ForgefoldOptions, 'clock' | 'movableClock'> => {
  const wanted = flags.text('clock') ?? 'system'
  if (wanted === 'system') return {}
  if (wanted === 'movable') {
    const clock = makeRunningClock()
    return { clock, movableClock: clock }
  }
  if (OFFSET.test(wanted)) return { clock: makeRunningClock(Number(wanted) * 1000) }
  const moment = readInstant(wanted)
  if (moment === undefined)
    throw new UsageError(
      `--clock takes system, movable, +SECONDS, -SECONDS or a moment (2022-08-22T12:00:00Z); got ${wanted}`,
    )
  return { clock: makeMovableClock(moment) }
}
