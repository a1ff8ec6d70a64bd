import * as E from 'fp-ts/lib/Either.js'
import { CiReference, type Hash, isHash } from './hash.js'
import { mergedJobs } from './read-config.js'

/** How many references may lead to each other. */
const DEEPEST = 10
/** How many values references may stand for altogether. */
const MOST_VALUES = 100_000

const shownPath = (path: ReadonlyArray<string>): string => `!reference ${JSON.stringify(path)}`

/** Values with what their references stand for; lists in lists become one. Each value is resolved once. */
class Resolver {
  readonly #known = new Map<object, unknown>()
  readonly #open: Array<string> = []
  #values = 0
  error: string | undefined

  constructor(private readonly file: Hash) {}

  resolved(u: unknown): unknown {
    if (typeof u !== 'object' || u === null || this.error !== undefined) return u
    if (this.#known.has(u)) return this.#known.get(u)
    const made = u instanceof CiReference ? this.#target(u) : this.#inside(u)
    this.#known.set(u, made)
    return made
  }

  #inside(u: object): unknown {
    if (Array.isArray(u)) return u.flatMap((one) => this.#counted(this.resolved(one)))
    return Object.fromEntries(Object.entries(u).map(([key, value]) => [key, this.resolved(value)]))
  }

  /** Where a list of references stands for too much, it ends. */
  #counted(u: unknown): unknown {
    this.#values += Array.isArray(u) ? u.length : 1
    if (this.#values <= MOST_VALUES) return u
    this.error ??= 'the references stand for too many values'
    return []
  }

  #target({ path }: CiReference): unknown {
    const shown = shownPath(path)
    if (this.#open.includes(shown)) return this.#fail(`${shown} is part of a circular chain`)
    if (this.#open.length >= DEEPEST) return this.#fail(`${shown} is nested too deeply`)
    let found: unknown = this.file
    for (const key of path) found = isHash(found) && Object.hasOwn(found, key) ? found[key] : undefined
    if (found === undefined || path.length === 0) return this.#fail(`${shown} could not be found`)
    this.#open.push(shown)
    const made = this.resolved(found)
    this.#open.pop()
    return made
  }

  #fail(error: string): undefined {
    this.error ??= error
    return undefined
  }
}

const hasReference = (u: unknown, seen = new Set<object>()): boolean => {
  if (typeof u !== 'object' || u === null || seen.has(u)) return false
  seen.add(u)
  return u instanceof CiReference || Object.values(u).some((one) => hasReference(one, seen))
}

/** A CI file with what its references (`!reference [JOB, KEYWORD]`) stand for in the jobs merged with their templates; on the left, an error. */
export const withReferences = (file: unknown): E.Either<string, unknown> => {
  if (!isHash(file) || !hasReference(file)) return E.right(file)
  const merged: Hash = { ...file, ...mergedJobs(file) }
  const resolver = new Resolver(merged)
  const made = resolver.resolved(merged)
  return resolver.error === undefined ? E.right(made) : E.left(resolver.error)
}
