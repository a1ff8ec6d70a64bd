import { inspect } from 'node:util'

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return String(value)
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** The most of a text that a message shows, in characters. */
const MOST_SHOWN = 200

/** A value in a message: a text in quotes, so that `'80'` is no number and nothing is not overlooked. */
export const shown = (value: unknown): string =>
  inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY, maxArrayLength: 10, maxStringLength: MOST_SHOWN })

/** Throws a sentence where the value is no object with members. */
export const checkObject = (name: string, value: unknown): void => {
  if (!isObject(value)) throw new TypeError(`${name} is ${kindOf(value)}; it has to be an object`)
}

/** Throws a sentence that lists what there is where a name is none of them. */
export const refuseUnknown = (what: string, given: Iterable<string>, known: Iterable<string>): void => {
  const names = new Set(known)
  for (const name of given)
    if (!names.has(name)) throw new RangeError(`there is no ${what} ${shown(name)}; there are ${[...names].join(', ')}`)
}

/** Throws a sentence where options are no object, or have a member that is none. */
export const checkOptions = (name: string, given: object, known: object, what = 'option'): void => {
  checkObject(name, given)
  refuseUnknown(what, Object.keys(given), Object.keys(known))
}
