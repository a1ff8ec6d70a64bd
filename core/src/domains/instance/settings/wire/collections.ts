import { badParameter, badValue, type Reading, read } from './scalars.js'

const COMMA = /,/
const ANY_SEPARATOR = /[,;\s]+/

const partsOf = (element: unknown, separator: RegExp): ReadonlyArray<string> | undefined => {
  if (typeof element === 'number' || typeof element === 'boolean') return [String(element)]
  if (typeof element !== 'string' || element.includes('\u0000')) return undefined
  return element
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The most values of a list, as in other lists of the API. */
const MOST_VALUES = 20_000

const texts = (raw: unknown, separator: RegExp): ReadonlyArray<string> | 'too many' | undefined => {
  const all: Array<string> = []
  for (const element of Array.isArray(raw) ? raw : [raw]) {
    if (element === null) continue
    const parts = partsOf(element, separator)
    if (parts === undefined) return undefined
    if (all.length + parts.length > MOST_VALUES) return 'too many'
    all.push(...parts)
  }
  return all
}

const tooMany = badParameter(`has too many values (limit is ${MOST_VALUES})`)

/** A list of texts: a JSON array, repeated `name[]=`, or text with commas; elements are split at commas too. */
export const readTexts = (raw: unknown, separators: 'comma' | 'any' = 'comma'): Reading => {
  const list = texts(raw, separators === 'any' ? ANY_SEPARATOR : COMMA)
  if (list === 'too many') return tooMany
  return list === undefined ? badParameter() : read(list)
}

/** A list of whole numbers, in the same forms. */
export const readIntegers = (raw: unknown): Reading => {
  const given = texts(raw, COMMA)
  if (given === 'too many') return tooMany
  const list = given?.map((text) => (/^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN))
  return list?.every(Number.isSafeInteger) === true ? read(list) : badParameter()
}

/** Names with whole numbers: a JSON object, or `name[key]=100`. */
export const readWeights = (raw: unknown): Reading => {
  if (raw === null || raw === '') return read({})
  if (typeof raw !== 'object' || Array.isArray(raw)) return badParameter()
  const weights: Record<string, number> = {}
  const findings: Array<string> = []
  for (const [name, value] of Object.entries(raw)) {
    const number = typeof value === 'string' && /^[+-]?\d+$/.test(value.trim()) ? Number(value) : value
    if (typeof number === 'number' && Number.isSafeInteger(number)) weights[name] = number
    else findings.push(`value for '${name}' must be an integer`)
  }
  return findings.length === 0 ? read(weights) : badValue(...findings)
}
