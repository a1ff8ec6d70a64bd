/** Names and values as a form or a query gives them, in order. */
export type Pairs = Iterable<readonly [string, string]>

/** Deeper brackets than this are nobody's parameters. */
const DEEPEST = 16
const MOST_PAIRS = 65_536

export class MalformedParameters extends Error {
  override readonly name = 'MalformedParameters'
}

type Tree = Record<string, unknown>

const tree = (): Tree => Object.create(null) as Tree

/** `not[labels]` → `not`, `labels`; `actions[][path]` → `actions`, ``, `path`. */
const keysOf = (name: string): ReadonlyArray<string> => {
  const bracket = name.indexOf('[')
  if (bracket <= 0) return [name]
  const keys = [name.slice(0, bracket)]
  const pattern = /\[([^\]]*)\]/y
  pattern.lastIndex = bracket
  for (let match = pattern.exec(name); match !== null; match = pattern.exec(name)) keys.push(match[1] as string)
  if (keys.length > DEEPEST) throw new MalformedParameters('parameters nest too deep')
  return keys
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Goes on in the list's last hash as long as it lacks the key, else begins another: `a[][x]=1&a[][y]=2&a[][x]=3` are two. */
const elementFor = (list: Array<unknown>, rest: ReadonlyArray<string>): Tree => {
  const last = list.at(-1)
  const first = rest[0] as string
  if (isTree(last) && (first === '' || rest.length > 1 || !(first in last))) return last
  const next = tree()
  list.push(next)
  return next
}

const put = (into: Tree, keys: ReadonlyArray<string>, value: string): void => {
  const [key, ...rest] = keys as [string, ...Array<string>]
  if (rest.length === 0) {
    into[key] = value
    return
  }
  if (rest[0] === '') {
    const list = Array.isArray(into[key]) ? (into[key] as Array<unknown>) : []
    into[key] = list
    if (rest.length === 1) list.push(value)
    else put(elementFor(list, rest.slice(1)), rest.slice(1), value)
    return
  }
  const inner = isTree(into[key]) ? (into[key] as Tree) : tree()
  into[key] = inner
  put(inner, rest, value)
}

/** Builds the nested parameters of a query or form. Throws `MalformedParameters`. */
export const nest = (pairs: Pairs): Tree => {
  const built = tree()
  let count = 0
  for (const [name, value] of pairs) {
    if (++count > MOST_PAIRS) throw new MalformedParameters('too many parameters')
    if (name !== '') put(built, keysOf(name), value)
  }
  return built
}

const plus = (text: string): string => (text.includes('+') ? text.replaceAll('+', ' ') : text)

const decode = (text: string): string => {
  const spaced = plus(text)
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw new MalformedParameters('a parameter is not UTF-8')
  }
}

/** The pairs of `a=1&b=2`. Throws `MalformedParameters` on broken percent encoding. */
export function* pairsOf(text: string): Generator<readonly [string, string]> {
  if (text === '') return
  for (const part of text.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    yield equals < 0 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
  }
}
