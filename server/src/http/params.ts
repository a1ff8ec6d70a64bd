import { decodeParams } from './decode-params.js'
import type { Decoded, Param, ParamNotes, ParamSpecs } from './param.js'
import { INVALID, type JsonSchema, type ParamLifespan, type ParamType, success } from './param-types.js'

export * from './decode-params.js'
export * from './list-types.js'
export * from './param.js'
export * from './param-types.js'

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

/** What refuses blank text needs a character that is none. */
const NOT_BLANK = { pattern: '\\S' }

/** The JSON Schema of the values of a parameter. */
export const valueSchemaOf = ({ type: { schema }, refusesBlank }: Param<unknown>): JsonSchema =>
  refusesBlank && schema['type'] === 'string' ? { ...NOT_BLANK, ...schema } : schema

/** The JSON Schema of a set of parameters. */
export const schemaOf = (specs: ParamSpecs): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(specs).map(([name, param]) => [name, { ...valueSchemaOf(param), description: param.summary }]),
  ),
  required: Object.entries(specs)
    .filter(([, param]) => param.required)
    .map(([name]) => name),
})
