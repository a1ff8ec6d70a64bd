import type { Settings } from '../instance/settings/catalogue/index.js'

const MINUTE = 60
const HOUR = 3600
/** A working day, a working week, a working month. */
const DAY = 8 * HOUR
const WEEK = 5 * DAY
const MONTH = 4 * WEEK
/** A calendar year: the one unit that is not converted to working time. */
const YEAR = 31_557_600

const UNITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1, 's sec secs second seconds'],
      [MINUTE, 'm min mins minute minutes'],
      [HOUR, 'h hr hrs hour hours'],
      [DAY, 'd dy day days'],
      [WEEK, 'w wk wks week weeks'],
      [MONTH, 'mo mos month months'],
      [YEAR, 'y yr yrs year years'],
    ] as const
  ).flatMap(([seconds, words]) => words.split(' ').map((word) => [word, seconds] as const)),
)

const WORDS: ReadonlyMap<string, number> = new Map([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, index) => [word, index] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, (index + 2) * 10] as const),
])

const IGNORED = new Set(['and', 'with', 'plus'])
const CLOCK = /^(?:(\d{1,9}):)?(\d{1,9}):(\d{1,9})$/
const TOKEN = /(\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})|([a-z]+)|([\s,]+)|(.)/gsu

/** The longest text of a duration. */
const MAX_LENGTH = 255

const secondsOf = (text: string): number | undefined => {
  let total = 0
  let pending: number | undefined
  const flush = (unit: number): void => {
    total += (pending ?? 0) * unit
    pending = undefined
  }
  for (const [, number, word, , stray] of text.matchAll(TOKEN)) {
    if (stray !== undefined) return undefined
    const spelled = word === undefined ? undefined : WORDS.get(word)
    if (number !== undefined || spelled !== undefined) {
      const value = number === undefined ? (spelled as number) : Number(number)
      // "twenty five" is one number; "1 30m" is an hour and thirty minutes.
      if (spelled !== undefined && spelled < 10 && pending !== undefined && pending >= 20 && pending % 10 === 0)
        pending += spelled
      else {
        flush(HOUR)
        pending = value
      }
    } else if (word !== undefined && !IGNORED.has(word)) {
      const unit = UNITS.get(word)
      if (unit === undefined) return undefined
      flush(unit)
    }
  }
  flush(HOUR)
  return total
}

/**
 * Parses a duration in words (`3h30m`, `1:30`, `-2d`): whole seconds; undefined where it is not understood
 * (docs/reference/behaviour/planning.md#durations).
 */
export const parseDuration = (text: string): number | undefined => {
  const trimmed = text.trim().toLowerCase()
  if (trimmed.length > MAX_LENGTH) return undefined
  const negative = trimmed.startsWith('-')
  const bare = negative ? trimmed.slice(1).trim() : trimmed
  const clock = CLOCK.exec(bare)
  const seconds =
    clock === null ? secondsOf(bare) : Number(clock[1] ?? 0) * HOUR + Number(clock[2]) * MINUTE + Number(clock[3])
  const whole = seconds === undefined ? 0 : Math.trunc(seconds)
  if (whole === 0 || !Number.isSafeInteger(whole)) return undefined
  return negative ? -whole : whole
}

const PARTS = [
  [MONTH, 'mo'],
  [WEEK, 'w'],
  [DAY, 'd'],
  [HOUR, 'h'],
  [MINUTE, 'm'],
  [1, 's'],
] as const

/** Seconds in words: `1mo 2w 3d 4h 5m 6s`, with hours as the largest unit where requested; null for zero. */
export const humanDuration = (seconds: number, hoursAtMost = false): string | null => {
  if (seconds === 0) return null
  let rest = Math.abs(seconds)
  const parts: Array<string> = []
  for (const [unit, name] of PARTS) {
    if (hoursAtMost && unit > HOUR) continue
    const amount = Math.floor(rest / unit)
    if (amount === 0) continue
    parts.push(`${amount}${name}`)
    rest -= amount * unit
  }
  return `${seconds < 0 ? '-' : ''}${parts.join(' ')}`
}

/** The largest estimate in seconds. */
export const MAX_ESTIMATE_SECONDS = 2_147_483_647

/** Whether time tracking shows hours as the largest unit. */
export const showsHoursOnly = (settings: Settings): boolean => settings.time_tracking_limit_to_hours
