import type { Signature } from '@forgefold/core/ports'

const EDGES = /^[\s.,:;<>"'\\]+|[\s.,:;<>"'\\]+$/g
const clean = (text: string): string => text.replace(/[<>\n\0]/g, '').replace(EDGES, '')

const zoneOf = (minutes: number): string => {
  const distance = Math.abs(minutes)
  const pad = (n: number): string => String(n).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}${pad(distance % 60)}`
}

/** As it stands in a commit; what git does not allow in names is left out. */
export const encodeSignature = ({ name, email, seconds, offset }: Signature): string =>
  `${clean(name) || 'unknown'} <${clean(email)}> ${seconds} ${zoneOf(offset)}`

const LINE = /^(.*?)\s*<([^>]*)>(?:.*?(-?\d+)\s+([+-])(\d{2})(\d{2}))?[^>]*$/s

/** Total: whatever is unreadable gives empty text and time zero. */
export const decodeSignature = (line: string): Signature => {
  const [, name = '', email = '', seconds = '0', sign = '+', hours = '0', minutes = '0'] = LINE.exec(line) ?? []
  const east = Number(hours) * 60 + Number(minutes)
  const at = Number(seconds)
  return { name, email, seconds: Number.isSafeInteger(at) ? at : 0, offset: sign === '-' && east > 0 ? -east : east }
}
