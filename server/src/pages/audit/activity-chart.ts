import { DAY_MS } from '@forgefold/core/kernel'
import { type Html, html } from '../html.js'

const BAR = 10
const GAP = 2
const HEIGHT = 60

/** A day and the number of events on it. */
export interface DayCount {
  readonly day: string
  readonly count: number
}

/** The number of timestamps on each of the last days, the oldest first. */
export const countByDay = (moments: ReadonlyArray<string>, now: number, days: number): ReadonlyArray<DayCount> => {
  const counts = new Map<string, number>()
  for (const at of moments) counts.set(at.slice(0, 10), (counts.get(at.slice(0, 10)) ?? 0) + 1)
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10)
    return { day, count: counts.get(day) ?? 0 }
  })
}

/** A bar chart of days; each bar has its day and number as a tooltip, and screen readers get the whole as text. */
export const activityChart = (days: ReadonlyArray<DayCount>): Html => {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const width = days.length * (BAR + GAP)
  const bars = days.map(({ day, count }, index) => {
    const height = count === 0 ? 1 : Math.max(2, Math.round((count / most) * HEIGHT))
    return html`<rect x="${index * (BAR + GAP)}" y="${HEIGHT - height}" width="${BAR}" height="${height}"><title>${day}: ${count}</title></rect>`
  })
  return html`<figure class="activity"><svg viewBox="0 0 ${width} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${total} events from ${first} to ${last}, ${most} on the busiest day">${bars}</svg>
<figcaption class="hint">${total} events from ${first} to ${last}</figcaption></figure>`
}
