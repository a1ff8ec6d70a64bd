/** What is no parameter, though it may look like one, and the parameters, with or without a name. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?|[@$:]([A-Za-z_]\w*)/g

/** A statement with its named parameters replaced by `?`, and their names in order, one for each place. */
interface Positional {
  readonly source: string
  readonly names: ReadonlyArray<string>
}

/**
 * The same statement by position, or undefined if not all of its parameters have names: better-sqlite3 looks up each name in the object of each run, which takes as long as the insert itself.
 *
 * @example
 * assert.deepEqual(byPosition("UPDATE t SET a = @a, b = '@b' WHERE id = @id"), {
 *   source: "UPDATE t SET a = ?, b = '@b' WHERE id = ?",
 *   names: ['a', 'id'],
 * })
 */
export const byPosition = (source: string): Positional | undefined => {
  const names: Array<string> = []
  let isNamed = true
  const positional = source.replace(TOKENS, (token, name: string | undefined) => {
    if (token === '?') isNamed = false
    if (name === undefined) return token
    names.push(name)
    return '?'
  })
  return isNamed && names.length > 0 ? { source: positional, names } : undefined
}

/**
 * The values of names in an object, in order. Throws `RangeError` for a name that it lacks, as better-sqlite3 does.
 *
 * @example
 * assert.deepEqual(valuesOf(['id', 'a', 'id'], { a: 'x', id: 7 }), [7, 'x', 7])
 */
export const valuesOf = (names: ReadonlyArray<string>, given: Readonly<Record<string, unknown>>): Array<unknown> => {
  const values = new Array<unknown>(names.length)
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    const value = given[name]
    if (value === undefined && !Object.hasOwn(given, name)) throw new RangeError(`Missing named parameter "${name}"`)
    values[index] = value
  }
  return values
}
