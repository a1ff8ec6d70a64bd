import { type Day, type Instant, readDay, readInstant } from '@forgefold/core/kernel'
import { isUploadedFile, type UploadedFile } from './multipart.js'

/** A JSON Schema fragment, for OpenAPI. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The raw value: text from path, query and form; any JSON value from a JSON body. Undefined: omitted; null counts as omitted. */
export type RawValue = unknown

/** An invalid value: `message` follows the parameter's name ("is invalid"); nested findings have their own names. */
export type Finding = { readonly message: string } | { readonly nested: ReadonlyArray<string> }

export type Coerced<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly finding: Finding }

/** How one parameter is parsed and documented. */
export interface ParamType<A> {
  readonly schema: JsonSchema
  /** `name` is the full name as sent, for nested findings. */
  readonly coerce: (raw: RawValue, name: string) => Coerced<A>
  /** The same type without nested parameters that `keep` excludes. */
  readonly narrowed?: (keep: (lifespan: ParamLifespan) => boolean) => ParamType<A>
}

/** The releases and tiers that have a parameter. */
export interface ParamLifespan {
  /** The API release that adds it; ignored in earlier ones. */
  readonly since?: string
  /** The API release that removes it. */
  readonly until?: string
  /** Exists on this tier and above. */
  readonly tier?: 'premium' | 'ultimate'
}

/** A valid value. */
export const success = <A>(value: A): Coerced<A> => ({ ok: true, value })

/** An invalid value; the message follows the parameter's name. */
export const failure = (message: string): Coerced<never> => ({ ok: false, finding: { message } })

export const INVALID = failure('is invalid')

const NOT_ALLOWED_VALUE = failure('does not have a valid value')

/** Text; numbers and booleans of a JSON body become text. */
export const string = (schema: JsonSchema = {}): ParamType<string> => ({
  schema: { type: 'string', ...schema },
  coerce: (raw) => {
    if (typeof raw === 'string') return raw.includes('\u0000') ? INVALID : success(raw)
    if (typeof raw === 'number' || typeof raw === 'boolean') return success(String(raw))
    return INVALID
  },
})

/** A file of a multipart form; empty text removes the present file. */
export const file = (): ParamType<UploadedFile | ''> => ({
  schema: { type: 'string', format: 'binary' },
  coerce: (raw) => {
    if (raw === '') return success('')
    return isUploadedFile(raw) ? success(raw) : INVALID
  },
})

const INTEGER = /^[+-]?\d+$/

/** An integer, also as text. Blank text counts as omitted: undefined. */
export const integer = (schema: JsonSchema = {}): ParamType<number> => ({
  schema: { type: 'integer', ...schema },
  coerce: (raw) => {
    const value = typeof raw === 'string' && INTEGER.test(raw.trim()) ? Number(raw.trim()) : raw
    return typeof value === 'number' && Number.isSafeInteger(value) ? success(value) : INVALID
  },
})

/** A number, also as text. */
export const float = (schema: JsonSchema = {}): ParamType<number> => ({
  schema: { type: 'number', ...schema },
  coerce: (raw) => {
    const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
    return typeof value === 'number' && Number.isFinite(value) ? success(value) : INVALID
  },
})

const TRUE = new Set(['1', 't', 'true', 'y', 'yes', 'on'])

const FALSE = new Set(['0', 'f', 'false', 'n', 'no', 'off'])

/** A boolean in any of the usual spellings. */
export const boolean = (): ParamType<boolean> => ({
  schema: { type: 'boolean' },
  coerce: (raw) => {
    if (typeof raw === 'boolean') return success(raw)
    if (typeof raw !== 'string' && typeof raw !== 'number') return INVALID
    const word = String(raw).toLowerCase()
    if (TRUE.has(word)) return success(true)
    return FALSE.has(word) ? success(false) : INVALID
  },
})

/** One of a few words. */
export const oneOf = <const W extends ReadonlyArray<string>>(words: W): ParamType<W[number]> => ({
  schema: { type: 'string', enum: words },
  coerce: (raw) => {
    const word = typeof raw === 'number' ? String(raw) : raw
    return typeof word === 'string' && words.includes(word) ? success(word) : NOT_ALLOWED_VALUE
  },
})

/** One of a few words, some of which exist in some releases or tiers only. */
export const oneOfByRelease = <const W extends ReadonlyArray<string>>(
  words: W,
  lifespans: { readonly [K in W[number]]?: ParamLifespan },
): ParamType<W[number]> => ({
  ...oneOf(words),
  narrowed: (keep) => oneOf(words.filter((word) => keep(lifespans[word as W[number]] ?? {}))),
})

/** One of a few numbers. */
export const oneOfIntegers = (numbers: ReadonlyArray<number>): ParamType<number> => ({
  schema: { type: 'integer', enum: numbers },
  coerce: (raw, name) => {
    const coerced = integer().coerce(raw, name)
    return !coerced.ok || numbers.includes(coerced.value) ? coerced : NOT_ALLOWED_VALUE
  },
})

/** A plus sign in a query string arrives as a blank, and the offset without its sign. */
const LOST_SIGN = /([T\s]\d\d(?::?\d\d(?::?\d\d)?)?(?:[.,]\d+)?) (\d\d(?::?\d\d)?)$/i

/** A moment in ISO 8601; UTC where no zone is given. */
export const datetime = (): ParamType<Instant> => ({
  schema: { type: 'string', format: 'date-time' },
  coerce: (raw) => {
    const read = typeof raw === 'string' ? readInstant(raw.trim().replace(LOST_SIGN, '$1+$2')) : undefined
    return read === undefined ? INVALID : success(read)
  },
})

/** A calendar day in ISO 8601. */
export const date = (): ParamType<Day> => ({
  schema: { type: 'string', format: 'date' },
  coerce: (raw) => {
    const read = typeof raw === 'string' ? readDay(raw.trim().replace(LOST_SIGN, '$1+$2')) : undefined
    return read === undefined ? INVALID : success(read)
  },
})

/** A number, or one of a few words, case-insensitive (`None`, `Any`), returned in lower case. */
export const integerOr = <const W extends ReadonlyArray<string>>(
  words: W,
): ParamType<number | Lowercase<W[number]>> => ({
  schema: { oneOf: [{ type: 'integer' }, { type: 'string', enum: words }] },
  coerce: (raw, name) => {
    const number = integer().coerce(raw, name)
    if (number.ok) return number
    if (typeof raw !== 'string' && typeof raw !== 'number') return INVALID
    const word = String(raw).toLowerCase()
    if (words.some((known) => known.toLowerCase() === word)) return success(word as Lowercase<W[number]>)
    const list = words.map((known) => known.toLowerCase()).join(', or ')
    return failure(`should be an integer, ${list}, however got ${String(raw)}`)
  },
})

/** A value that may be null: null is passed on, while elsewhere it counts as omitted. */
export const nullable = <A>(type: ParamType<A>): ParamType<A | null> => ({
  schema: { ...type.schema, nullable: true },
  coerce: (raw, name) => (raw === null || raw === '' ? success(null) : type.coerce(raw, name)),
})
