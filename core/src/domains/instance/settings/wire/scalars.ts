import type { SettingValue } from '../catalogue/attribute.js'

/** The result of reading a value; an error says with which layer it is reported, and in which words. */
export type Reading =
  | { readonly kind: 'value'; readonly value: SettingValue }
  /** Reported with the parameters; the text follows the parameter's name. */
  | { readonly kind: 'bad parameter'; readonly text: string }
  /** Reported with the values. */
  | { readonly kind: 'bad value'; readonly texts: ReadonlyArray<string> }

export const read = (value: SettingValue): Reading => ({ kind: 'value', value })
export const badParameter = (text = 'is invalid'): Reading => ({ kind: 'bad parameter', text })
export const badValue = (...texts: ReadonlyArray<string>): Reading => ({ kind: 'bad value', texts })

const TRUE = new Set(['1', 't', 'true', 'y', 'yes', 'on'])
const FALSE = new Set(['0', 'f', 'false', 'n', 'no', 'off'])

/** True or false in any of the usual spellings; blank is null. */
export const readFlag = (raw: unknown): Reading => {
  if (typeof raw === 'boolean' || raw === null) return read(raw)
  if (raw === 1 || raw === 0) return read(raw === 1)
  if (typeof raw !== 'string') return badParameter()
  const word = raw.toLowerCase()
  if (word === '') return read(null)
  if (TRUE.has(word)) return read(true)
  return FALSE.has(word) ? read(false) : badParameter()
}

/** The cast of a flag: the same spellings, another error. */
export const castFlag = (raw: unknown): Reading => {
  const reading = readFlag(raw)
  return reading.kind === 'value' ? reading : badValue('must be a boolean value')
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const INTEGER = /^[+-]?\d+$/

const numberIn = (raw: unknown): number | undefined => {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined
  return typeof raw === 'string' && NUMBER.test(raw.trim()) ? Number(raw) : undefined
}

const isBlank = (raw: unknown): boolean => raw === null || (typeof raw === 'string' && raw.trim() === '')

/** A whole number, also as text; blank is null. */
export const readInteger = (raw: unknown): Reading => {
  if (isBlank(raw)) return read(null)
  if (typeof raw === 'string' && !INTEGER.test(raw.trim())) return badParameter()
  const number = numberIn(raw)
  return Number.isSafeInteger(number) ? read(number as number) : badParameter()
}

/** The cast of a whole number. */
export const castInteger = (raw: unknown): Reading => {
  if (isBlank(raw)) return read(null)
  const number = numberIn(raw)
  if (number === undefined) return badValue('is not a number')
  return Number.isSafeInteger(number) ? read(number) : badValue('must be an integer')
}

/** A number, also as text; blank is null. */
export const readNumber = (raw: unknown): Reading => {
  if (isBlank(raw)) return read(null)
  const number = numberIn(raw)
  return number === undefined ? badParameter() : read(number)
}

/** The cast of a number. */
export const castNumber = (raw: unknown): Reading => {
  if (isBlank(raw)) return read(null)
  const number = numberIn(raw)
  return number === undefined ? badValue('is not a number') : read(number)
}

/** Text; numbers and booleans of a JSON body become text. */
export const readText = (raw: unknown): Reading => {
  if (raw === null) return read(null)
  if (typeof raw === 'string') return raw.includes('\u0000') ? badParameter() : read(raw)
  return typeof raw === 'number' || typeof raw === 'boolean' ? read(String(raw)) : badParameter()
}
