const WIDTH = 16

/** The initial rank of an issue, in the order of ids. */
export const firstRank = (id: number): string => String(id).padStart(WIDTH, '0')

/** The least digits that are greater than these. */
const beyond = (digits: string): string => {
  const first = Number(digits[0] ?? 0)
  if (first === 9) return `9${beyond(digits.slice(1))}`
  return String(Math.ceil((first + 10) / 2))
}

const STEP_WIDTH = 8

/** The rank directly after another, before that of the next id: counted up, so that a thousand issues put last do not lengthen it. */
const behind = (low: string): string => {
  const counted = low.slice(WIDTH, WIDTH + STEP_WIDTH)
  if (low.length < WIDTH || counted === '9'.repeat(STEP_WIDTH)) return `${low}5`
  const next = String(Number(counted.padEnd(STEP_WIDTH, '0')) + 1).padStart(STEP_WIDTH, '0')
  // No rank ends in a zero, so that there is room before each.
  return `${low.slice(0, WIDTH)}${next}5`
}

const within = (low: string, high: string): string => {
  let same = 0
  while (same < high.length && (low[same] ?? '0') === high[same]) same++
  const shared = high.slice(0, same)
  const [under, over] = [Number(low[same] ?? 0), Number(high[same] ?? 0)]
  if (over - under > 1) return `${shared}${under + Math.floor((over - under) / 2)}`
  return `${shared}${under}${beyond(low.slice(same + 1))}`
}

/** Longer ranks are refused; every three in the same gap add a digit. */
const MAX_LENGTH = 1000

/**
 * A rank between two, compared character by character: after the first, however close the second is; without a second, directly after the
 * first. Undefined where the gap is exhausted.
 */
export const rankBetween = (low: string, high: string | undefined): string | undefined => {
  const rank = high === undefined || high <= low ? behind(low) : within(low, high)
  return rank.length > MAX_LENGTH ? undefined : rank
}
