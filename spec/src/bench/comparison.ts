import type { Goal } from './benchmark.js'

/** What one run measured: of each benchmark, the ratio of product to ceiling in each round. */
export interface Run {
  readonly node: string
  readonly processor: string
  readonly day: string
  readonly ratios: Readonly<Record<string, ReadonlyArray<number>>>
}

/** The middle of several figures, and the quarters around it: half of all figures lie between `low` and `high`. */
export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
}

const quantile = (sorted: ReadonlyArray<number>, share: number): number => {
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? Number.NaN
  const above = sorted[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

export const spreadOf = (figures: ReadonlyArray<number>): Spread => {
  const sorted = [...figures].sort((a, b) => a - b)
  return { median: quantile(sorted, 0.5), low: quantile(sorted, 0.25), high: quantile(sorted, 0.75) }
}

export type Verdict = 'better' | 'same' | 'worse'

/** Beyond the noise only where the middle halves of both runs do not touch. */
export const verdict = (goal: Goal, before: Spread, now: Spread): Verdict => {
  const isHigher = now.low > before.high
  const isLower = now.high < before.low
  if (!isHigher && !isLower) return 'same'
  return isHigher === 'atLeast' in goal ? 'better' : 'worse'
}

const percent = (value: number): string => `${value >= 0 ? '+' : ''}${(value * 100).toFixed(1)} %`

/** One line on a benchmark that both runs know. */
export const comparisonLine = (name: string, goal: Goal, before: Spread, now: Spread): string => {
  const figure = ({ median, low, high }: Spread) => `${median.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`
  const change = percent(now.median / before.median - 1)
  return `${name}  ${verdict(goal, before, now)}  ${figure(before)} → ${figure(now)}  ${change}`
}
