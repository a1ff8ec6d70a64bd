import { fits, INVALID, type JsonSchema, type ParamType } from './param-types.js'

export * from './param-types.js'

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

/** An object with parameters of its own (`not[labels]=x`, or a JSON object). */
export const object = <P extends ParamSpecs>(specs: P): ParamType<Decoded<P>> => ({
  schema: schemaOf(specs),
  coerce: (raw, name) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return INVALID
    const decoded = decodeParams(specs, raw as Record<string, unknown>, (key) => `${name}[${key}]`)
    return decoded.ok ? fits(decoded.values) : { ok: false, finding: { nested: decoded.findings } }
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
    return findings.length === 0 ? fits(values) : { ok: false, finding: { nested: findings } }
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
