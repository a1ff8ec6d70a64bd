import { failure, INVALID, type ParamType, success } from './param-types.js'

/** The most values of a list: each is decoded, compared and looked up. */
const MOST_VALUES = 20_000

const TOO_MANY = failure(`has too many values (limit is ${MOST_VALUES})`)

/** Whether a list has too many values, before texts are split. */
const areTooMany = (given: ReadonlyArray<unknown>): boolean => {
  let count = given.length
  for (const text of given) {
    if (count > MOST_VALUES) return true
    if (typeof text !== 'string') continue
    for (let at = text.indexOf(','); at >= 0 && count <= MOST_VALUES; at = text.indexOf(',', at + 1)) count++
  }
  return count > MOST_VALUES
}

/** The items of a list as sent: text is split at commas, blanks and nulls are dropped. */
const itemsOf = (given: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  given
    .flatMap((element) => (typeof element === 'string' ? element.split(',').map((part) => part.trim()) : [element]))
    .filter((part) => part !== '' && part !== null)

/** A list: `a[]=1&a[]=2`, a JSON array, or text with commas. Blank text and null give the empty list. */
export const listOf = <A>(item: ParamType<A>): ParamType<ReadonlyArray<A>> => ({
  schema: { type: 'array', items: item.schema },
  coerce: (raw, name) => {
    const given = Array.isArray(raw) ? raw : typeof raw === 'string' || typeof raw === 'number' ? [raw] : undefined
    if (given === undefined) return INVALID
    if (areTooMany(given)) return TOO_MANY
    const values: Array<A> = []
    for (const part of itemsOf(given)) {
      const coerced = item.coerce(part, name)
      if (!coerced.ok) return coerced
      values.push(coerced.value)
    }
    return success(values)
  },
  ...(item.narrowed === undefined ? {} : { narrowed: (keep) => listOf(item.narrowed?.(keep) ?? item) }),
})

/** A filter of a list: blank text, and an array of blanks only, count as omitted. */
export const filter = <A>(type: ParamType<A>): ParamType<A | undefined> => ({
  schema: type.schema,
  coerce: (raw, name) => {
    const isBlank = raw === '' || (Array.isArray(raw) && raw.every((part) => part === ''))
    return isBlank ? success(undefined) : type.coerce(raw, name)
  },
  ...(type.narrowed === undefined ? {} : { narrowed: (keep) => filter(type.narrowed?.(keep) ?? type) }),
})

/** An array whose elements are not split at commas. */
export const arrayOf = <A>(item: ParamType<A>): ParamType<ReadonlyArray<A>> => ({
  schema: { type: 'array', items: item.schema },
  coerce: (raw, name) => {
    if (!Array.isArray(raw)) return INVALID
    if (raw.length > MOST_VALUES) return TOO_MANY
    const values: Array<A> = []
    for (const element of raw) {
      const coerced = item.coerce(element, name)
      if (!coerced.ok) return coerced
      values.push(coerced.value)
    }
    return success(values)
  },
})

/** An object whose values are strings. */
export const stringMap = (): ParamType<Readonly<Record<string, string>>> => ({
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  coerce: (raw) => {
    const entries = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? Object.entries(raw) : undefined
    if (entries === undefined || entries.some(([, value]) => typeof value !== 'string' || value.includes('\u0000')))
      return failure('needs to be a map of key-valued strings')
    return success(Object.fromEntries(entries) as Record<string, string>)
  },
})
