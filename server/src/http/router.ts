import { decodePath } from './request-path.js'
import { parsePattern, type Tail, tailMatches } from './route-pattern.js'

/** The parameters of a path by name, without a prototype. */
export type PathParams = Readonly<Record<string, string>>

const pathParams = (names: ReadonlyArray<string>, values: ReadonlyArray<string>): PathParams | undefined => {
  const params: Record<string, string> = Object.create(null) as Record<string, string>
  for (let index = 0; index < names.length; index++) {
    const value = decodePath(values[index] ?? '')
    if (value === undefined) return undefined
    params[names[index] as string] = value
  }
  return Object.freeze(params)
}

/** The endpoints of a pattern, by method. */
export interface Resource<Target> {
  readonly methods: Map<string, { readonly target: Target; readonly names: ReadonlyArray<string> }>
}

/** The resource of a path, with the raw path parameters in order. */
export class RouteMatch<Target> {
  readonly resource: Resource<Target>
  readonly #values: ReadonlyArray<string>
  #names: ReadonlyArray<string> | undefined
  #params: PathParams | undefined

  constructor(resource: Resource<Target>, values: ReadonlyArray<string>) {
    this.resource = resource
    this.#values = values
  }

  /** The path's parameters by name, decoded; undefined where one is malformed. Matches of one path are kept, so nobody may change them. */
  params(names: ReadonlyArray<string>): PathParams | undefined {
    if (this.#names !== names) {
      this.#params = pathParams(names, this.#values)
      this.#names = names
    }
    return this.#params
  }
}

/** A pattern that is not yet inserted, and the offset of its next segment. */
interface Waiting<Target> {
  readonly method: string
  readonly pattern: string
  readonly target: Target
  from: number
}

interface Node<Target> {
  readonly literals: Map<string, Node<Target>>
  parameter: Node<Target> | undefined
  resource: Resource<Target> | undefined
  /** Patterns with a wildcard at this segment, the more specific ones first. */
  readonly wild: Array<{ readonly tail: Tail; readonly resource: Resource<Target> }>
  /** Patterns added here or below, which are inserted with the first path that passes. */
  waiting: Array<Waiting<Target>>
}

const isMeant = ({ methods }: Resource<unknown>, method: string | undefined): boolean =>
  method === undefined || methods.has(method)

const emptyNode = <Target>(): Node<Target> => ({
  literals: new Map(),
  parameter: undefined,
  resource: undefined,
  wild: [],
  waiting: [],
})

const emptyResource = <Target>(): Resource<Target> => ({ methods: new Map() })

const ORDER = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The methods of a resource, for the `Allow` header. */
export const allowHeader = ({ methods }: Resource<unknown>): string =>
  ORDER.filter((method) => methods.has(method) || (method === 'HEAD' && methods.has('GET')) || method === 'OPTIONS')
    .concat([...methods.keys()].filter((method) => !ORDER.includes(method)))
    .join(', ')

/**
 * Finds routes by raw path, segment by segment, literals before parameters: `group%2Fproject` is one segment.
 *
 * `*name` matches one or more segments; what follows it, in its segment or after, is matched from the end (`/*path.git/info/refs`).
 */
export class Router<Target> {
  readonly #root: Node<Target> = emptyNode()

  /** A process needs few of a thousand patterns: each is parsed with the first path that has its prefix. */
  add(method: string, pattern: string, target: Target): void {
    this.#root.waiting.push({ method, pattern, target, from: 1 })
  }

  /**
   * Throws where a method has two endpoints at one pattern, which is a defect of the route table; without this call it shows with the first
   * path that has the prefix.
   */
  check(): void {
    this.#checkFrom(this.#root)
  }

  #checkFrom(at: Node<Target>): void {
    this.#handOn(at)
    for (const literal of at.literals.values()) this.#checkFrom(literal)
    if (at.parameter !== undefined) this.#checkFrom(at.parameter)
  }

  /** With a method only patterns that have it count: where `/tokens/self` can only be deleted, it is read as the token of that name. */
  find(path: string, method?: string): RouteMatch<Target> | undefined {
    const segments = path.split('/')
    if (segments.length > 2 && segments.at(-1) === '') segments.pop()
    const values: Array<string> = []
    const resource = this.#walk(this.#root, segments, 1, values, method)
    return resource === undefined ? undefined : new RouteMatch(resource, values)
  }

  #handOn(at: Node<Target>): void {
    const { waiting } = at
    at.waiting = []
    for (const one of waiting) {
      const { pattern, from } = one
      if (from > pattern.length) this.#settle(this.#resourceOf(at), one)
      else if (pattern[from] === '*') this.#settle(this.#wildOf(at, parsePattern(pattern).tail as Tail), one)
      else {
        const slash = pattern.indexOf('/', from)
        const end = slash < 0 ? pattern.length : slash
        one.from = end + 1
        const next = pattern[from] === ':' ? this.#parameterOf(at) : this.#literalOf(at, pattern.slice(from, end))
        next.waiting.push(one)
      }
    }
  }

  #settle({ methods }: Resource<Target>, { method, pattern, target }: Waiting<Target>): void {
    if (methods.has(method)) throw new Error(`two routes for ${method} ${pattern}`)
    methods.set(method, { target, names: parsePattern(pattern).names })
  }

  #parameterOf(at: Node<Target>): Node<Target> {
    at.parameter ??= emptyNode()
    return at.parameter
  }

  #literalOf(at: Node<Target>, segment: string): Node<Target> {
    const known = at.literals.get(segment) ?? emptyNode<Target>()
    at.literals.set(segment, known)
    return known
  }

  #resourceOf(at: Node<Target>): Resource<Target> {
    at.resource ??= emptyResource()
    return at.resource
  }

  #wildOf(at: Node<Target>, tail: Tail): Resource<Target> {
    const known = at.wild.find((one) => one.tail.key === tail.key)
    if (known !== undefined) return known.resource
    const resource = emptyResource<Target>()
    at.wild.push({ tail, resource })
    at.wild.sort((a, b) => b.tail.weight - a.tail.weight)
    return resource
  }

  #walk(
    at: Node<Target>,
    segments: ReadonlyArray<string>,
    index: number,
    values: Array<string>,
    method: string | undefined,
  ): Resource<Target> | undefined {
    if (at.waiting.length > 0) this.#handOn(at)
    if (index === segments.length)
      return at.resource !== undefined && isMeant(at.resource, method) ? at.resource : undefined
    const segment = segments[index] as string
    const known = values.length
    const literal =
      at.literals.get(segment) ?? (segment.includes('%') ? at.literals.get(decodePath(segment) ?? '') : undefined)
    if (literal !== undefined) {
      const resource = this.#walk(literal, segments, index + 1, values, method)
      if (resource !== undefined) return resource
      values.length = known
    }
    if (at.parameter !== undefined && segment !== '') {
      values.push(segment)
      const resource = this.#walk(at.parameter, segments, index + 1, values, method)
      if (resource !== undefined) return resource
      values.length = known
    }
    return at.wild.find(({ tail, resource }) => isMeant(resource, method) && tailMatches(tail, segments, index, values))
      ?.resource
  }
}
