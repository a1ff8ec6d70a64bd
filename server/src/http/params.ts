import type { Day, Instant } from '@forgefold/core/kernel'

/** A JSON Schema fragment, for OpenAPI. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What arrives: text from path, query and form; any JSON value from a JSON body. Undefined: not given; null counts as not given. */
export type RawValue = unknown

/** A value that does not fit: `message` goes after the parameter's name ("is invalid"); nested findings bring their own names. */
export type Finding = { readonly message: string } | { readonly nested: ReadonlyArray<string> }

export type Coerced<A> = { readonly ok: true; readonly value: A } | { readonly ok: false; readonly finding: Finding }

/** How one parameter is read, and how it is documented. */
export interface ParamType<A> {
  readonly schema: JsonSchema
  /** `name` is the full name as the client wrote it, for nested findings. */
  readonly coerce: (raw: RawValue, name: string) => Coerced<A>
}

/** A parameter of a route: its type, whether it has to be given, and what the documentation says. */
export interface Param<A> {
  readonly type: ParamType<unknown>
  readonly required: boolean
  /** Refused with "is empty" where given blank. */
  readonly refusesBlank: boolean
  readonly fallback: unknown
  readonly summary: string
  /** API release from which it exists; before that it is ignored. */
  readonly since?: string
  /** API release from which it is gone. */
  readonly until?: string
  /** Deprecated since this API release; a request that uses it is told so. */
  readonly deprecated?: string
  /** Exists on this tier and above. */
  readonly tier?: 'premium' | 'ultimate'
  readonly _type?: A
}

export type ParamSpecs = Readonly<Record<string, Param<unknown>>>

/** The decoded parameters of a route. */
export type Decoded<P extends ParamSpecs> = { readonly [K in keyof P]: P[K] extends Param<infer A> ? A : never }

export interface ParamNotes {
  readonly since?: string
  readonly until?: string
  readonly deprecated?: string
  readonly tier?: 'premium' | 'ultimate'
}

/** Has to be given (`x is missing`); blank text passes unless `refusesBlank` (`x is empty`). */
export const required = <A>(
  type: ParamType<A>,
  summary: string,
  notes: ParamNotes & { readonly refusesBlank?: boolean } = {},
): Param<A> => {
  const { refusesBlank = false, ...rest } = notes
  return { type, required: true, refusesBlank, fallback: undefined, summary, ...rest }
}

/** May be left out; then undefined. */
export const optional = <A>(
  type: ParamType<A>,
  summary: string,
  notes: ParamNotes & { readonly refusesBlank?: boolean } = {},
): Param<A | undefined> => {
  const { refusesBlank = false, ...rest } = notes
  return { type, required: false, refusesBlank, fallback: undefined, summary, ...rest }
}

/** May be left out; then the default. */
export const withDefault = <A>(type: ParamType<A>, fallback: A, summary: string, notes: ParamNotes = {}): Param<A> => ({
  type,
  required: false,
  refusesBlank: false,
  fallback,
  summary,
  ...notes,
})

const ok = <A>(value: A): Coerced<A> => ({ ok: true, value })
const bad = (message: string): Coerced<never> => ({ ok: false, finding: { message } })
const INVALID = bad('is invalid')
const NOT_ALLOWED_VALUE = bad('does not have a valid value')

/** Text; numbers and booleans of a JSON body become text. */
export const string = (schema: JsonSchema = {}): ParamType<string> => ({
  schema: { type: 'string', ...schema },
  coerce: (raw) => {
    if (typeof raw === 'string') return raw.includes('\u0000') ? INVALID : ok(raw)
    if (typeof raw === 'number' || typeof raw === 'boolean') return ok(String(raw))
    return INVALID
  },
})

const INTEGER = /^[+-]?\d+$/

/** A whole number, also as text. Blank text is as good as not given: undefined. */
export const integer = (schema: JsonSchema = {}): ParamType<number> => ({
  schema: { type: 'integer', ...schema },
  coerce: (raw) => {
    const value = typeof raw === 'string' && INTEGER.test(raw.trim()) ? Number(raw.trim()) : raw
    return typeof value === 'number' && Number.isSafeInteger(value) ? ok(value) : INVALID
  },
})

/** A number, also as text. */
export const float = (schema: JsonSchema = {}): ParamType<number> => ({
  schema: { type: 'number', ...schema },
  coerce: (raw) => {
    const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
    return typeof value === 'number' && Number.isFinite(value) ? ok(value) : INVALID
  },
})

