import type { Signature } from '@forgefold/core/ports'

/** Characters that git strips from both ends of a name: blanks and punctuation. */
const isEdge = (character: string): boolean => /[\s.,:;<>"'\\]/.test(character)

const clean = (text: string): string => {
  const plain = text.replace(/[<>\n\0]/g, '')
  let from = 0
  let to = plain.length
  while (from < to && isEdge(plain.charAt(from))) from++
  while (to > from && isEdge(plain.charAt(to - 1))) to--
  return plain.slice(from, to)
}

const zoneOf = (minutes: number): string => {
  const distance = Math.abs(minutes)
  const pad = (n: number): string => String(n).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}${pad(distance % 60)}`
}

/** A signature in the format of a commit header; characters that git forbids in names are left out. */
export const encodeSignature = ({ name, email, seconds, offset }: Signature): string =>
  `${clean(name) || 'unknown'} <${clean(email)}> ${seconds} ${zoneOf(offset)}`

/** Seconds and zone; a match starts only at the first digit of a run. */
const DATE = /(-?(?<!\d)\d+)\s+([+-])(\d{2})(\d{2})/

/** Where the address stands: the first that is closed, where a date follows; else the one that nothing is closed behind. */
const addressIn = (line: string, last: number, dated: boolean): readonly [open: number, close: number] | undefined => {
  const open = line.indexOf('<', dated ? 0 : line.lastIndexOf('>', last - 1) + 1)
  return open < 0 || open > last ? undefined : [open, line.indexOf('>', open)]
}

const UNREADABLE: Signature = { name: '', email: '', seconds: 0, offset: 0 }

/** Parses a signature and never fails: an unreadable part becomes an empty text or time zero. */
export const decodeSignature = (line: string): Signature => {
  const last = line.lastIndexOf('>')
  if (last < 0) return UNREADABLE
  const date = DATE.exec(line.slice(last + 1))
  const address = addressIn(line, last, date !== null)
  if (address === undefined) return UNREADABLE
  const [open, close] = address
  const [, seconds = '0', sign = '+', hours = '0', minutes = '0'] = date ?? []
  const east = Number(hours) * 60 + Number(minutes)
  const at = Number(seconds)
  return {
    name: line.slice(0, open).trimEnd(),
    email: line.slice(open + 1, close),
    seconds: Number.isSafeInteger(at) ? at : 0,
    offset: sign === '-' && east > 0 ? -east : east,
  }
}
