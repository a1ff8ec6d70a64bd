import { type Instant, type Position, readInstant } from '@forgefold/core/kernel'
import type { HttpRequest } from './message.js'
import { positionIn } from './position-header.js'

export const AS_OF_HEADER = 'Forgefold-As-Of'
const NAME = AS_OF_HEADER.toLowerCase()
const PARAMETER = /(?:^|&)as_of=([^&]*)/

/** A moment of the history, as a client names it. */
export type AsOf =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'instant'; readonly instant: Instant }

/** Whether a request reads the past. */
export const isAsOfRequest = ({ method, headers, query }: HttpRequest): boolean =>
  method !== 'OPTIONS' && (headers.has(NAME) || (query !== '' && query.includes('as_of=') && PARAMETER.test(query)))

/** The text of the moment: from the header, else from the parameter; undefined where it cannot be decoded. */
export const asOfText = ({ headers, query }: HttpRequest): string | undefined => {
  const sent = headers.get(NAME)
  if (sent !== undefined) return sent
  try {
    return decodeURIComponent(PARAMETER.exec(query)?.[1] ?? '')
  } catch {
    return undefined
  }
}

/**
 * Parses a moment: a position in the format of `Forgefold-Position` or as digits, or an ISO 8601 instant, in UTC without a zone. Undefined for
 * other text.
 */
export const readAsOf = (text: string): AsOf | undefined => {
  const word = text.trim()
  const digits = /^\d{1,15}$/.test(word) ? (Number(word) as Position) : positionIn(word)
  if (digits !== undefined) return { kind: 'position', position: digits }
  const instant = readInstant(word)
  return instant === undefined ? undefined : { kind: 'instant', instant }
}
