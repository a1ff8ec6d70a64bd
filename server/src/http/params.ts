import {
  type Coerced,
  type Finding,
  INVALID,
  type JsonSchema,
  type ParamLifespan,
  type ParamType,
  success,
} from './param-types.js'

export * from './list-types.js'
export * from './param-types.js'

/** A parameter of a route: its type, whether it has to be given, and what the documentation says. */
export interface Param<A> extends ParamNotes {
  readonly type: ParamType<unknown>
  readonly required: boolean
  /** Refused with "is empty" where given blank. */
  readonly refusesBlank: boolean
  readonly fallback: unknown
  readonly summary: string
  readonly _type?: A
}

export type ParamSpecs = Readonly<Record<string, Param<unknown>>>

/** The decoded parameters of a route. */
export type Decoded<P extends ParamSpecs> = { readonly [K in keyof P]: P[K] extends Param<infer A> ? A : never }

/** When and where a parameter exists, and since when a request that uses it is told that it is deprecated. */
export interface ParamNotes extends ParamLifespan {
  readonly deprecated?: string
  /** Its line in the table of releases, where it has one. */
  readonly item?: string
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

/** An object with parameters of its own (`not[labels]=x`, or a JSON object). */
export const object = <P extends ParamSpecs>(specs: P): ParamType<Decoded<P>> => ({
  schema: schemaOf(specs),
  coerce: (raw, name) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return INVALID
    const decoded = decodeParams(specs, raw as Record<string, unknown>, (key) => `${name}[${key}]`)
    return decoded.ok ? success(decoded.values) : { ok: false, finding: { nested: decoded.findings } }
  },
  narrowed: (keep) => object(narrowParams(specs, keep)),
})

/** At most this many findings about one list are told; nobody reads more. */
const MAX_FINDINGS = 100

/** A list of objects (`actions[][action]=create`, or a JSON array). */
export const listOfObjects = <P extends ParamSpecs>(specs: P): ParamType<ReadonlyArray<Decoded<P>>> =>
  listOfItems(specs, object(specs))

const listOfItems = <P extends ParamSpecs>(
  specs: P,
  item: ParamType<Decoded<P>>,
): ParamType<ReadonlyArray<Decoded<P>>> => ({
  schema: { type: 'array', items: item.schema },
  coerce: (raw, name) => {
    if (!Array.isArray(raw)) return INVALID
    const values: Array<Decoded<P>> = []
    const findings: Array<string> = []
    for (let index = 0; index < raw.length && findings.length < MAX_FINDINGS; index++) {
      const coerced = item.coerce(raw[index], `${name}[${index}]`)
      if (coerced.ok) values.push(coerced.value)
      else if ('nested' in coerced.finding) findings.push(...coerced.finding.nested)
      else findings.push(`${name}[${index}] ${coerced.finding.message}`)
    }
    return findings.length === 0 ? success(values) : { ok: false, finding: { nested: findings } }
  },
  narrowed: (keep) => listOfObjects(narrowParams(specs, keep)),
})

/** The parameters that `keep` accepts, nested ones included. */
export const narrowParams = <P extends ParamSpecs>(specs: P, keep: (lifespan: ParamLifespan) => boolean): P =>
  Object.fromEntries(
    Object.entries(specs)
      .filter(([, param]) => keep(param))
      .map(([name, param]) => [name, { ...param, type: param.type.narrowed?.(keep) ?? param.type }]),
  ) as P

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

const NUMBERS = new Set(['integer', 'number', 'boolean'])
const MOMENTS = new Set(['date-time', 'date'])

/** Blank text where something else than text is wanted. */
const isBlankInstead = ({ type: { schema } }: Param<unknown>, raw: unknown): boolean =>
  raw === '' && (NUMBERS.has(String(schema['type'])) || MOMENTS.has(String(schema['format'])))

const MISSING: Finding = { message: 'is missing' }
const EMPTY: Finding = { message: 'is empty' }
const INVALID_FINDING: Finding = { message: 'is invalid' }

/** Whether null is a value of its own there. */
export const acceptsNull = (param: Param<unknown> | undefined): boolean => param?.type.schema['nullable'] === true

/** Reads one parameter; null counts as not given, and so does blank text where a number, a moment or a day is wanted. */
const decodeParam = (param: Param<unknown>, given: unknown, name: string): Coerced<unknown> => {
  const nullIsValue = acceptsNull(param)
  if (given === undefined || (given === null && !nullIsValue))
    return param.required ? { ok: false, finding: MISSING } : success(param.fallback)
  if (param.refusesBlank && typeof given === 'string' && given.trim() === '') return { ok: false, finding: EMPTY }
  if (!nullIsValue && isBlankInstead(param, given))
    return param.required ? { ok: false, finding: INVALID_FINDING } : success(param.fallback)
  return param.type.coerce(given, name)
}

/** Reads every declared parameter; all findings come together, in the order of declaration. Unknown parameters are ignored. */
export const decodeParams = <P extends ParamSpecs>(
  specs: P,
  raw: Readonly<Record<string, unknown>>,
  nameOf?: (key: string) => string,
): DecodedParams<P> => {
  const values: Record<string, unknown> = {}
  let findings: Array<string> | undefined
  for (const key of Object.keys(specs)) {
    const name = nameOf === undefined ? key : nameOf(key)
    const read = decodeParam(specs[key] as Param<unknown>, Object.hasOwn(raw, key) ? raw[key] : undefined, name)
    if (read.ok) {
      values[key] = read.value
      continue
    }
    findings ??= []
    if ('nested' in read.finding) findings.push(...read.finding.nested)
    else findings.push(`${name} ${read.finding.message}`)
  }
  return findings === undefined ? { ok: true, values: values as Decoded<P> } : { ok: false, findings }
}
