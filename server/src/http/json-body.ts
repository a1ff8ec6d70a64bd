import * as E from 'fp-ts/lib/Either.js'
import { noParams, type RawParams } from './nested-params.js'
import { malformed, malformedJson, type Refusal } from './refusal.js'

/** The deepest JSON that is parsed, because the parser recurses. */
const DEEPEST = 100

/** The most values of a body, as many as a form may have: empty objects take fifty times as long to make as to send. */
const MAX_VALUES = 250_000

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92

/** Where a string ends that begins at a place. */
const endOfString = (text: string, from: number): number => {
  let at = from + 1
  for (; at < text.length && text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++
  return at
}

/** Whether brackets outside of strings are nested too deep, or there are too many values: a cheap check before the parser recurses. */
const isTooMuch = (text: string, most: number): boolean => {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === 91 || code === 123) {
      if (++depth > DEEPEST || ++values > most) return true
    } else if (code === 93 || code === 125) depth--
    else if (code === COMMA && ++values > most) return true
  }
  return false
}

/** Escapes that may hide invalid content: NUL, lone surrogates, or the letters of `__proto__`. */
const SUSPECT = /\\u(0000|00[567]|d[89a-f])|__proto__/i

const UNPAIRED = /\p{Surrogate}/u

const isBadText = (text: string): boolean => text.includes('\u0000') || UNPAIRED.test(text)

/** Removes keys that are special on a plain object; false where a text contains NUL or invalid Unicode. */
const cleanse = (value: unknown): boolean => {
  if (typeof value === 'string') return !isBadText(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(cleanse)
  const tree = value as Record<string, unknown>
  for (const key of Object.keys(tree)) {
    if (isBadText(key)) return false
    if (key === '__proto__') delete tree[key]
    else if (!cleanse(tree[key])) return false
  }
  return true
}

const isObject = (value: unknown): value is RawParams =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** More than this are not copied, which would take longer than their parsing. */
const FEW = 64

/** Few are copied: what loses its prototype afterwards is written to slowly, and the parameters of the path are still to come. */
const withoutPrototype = (value: RawParams): RawParams => {
  const params = noParams()
  let copied = 0
  for (const name in value) {
    if (copied++ === FEW) return Object.setPrototypeOf(value, null) as RawParams
    params[name] = value[name]
  }
  return params
}

/**
 * Parses the parameters of a JSON text of at most so many values. Values other than objects have none: clients send `null` for "nothing".
 */
export const parseJsonBody = (text: string, most = MAX_VALUES): E.Either<Refusal, RawParams> => {
  if (isTooMuch(text, most)) return E.left(malformedJson)
  if (text.trim() === '') return E.right(noParams())
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return E.left(malformedJson)
  }
  if (SUSPECT.test(text) && !cleanse(value)) return E.left(malformed)
  return E.right(isObject(value) ? withoutPrototype(value) : noParams())
}
