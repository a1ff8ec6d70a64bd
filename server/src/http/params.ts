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

/** A parameter of a route: its type, whether it is required, and its documentation. */
export interface Param<A> extends ParamNotes {
  readonly type: ParamType<unknown>
  readonly required: boolean
  /** A blank value is refused with "is empty". */
  readonly refusesBlank: boolean
  readonly fallback: unknown
  readonly summary: string
  readonly _type?: A
}

export type ParamSpecs = Readonly<Record<string, Param<unknown>>>

/** The decoded parameters of a route. */
export type Decoded<P extends ParamSpecs> = { readonly [K in keyof P]: P[K] extends Param<infer A> ? A : never }

/** The lifespan of a parameter, and since when its use is reported as deprecated. */
export interface ParamNotes extends ParamLifespan {
  readonly deprecated?: string
  /** Its item in the release table, if any. */
  readonly item?: string
}

/** Required (`x is missing`); blank text is accepted unless `refusesBlank` (`x is empty`). */
export const required = <A>(
  type: ParamType<A>,
  summary: string,
  notes: ParamNotes & { readonly refusesBlank?: boolean } = {},
): Param<A> => {
  const { refusesBlank = false, ...rest } = notes
  return { type, required: true, refusesBlank, fallback: undefined, summary, ...rest }
}

/** Optional; default: undefined. */
export const optional = <A>(
  type: ParamType<A>,
  summary: string,
  notes: ParamNotes & { readonly refusesBlank?: boolean } = {},
): Param<A | undefined> => {
  const { refusesBlank = false, ...rest } = notes
  return { type, required: false, refusesBlank, fallback: undefined, summary, ...rest }
}

/** Optional, with a default. */
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

/** The most findings about one list that are reported. */
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

/** Whether blank text is given where another type is expected. */
const isBlankInstead = ({ type: { schema } }: Param<unknown>, raw: unknown): boolean =>
  raw === '' && (NUMBERS.has(String(schema['type'])) || MOMENTS.has(String(schema['format'])))

const MISSING: Finding = { message: 'is missing' }
const EMPTY: Finding = { message: 'is empty' }
const INVALID_FINDING: Finding = { message: 'is invalid' }

/** Whether null is a valid value. */
export const acceptsNull = (param: Param<unknown> | undefined): boolean => param?.type.schema['nullable'] === true

/** Decodes one parameter; null counts as omitted, and so does blank text for a number, a moment or a day. */
const decodeParam = (param: Param<unknown>, given: unknown, name: string): Coerced<unknown> => {
  const nullIsValue = acceptsNull(param)
  if (given === undefined || (given === null && !nullIsValue))
    return param.required ? { ok: false, finding: MISSING } : success(param.fallback)
  if (param.refusesBlank && typeof given === 'string' && given.trim() === '') return { ok: false, finding: EMPTY }
  if (!nullIsValue && isBlankInstead(param, given))
    return param.required ? { ok: false, finding: INVALID_FINDING } : success(param.fallback)
  return param.type.coerce(given, name)
}

/** Decodes every declared parameter; all findings are reported together, in declaration order. Unknown parameters are ignored. */
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
