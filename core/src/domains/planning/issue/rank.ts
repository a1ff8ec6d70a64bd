const WIDTH = 16

/** Where an issue stands that nobody has put anywhere: in the order of numbers. */
export const firstRank = (id: number): string => String(id).padStart(WIDTH, '0')

/** The least digits that are more than these. */
const beyond = (digits: string): string => {
  const first = Number(digits[0] ?? 0)
  if (first === 9) return `9${beyond(digits.slice(1))}`
  return String(Math.ceil((first + 10) / 2))
}

/**
 * A rank between two, which are compared letter by letter: behind the first, however near the second is; without a second, right behind
 * the first.
 */
export const rankBetween = (low: string, high: string | undefined): string => {
  if (high === undefined || high <= low) return `${low}5`
  let same = 0
  while (same < high.length && (low[same] ?? '0') === high[same]) same++
  const shared = high.slice(0, same)
  const [under, over] = [Number(low[same] ?? 0), Number(high[same] ?? 0)]
  if (over - under > 1) return `${shared}${under + Math.floor((over - under) / 2)}`
  return `${shared}${under}${beyond(low.slice(same + 1))}`
}
