import type { Decoded, Param, ParamSpecs } from './param.js'
import { type Coerced, type Finding, success } from './param-types.js'

/** The decoded parameters, or what is wrong with them. */
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

/** Whether null is refused as blank: by what may be omitted, and may not be blank. */
export const refusesNull = (param: Param<unknown> | undefined): boolean =>
  param?.required === false && param.refusesBlank

/** Decodes one parameter; null counts as omitted, except where blank is refused in a change, and so does blank text for a number, a moment or a day. */
const decodeParam = (param: Param<unknown>, given: unknown, name: string): Coerced<unknown> => {
  const nullIsValue = acceptsNull(param)
  if (given === null && refusesNull(param)) return { ok: false, finding: EMPTY }
  if (given === undefined || (given === null && !nullIsValue))
    return param.required ? { ok: false, finding: MISSING } : success(param.fallback)
  if (param.refusesBlank && typeof given === 'string' && given.trim() === '') return { ok: false, finding: EMPTY }
  if (!nullIsValue && isBlankInstead(param, given))
    return param.required ? { ok: false, finding: INVALID_FINDING } : success(param.fallback)
  return param.type.coerce(given, name)
}

/** The names of a set of parameters, and their values where none is given. */
interface Ungiven {
  readonly names: ReadonlyArray<string>
  readonly required: ReadonlyArray<string>
  readonly values: Readonly<Record<string, unknown>>
}

/** V8 keeps objects of more members as dictionaries, which are slow to copy. */
const MOST_OF_ONE_SHAPE = 128

const ungiven = new WeakMap<ParamSpecs, Ungiven>()

const ungivenOf = (specs: ParamSpecs): Ungiven => {
  const known = ungiven.get(specs)
  if (known !== undefined) return known
  const entries = Object.entries(specs)
  const values = entries.map(([key, { required, fallback }]) => [key, required ? undefined : fallback] as const)
  const isOfOneShape = entries.length <= MOST_OF_ONE_SHAPE
  const made = {
    names: entries.map(([key]) => key),
    required: entries.flatMap(([key, { required }]) => (required ? [key] : [])),
    values: Object.fromEntries(isOfOneShape ? values : values.filter(([, value]) => value !== undefined)),
  }
  ungiven.set(specs, made)
  return made
}

type Raw = Readonly<Record<string, unknown>>

/** So many declared names are looked for sooner than the given ones are listed. */
const FEW_NAMES = 24

/** The names to look at: those that are given, or the declared ones where more are given, since a body may have many of other names. */
const namesToDecode = (raw: Raw, declared: ReadonlyArray<string>, specs: ParamSpecs): ReadonlyArray<string> => {
  if (declared.length <= FEW_NAMES) return declared
  const given: Array<string> = []
  let left = declared.length
  for (const key in raw) {
    if (left-- === 0) return declared
    if (Object.hasOwn(specs, key)) given.push(key)
  }
  return given
}

/** The values, decoded from those that are given: of the sixty parameters of a list most requests give two. Undefined where one is refused. */
const decodeGiven = (specs: ParamSpecs, raw: Raw, nameOf: (key: string) => string): Raw | undefined => {
  const { names, required, values } = ungivenOf(specs)
  for (const key of required) if (!Object.hasOwn(raw, key)) return undefined
  const decoded: Record<string, unknown> = { ...values }
  for (const key of namesToDecode(raw, names, specs)) {
    if (!Object.hasOwn(raw, key)) continue
    const read = decodeParam(specs[key] as Param<unknown>, raw[key], nameOf(key))
    if (!read.ok) return undefined
    decoded[key] = read.value
  }
  return decoded
}

const findingsIn = (specs: ParamSpecs, raw: Raw, nameOf: (key: string) => string): ReadonlyArray<string> =>
  Object.entries(specs).flatMap(([key, param]) => {
    const read = decodeParam(param, Object.hasOwn(raw, key) ? raw[key] : undefined, nameOf(key))
    if (read.ok) return []
    return 'nested' in read.finding ? read.finding.nested : `${nameOf(key)} ${read.finding.message}`
  })

const itself = (key: string): string => key

/** Decodes every declared parameter; all findings are reported together, in declaration order. Unknown parameters are ignored. */
export const decodeParams = <P extends ParamSpecs>(
  specs: P,
  raw: Raw,
  nameOf: (key: string) => string = itself,
): DecodedParams<P> => {
  const values = decodeGiven(specs, raw, nameOf)
  return values === undefined
    ? { ok: false, findings: findingsIn(specs, raw, nameOf) }
    : { ok: true, values: values as Decoded<P> }
}
