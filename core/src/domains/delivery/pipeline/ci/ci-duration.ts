const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1, 's sec secs second seconds'],
      [MINUTE, 'm min mins minute minutes'],
      [HOUR, 'h hr hrs hour hours'],
      [DAY, 'd day days'],
      [7 * DAY, 'w wk wks week weeks'],
      [30 * DAY, 'mo mos month months'],
      [365 * DAY, 'y yr yrs year years'],
    ] as const
  ).flatMap(([seconds, words]) => words.split(' ').map((word) => [word, seconds] as const)),
)

const PART = /^\s*(?:and\s+|,\s*)?(\d{1,9}(?:\.\d{1,9})?)\s*([a-z]*)/

/** The longest duration that is accepted. */
const MAX_SECONDS = 100 * 365 * DAY

/** The most characters of a duration. */
const MAX_LENGTH = 100

/** Seconds of a duration in a CI file ("1 day", "2h 30m", "90" for seconds); a day has 24 hours. Undefined where it is malformed. */
export const ciDuration = (text: string): number | undefined => {
  let rest = text.trim().toLowerCase()
  if (rest === '' || rest.length > MAX_LENGTH) return undefined
  let total = 0
  while (rest !== '') {
    const part = PART.exec(rest)
    const unit = part === null ? undefined : part[2] === '' ? 1 : UNITS.get(part[2] as string)
    if (part === null || unit === undefined) return undefined
    total += Number(part[1]) * unit
    rest = rest.slice(part[0].length).trim()
  }
  return total > MAX_SECONDS ? undefined : Math.round(total)
}
