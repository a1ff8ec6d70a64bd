import { decodePath } from './path.js'
import { parsePattern, type Tail, tailMatches } from './route-pattern.js'

/** What stands at the end of a pattern, by method. */
export interface Place<Target> {
  readonly methods: Map<string, { readonly target: Target; readonly names: ReadonlyArray<string> }>
}

/** A place found for a path, with the raw text of the path's parameters in order. */
export interface Found<Target> {
  readonly place: Place<Target>
  readonly values: ReadonlyArray<string>
}

interface Node<Target> {
  readonly literals: Map<string, Node<Target>>
  parameter: Node<Target> | undefined
  place: Place<Target> | undefined
  /** Patterns that take any number of segments here, the more exact ones first. */
  readonly wild: Array<{ readonly tail: Tail; readonly place: Place<Target> }>
}

const emptyNode = <Target>(): Node<Target> => ({
  literals: new Map(),
  parameter: undefined,
  place: undefined,
  wild: [],
})

const emptyPlace = <Target>(): Place<Target> => ({ methods: new Map() })

const ORDER = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The methods that a place takes, for the `Allow` header. */
export const allowOf = ({ methods }: Place<unknown>): string =>
  ORDER.filter((method) => methods.has(method) || (method === 'HEAD' && methods.has('GET')) || method === 'OPTIONS')
    .concat([...methods.keys()].filter((method) => !ORDER.includes(method)))
    .join(', ')

/**
 * Finds routes by their raw path, segment by segment, literals before parameters: `group%2Fproject` is one segment.
 *
 * `*name` takes one or more segments; what follows it, in its segment or after, has to match from the end (`/*path.git/info/refs`).
 */
export class Router<Target> {
  readonly #root: Node<Target> = emptyNode()

  /** Throws where the method already has a target at this pattern: a defect of the route table. */
  add(method: string, pattern: string, target: Target): void {
    const { segments, tail, names } = parsePattern(pattern)
    let at = this.#root
    for (const segment of segments) at = segment === undefined ? this.#parameterOf(at) : this.#literalOf(at, segment)
    const place = tail === undefined ? this.#placeOf(at) : this.#wildOf(at, tail)
    if (place.methods.has(method)) throw new Error(`two routes for ${method} ${pattern}`)
    place.methods.set(method, { target, names })
  }

  find(path: string): Found<Target> | undefined {
    const segments = path.split('/')
    if (segments.length > 2 && segments.at(-1) === '') segments.pop()
    const values: Array<string> = []
    const place = this.#walk(this.#root, segments, 1, values)
    return place === undefined ? undefined : { place, values }
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

  #placeOf(at: Node<Target>): Place<Target> {
    at.place ??= emptyPlace()
    return at.place
  }

  #wildOf(at: Node<Target>, tail: Tail): Place<Target> {
    const known = at.wild.find((one) => one.tail.key === tail.key)
    if (known !== undefined) return known.place
    const place = emptyPlace<Target>()
    at.wild.push({ tail, place })
    at.wild.sort((a, b) => b.tail.weight - a.tail.weight)
    return place
  }

  #walk(
    at: Node<Target>,
    segments: ReadonlyArray<string>,
    index: number,
    values: Array<string>,
  ): Place<Target> | undefined {
    if (index === segments.length) return at.place
    const segment = segments[index] as string
    const known = values.length
    const literal =
      at.literals.get(segment) ?? (segment.includes('%') ? at.literals.get(decodePath(segment) ?? '') : undefined)
    if (literal !== undefined) {
      const place = this.#walk(literal, segments, index + 1, values)
      if (place !== undefined) return place
      values.length = known
    }
    if (at.parameter !== undefined && segment !== '') {
      values.push(segment)
      const place = this.#walk(at.parameter, segments, index + 1, values)
      if (place !== undefined) return place
      values.length = known
    }
    return at.wild.find(({ tail }) => tailMatches(tail, segments, index, values))?.place
  }
}

/** The path's parameters by name, decoded; undefined where one is malformed. */
export const pathParams = (
  names: ReadonlyArray<string>,
  values: ReadonlyArray<string>,
): Record<string, string> | undefined => {
  const params: Record<string, string> = Object.create(null) as Record<string, string>
  for (let index = 0; index < names.length; index++) {
    const value = decodePath(values[index] ?? '')
    if (value === undefined) return undefined
    params[names[index] as string] = value
  }
  return params
}