const TRUE = new Set(['1', 't', 'true', 'y', 'yes', 'on'])
const FALSE = new Set(['0', 'f', 'false', 'n', 'no', 'off'])

/** True or false in any of the usual spellings. */
export const boolean = (): ParamType<boolean> => ({
  schema: { type: 'boolean' },
  coerce: (raw) => {
    if (typeof raw === 'boolean') return ok(raw)
    const word = String(raw).toLowerCase()
    if (typeof raw !== 'string' && typeof raw !== 'number') return INVALID
    if (TRUE.has(word)) return ok(true)
    return FALSE.has(word) ? ok(false) : INVALID
  },
})

/** One of a few words. */
export const oneOf = <const W extends ReadonlyArray<string>>(words: W): ParamType<W[number]> => ({
  schema: { type: 'string', enum: words },
  coerce: (raw) => {
    const word = typeof raw === 'number' ? String(raw) : raw
    return typeof word === 'string' && words.includes(word) ? ok(word) : NOT_ALLOWED_VALUE
  },
})

/** One of a few numbers. */
export const oneOfIntegers = (numbers: ReadonlyArray<number>): ParamType<number> => ({
  schema: { type: 'integer', enum: numbers },
  coerce: (raw, name) => {
    const coerced = integer().coerce(raw, name)
    return !coerced.ok || numbers.includes(coerced.value) ? coerced : NOT_ALLOWED_VALUE
  },
})

const DATETIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d|UTC)?)?$/i

/** A moment in ISO 8601, with or without time and zone (then UTC). */
export const datetime = (): ParamType<Instant> => ({
  schema: { type: 'string', format: 'date-time' },
  coerce: (raw) => {
    if (typeof raw !== 'string' || !DATETIME.test(raw.trim())) return INVALID
    // A plus sign in a query string arrives as a blank; nothing else can stand before the zone.
    let text = raw
      .trim()
      .replace(/\s?UTC$/i, 'Z')
      .replace(/(\d) (\d\d:?\d\d)$/, '$1+$2')
      .replace(' ', 'T')
    if (/T\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) text += 'Z'
    const at = Date.parse(text)
    return Number.isNaN(at) ? INVALID : ok(new Date(at).toISOString() as Instant)
  },
})

/** A calendar day. */
export const date = (): ParamType<Day> => ({
  schema: { type: 'string', format: 'date' },
  coerce: (raw) => {
    if (typeof raw !== 'string' || !/^\d{4}-\d\d-\d\d/.test(raw)) return INVALID
    const day = raw.slice(0, 10)
    const at = Date.parse(`${day}T00:00:00Z`)
    return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? INVALID : ok(day as Day)
  },
})

/** A list: `a[]=1&a[]=2`, a JSON array, or text with commas. Blank text and null give the empty list. */
export const listOf = <A>(item: ParamType<A>): ParamType<ReadonlyArray<A>> => ({
  schema: { type: 'array', items: item.schema },
  coerce: (raw, name) => {
    const given = Array.isArray(raw) ? raw : typeof raw === 'string' || typeof raw === 'number' ? [raw] : undefined
    if (given === undefined) return INVALID
    const values: Array<A> = []
    for (const element of given) {
      const parts = typeof element === 'string' ? element.split(',').map((part) => part.trim()) : [element]
      for (const part of parts) {
        if (part === '' || part === null) continue
        const coerced = item.coerce(part, name)
        if (!coerced.ok) return coerced
        values.push(coerced.value)
      }
    }
    return ok(values)
  },
})

/** A list whose elements are taken as they are: commas inside them are theirs. */
export const plainListOf = <A>(item: ParamType<A>): ParamType<ReadonlyArray<A>> => ({
  schema: { type: 'array', items: item.schema },
  coerce: (raw, name) => {
    if (!Array.isArray(raw)) return INVALID
    const values: Array<A> = []
    for (const element of raw) {
      const coerced = item.coerce(element, name)
      if (!coerced.ok) return coerced
      values.push(coerced.value)
    }
    return ok(values)
  },
})

/** Any JSON value, as it came. */
export const anything = (schema: JsonSchema = {}): ParamType<unknown> => ({ schema, coerce: (raw) => ok(raw) })

