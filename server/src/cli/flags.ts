import { parseArgs } from 'node:util'

/** One flag: `--name value`, or the environment variable `FORGEFOLD_NAME`. */
export interface Flag {
  readonly name: string
  /** The placeholder of the value in the help; undefined: a switch without a value. */
  readonly value: string | undefined
  readonly fallback: string | undefined
  readonly summary: string
}

/** An error of the command line; the message is for its author. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export type Environment = Readonly<Record<string, string | undefined>>

/** `external-url` → `FORGEFOLD_EXTERNAL_URL`. */
export const variableOf = (flag: string): string => `FORGEFOLD_${flag.toUpperCase().replaceAll('-', '_')}`

/** The values of a command's flags: the command line first, then the environment, then the default. */
export interface Flags {
  readonly text: (name: string) => string | undefined
  readonly isOn: (name: string) => boolean
  readonly positionals: ReadonlyArray<string>
  /** The names of those on the command line. */
  readonly given: ReadonlyArray<string>
}

const SWITCHED: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['0', 'false', 'no', 'off'].map((word) => [word, false] as const),
])

const switched = (name: string, word: string): boolean => {
  const on = SWITCHED.get(word.toLowerCase())
  if (on === undefined)
    throw new UsageError(`${variableOf(name)} takes ${[...SWITCHED.keys()].join(', ')}; got ${word}`)
  return on
}

/** Throws `UsageError` for flags that are unknown, empty or given twice. */
export const readFlags = (flags: ReadonlyArray<Flag>, args: ReadonlyArray<string>, environment: Environment): Flags => {
  const options = Object.fromEntries(
    flags.map(({ name, value }) => [name, { type: value === undefined ? 'boolean' : 'string' } as const]),
  )
  const parsed = parse(args, options)
  const given = (name: string): string | boolean | undefined =>
    parsed.values[name] ??
    (environment[variableOf(name)] || undefined) ??
    flags.find((flag) => flag.name === name)?.fallback
  return {
    text: (name) => {
      const value = given(name)
      return typeof value === 'string' && value !== '' ? value : undefined
    },
    isOn: (name) => {
      const value = given(name)
      return typeof value === 'string' ? switched(name, value) : value === true
    },
    positionals: parsed.positionals,
    given: Object.keys(parsed.values),
  }
}

const parse = (
  args: ReadonlyArray<string>,
  options: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>,
): {
  readonly values: Readonly<Record<string, string | boolean | undefined>>
  readonly positionals: ReadonlyArray<string>
} => {
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    })
    refuseMeaningless(tokens.flatMap((token) => (token.kind === 'option' ? [token] : [])))
    return { values: values as Record<string, string | boolean | undefined>, positionals }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const message = error instanceof Error ? error.message : String(error)
    const unknown = /^Unknown option '([^']+)'/.exec(message)?.[1]
    const known = [...Object.keys(options), 'help'].map((name) => `--${name}`)
    throw new UsageError(
      unknown === undefined ? message : `there is no option ${unknown}; there are ${known.join(', ')}`,
    )
  }
}

/** A variable of the shell that is not set leaves an empty value, and a flag given twice a value without effect. */
const refuseMeaningless = (
  given: ReadonlyArray<{ readonly name: string; readonly value: string | undefined }>,
): void => {
  const names = new Set<string>()
  for (const { name, value } of given) {
    if (value === '') throw new UsageError(`--${name} is empty`)
    if (names.has(name)) throw new UsageError(`--${name} is given twice`)
    names.add(name)
  }
}

/** Throws `UsageError` where one of these flags is on the command line: it would have no effect. */
export const refuseWithoutEffect = (flags: Flags, names: ReadonlyArray<string>, why: string): void => {
  const other = flags.given.find((name) => names.includes(name))
  if (other !== undefined) throw new UsageError(`--${other} has no effect ${why}`)
}

/** The value, which must be one of a few words. Throws `UsageError`. */
export const wordOf = <const W extends ReadonlyArray<string>>(
  name: string,
  value: string | undefined,
  words: W,
): W[number] => {
  if (value !== undefined && words.includes(value)) return value
  throw new UsageError(`--${name} takes ${words.join(', ')}; got ${value ?? 'nothing'}`)
}
