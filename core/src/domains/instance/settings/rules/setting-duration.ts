const SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  d: 86400,
  day: 86400,
  w: 604800,
  wk: 604800,
  week: 604800,
  mo: 2592000,
  mon: 2592000,
  mos: 2592000,
  month: 2592000,
  y: 31557600,
  yr: 31557600,
  year: 31557600,
}

const PART = /(\d+(?:\.\d+)?)\s*([a-z]+)/g
const REST = /[\s,]|\band\b/g

const secondsIn = (unit: string): number | undefined => SECONDS[unit] ?? SECONDS[unit.replace(/s$/, '')]

/** Seconds of a text such as `30 days`, `1 year 6 mos` or `2 hrs 20 min`; a month has 30 days, a year 365.25. Undefined where the text is no duration. */
export const secondsOfDuration = (text: string): number | undefined => {
  const lower = text.trim().toLowerCase()
  if (/^\d+$/.test(lower)) return Number(lower)
  let total = 0
  let parts = 0
  const rest = lower.replace(PART, (_, amount: string, unit: string) => {
    const seconds = secondsIn(unit)
    if (seconds === undefined) return 'x'
    parts += 1
    total += Number(amount) * seconds
    return ''
  })
  return parts > 0 && rest.replace(REST, '') === '' ? total : undefined
}