/** A number, or one of a few words in any case (`None`, `Any`), given back in lower case. */
export const integerOr = <const W extends ReadonlyArray<string>>(
  words: W,
): ParamType<number | Lowercase<W[number]>> => ({
  schema: { oneOf: [{ type: 'integer' }, { type: 'string', enum: words }] },
  coerce: (raw, name) => {
    const number = integer().coerce(raw, name)
    if (number.ok) return number
    const word = String(raw).toLowerCase()
    if (words.some((known) => known.toLowerCase() === word)) return ok(word as Lowercase<W[number]>)
    const list = words.map((known) => known.toLowerCase()).join(', or ')
    return bad(`should be an integer, ${list}, however got ${String(raw)}`)
  },
})

/** A value that may also be null on purpose: null comes through as null, where elsewhere it counts as not given. */
export const nullable = <A>(type: ParamType<A>): ParamType<A | null> => ({
  schema: { ...type.schema, nullable: true },
  coerce: (raw, name) => (raw === null || raw === '' ? ok(null) : type.coerce(raw, name)),
})

/** An object with parameters of its own (`not[labels]=x`, or a JSON object). */
export const object = <P extends ParamSpecs>(specs: P): ParamType<Decoded<P>> => ({
  schema: schemaOf(specs),
  coerce: (raw, name) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return INVALID
    const decoded = decodeParams(specs, raw as Record<string, unknown>, (key) => `${name}[${key}]`)
    return decoded.ok ? ok(decoded.values) : { ok: false, finding: { nested: decoded.findings } }
  },
})

/** A list of objects (`actions[][action]=create`, or a JSON array). */
export const listOfObjects = <P extends ParamSpecs>(specs: P): ParamType<ReadonlyArray<Decoded<P>>> => ({
  schema: { type: 'array', items: schemaOf(specs) },
  coerce: (raw, name) => {
    if (!Array.isArray(raw)) return INVALID
    const values: Array<Decoded<P>> = []
    const findings: Array<string> = []
    raw.forEach((element, index) => {
      const coerced = object(specs).coerce(element, `${name}[${index}]`)
      if (coerced.ok) values.push(coerced.value)
      else if ('nested' in coerced.finding) findings.push(...coerced.finding.nested)
      else findings.push(`${name}[${index}] ${coerced.finding.message}`)
    })
    return findings.length === 0 ? ok(values) : { ok: false, finding: { nested: findings } }
  },
})

/** The JSON Schema of a set of parameters. */
export const schemaOf = (specs: ParamSpecs): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(specs).map(([name, param]) => [name, { ...param.type.schema, description: param.summary }]),
  ),
  required: Object.entries(specs)
    .filter(([, param]) => param.required)
    .map(([name]) => name),
})

export type DecodedParams<P extends ParamSpecs> =
  | { readonly ok: true; readonly values: Decoded<P> }
  | { readonly ok: false; readonly findings: ReadonlyArray<string> }

const isBlankNumber = (param: Param<unknown>, raw: unknown): boolean =>
  raw === '' && ['integer', 'number', 'boolean'].includes(String(param.type.schema['type']))

/** Reads every declared parameter; all findings come together, in the order of declaration. Unknown parameters are ignored. */
export const decodeParams = <P extends ParamSpecs>(
  specs: P,
  raw: Readonly<Record<string, unknown>>,
  nameOf: (key: string) => string = (key) => key,
): DecodedParams<P> => {
  const values: Record<string, unknown> = {}
  const findings: Array<string> = []
  for (const key of Object.keys(specs)) {
    const param = specs[key] as Param<unknown>
    const name = nameOf(key)
    const given = Object.hasOwn(raw, key) ? raw[key] : undefined
    const takesNull = param.type.schema['nullable'] === true
    if (given === undefined || (given === null && !takesNull)) {
      if (param.required) findings.push(`${name} is missing`)
      values[key] = param.fallback
      continue
    }
    if (param.refusesBlank && typeof given === 'string' && given.trim() === '') {
      findings.push(`${name} is empty`)
      continue
    }
    if (!takesNull && isBlankNumber(param, given)) {
      if (param.required) findings.push(`${name} is invalid`)
      values[key] = param.fallback
      continue
    }
    const coerced = param.type.coerce(given, name)
    if (coerced.ok) values[key] = coerced.value
    else if ('nested' in coerced.finding) findings.push(...coerced.finding.nested)
    else findings.push(`${name} ${coerced.finding.message}`)
  }
  return findings.length === 0 ? { ok: true, values: values as Decoded<P> } : { ok: false, findings }
}
