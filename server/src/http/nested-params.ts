/** Names and values of a form or a query, in order. */
export type Pairs = Iterable<readonly [name: string, value: string]>

/** Raw parameters, without a prototype, so that no name is special. */
export type RawParams = Record<string, unknown>

/** The deepest nesting of brackets. */
const DEEPEST = 32
const MAX_PAIRS = 250_000

/** The text is malformed: invalid escapes, invalid UTF-8, or one name as value and list. */
export class MalformedParameters extends Error {
  override readonly name = 'MalformedParameters'
}

/** Parameters without any entry. */
export const noParams = (): RawParams => Object.create(null) as RawParams

/** `not[labels]` → `not`, `labels`; `actions[][path]` → `actions`, ``, `path`. */
const keysOf = (name: string): ReadonlyArray<string> => {
  const bracket = name.indexOf('[')
  if (bracket <= 0) return [name]
  const keys = [name.slice(0, bracket)]
  for (let at = bracket; name[at] === '['; ) {
    const end = name.indexOf(']', at)
    if (end < 0) break
    const key = name.slice(at + 1, end)
    if (key !== '' || keys.at(-1) !== '') keys.push(key)
    at = end + 1
  }
  if (keys.length > DEEPEST) throw new MalformedParameters('parameters nest too deep')
  return keys
}

const isTree = (value: unknown): value is RawParams =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const clash = (key: string): MalformedParameters => new MalformedParameters(`two kinds of values for ${key}`)

/** Whether the tree already has a value at the keys from `at` on. */
const holds = (tree: RawParams, keys: ReadonlyArray<string>, at: number): boolean => {
  let inner: unknown = tree
  for (let index = at; index < keys.length; index++) {
    const key = keys[index] as string
    if (key === '' || !isTree(inner) || !(key in inner)) return false
    inner = inner[key]
  }
  return true
}

/** Continues the list's last hash while it lacks the key, else begins another: `a[][x]=1&a[][y]=2&a[][x]=3` are two. */
const elementFor = (list: Array<unknown>, keys: ReadonlyArray<string>, at: number): RawParams => {
  const last = list.at(-1)
  if (isTree(last) && !holds(last, keys, at)) return last
  const next = noParams()
  list.push(next)
  return next
}

const listAt = (into: RawParams, key: string): Array<unknown> => {
  const known = into[key]
  if (Array.isArray(known)) return known
  if (known !== undefined) throw clash(key)
  const list: Array<unknown> = []
  into[key] = list
  return list
}

const treeAt = (into: RawParams, key: string): RawParams => {
  const known = into[key]
  if (isTree(known)) return known
  if (known !== undefined) throw clash(key)
  const tree = noParams()
  into[key] = tree
  return tree
}

/** Puts the value at its keys; gives the list whose next value it is, if it is one of a list. */
const put = (root: RawParams, keys: ReadonlyArray<string>, value: string): Array<unknown> | undefined => {
  let into = root
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as string
    const next = keys[at + 1]
    if (next === undefined) into[key] = value
    else if (next === '') {
      const list = listAt(into, key)
      if (at + 2 >= keys.length) {
        list.push(value)
        return list
      }
      into = elementFor(list, keys, at + 2)
      at++
    } else into = treeAt(into, key)
  }
  return undefined
}

/** Builds nested parameters from one pair after the other. */
class Nesting {
  readonly built = noParams()
  #count = 0
  // The values of a list have one name after the other.
  #known = ''
  #keys: ReadonlyArray<string> = []
  #list: Array<unknown> | undefined

  /** Throws `MalformedParameters`. */
  add(name: string, value: string): void {
    if (++this.#count > MAX_PAIRS) throw new MalformedParameters('too many parameters')
    if (name === this.#known && this.#list !== undefined) {
      this.#list.push(value)
      return
    }
    if (name === '') return
    if (name !== this.#known) this.#keys = keysOf(name)
    this.#known = name
    this.#list = put(this.built, this.#keys, value)
  }
}

/** Builds nested parameters from the pairs of a form. Throws `MalformedParameters`. */
export const nest = (pairs: Pairs): RawParams => {
  const nesting = new Nesting()
  for (const [name, value] of pairs) nesting.add(name, value)
  return nesting.built
}

const decode = (text: string): string => {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw new MalformedParameters('a parameter is not UTF-8')
  }
}

/** The part of a pair up to its equals sign, with it; blank where it has none. Looked for in the pair alone: the next sign may be far away. */
const namedPart = (pair: string): string => pair.slice(0, pair.indexOf('=') + 1)

const AMPERSAND = 38

const verbatim = (text: string): string => text

/** The nested parameters of a query string or a form's text: `a=1&b=2`. Throws `MalformedParameters`, also on broken escapes and NUL. */
export const parseParams = (text: string): RawParams => {
  if (text.includes('%00') || text.includes('\u0000')) throw new MalformedParameters('a parameter holds NUL')
  const decoded = text.includes('%') || text.includes('+') ? decode : verbatim
  const nesting = new Nesting()
  let known = ''
  let name = ''
  for (let at = 0; at < text.length; at++) {
    // To look for the next sign behind each of millions of them would cost a call each.
    if (text.charCodeAt(at) === AMPERSAND) continue
    const found = text.indexOf('&', at)
    const end = found < 0 ? text.length : found
    if (known === '' || !text.startsWith(known, at)) {
      known = namedPart(text.slice(at, end))
      name = decoded(known === '' ? text.slice(at, end) : known.slice(0, -1))
    }
    nesting.add(name, known === '' ? '' : decoded(text.slice(at + known.length, end)))
    at = end
  }
  return nesting.built
}
