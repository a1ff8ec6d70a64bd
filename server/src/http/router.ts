import { decodeSegment } from './path.js'

/** A pattern found for a path: what stands there, by method, and the path's parameters. */
export interface Found<Target> {
  readonly methods: ReadonlyMap<string, Target>
  /** Decoded; undefined where a segment is malformed. */
  readonly params: Readonly<Record<string, string>> | undefined
}

interface Node<Target> {
  readonly literals: Map<string, Node<Target>>
  parameter: { readonly node: Node<Target> } | undefined
  methods: Map<string, { readonly target: Target; readonly names: ReadonlyArray<string> }> | undefined
  rest: Map<string, { readonly target: Target; readonly names: ReadonlyArray<string> }> | undefined
}

const node = <Target>(): Node<Target> => ({
  literals: new Map(),
  parameter: undefined,
  methods: undefined,
  rest: undefined,
})

type Entries<Target> = ReadonlyMap<string, { readonly target: Target; readonly names: ReadonlyArray<string> }>

/**
 * Finds routes by their raw path, segment by segment, literals before parameters: `group%2Fproject` is one segment.
 * A last `*name` takes the rest of the path as it is, still encoded.
 */
export class Router<Target> {
  readonly #root: Node<Target> = node()

  add(method: string, pattern: string, target: Target): void {
    let at = this.#root
    const names: Array<string> = []
    const segments = pattern.split('/').slice(1)
    for (const segment of segments) {
      if (segment.startsWith('*')) {
        names.push(segment.slice(1))
        at.rest ??= new Map()
        at.rest.set(method, { target, names })
        return
      }
      if (segment.startsWith(':')) {
        names.push(segment.slice(1))
        at.parameter ??= { node: node() }
        at = at.parameter.node
        continue
      }
      const next = at.literals.get(segment) ?? node<Target>()
      at.literals.set(segment, next)
      at = next
    }
    at.methods ??= new Map()
    at.methods.set(method, { target, names })
  }

  find(path: string): Found<Target> | undefined {
    const segments = path.split('/')
    const values: Array<string> = []
    const entries = this.#walk(this.#root, segments, 1, values)
    return entries === undefined ? undefined : found(entries, values)
  }

  #walk(
    at: Node<Target>,
    segments: ReadonlyArray<string>,
    index: number,
    values: Array<string>,
  ): Entries<Target> | undefined {
    if (index === segments.length) return at.methods
    const segment = segments[index] as string
    const literal =
      at.literals.get(segment) ?? (segment.includes('%') ? at.literals.get(decodeSegment(segment) ?? '') : undefined)
    if (literal !== undefined) {
      const known = values.length
      const through = this.#walk(literal, segments, index + 1, values)
      if (through !== undefined) return through
      values.length = known
    }
    if (at.parameter !== undefined && segment !== '') {
      const known = values.length
      values.push(segment)
      const through = this.#walk(at.parameter.node, segments, index + 1, values)
      if (through !== undefined) return through
      values.length = known
    }
    if (at.rest === undefined) return undefined
    values.push(segments.slice(index).join('/'))
    return at.rest
  }
}

const found = <Target>(entries: Entries<Target>, values: ReadonlyArray<string>): Found<Target> => {
  const methods = new Map<string, Target>()
  let names: ReadonlyArray<string> = []
  for (const [method, entry] of entries) {
    methods.set(method, entry.target)
    names = entry.names
  }
  const params: Record<string, string> = {}
  for (let index = 0; index < names.length; index++) {
    const value = decodeSegment(values[index] ?? '')
    if (value === undefined) return { methods, params: undefined }
    params[names[index] as string] = value
  }
  return { methods, params }
}
