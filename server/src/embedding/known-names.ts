const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return String(value)
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}

/** Throws a sentence where the value is no object with members. */
export const checkObject = (name: string, value: unknown): void => {
  if (!isObject(value)) throw new TypeError(`${name} is ${kindOf(value)}; it has to be an object`)
}

/** Throws a sentence that lists what there is where a name is none of them. */
export const refuseUnknown = (what: string, given: Iterable<string>, known: Iterable<string>): void => {
  const names = new Set(known)
  for (const name of given)
    if (!names.has(name)) throw new RangeError(`there is no ${what} ${name}; there are ${[...names].join(', ')}`)
}

/** Throws a sentence where options are no object, or have a member that is none. */
export const checkOptions = (name: string, given: object, known: object, what = 'option'): void => {
  checkObject(name, given)
  refuseUnknown(what, Object.keys(given), Object.keys(known))
}
