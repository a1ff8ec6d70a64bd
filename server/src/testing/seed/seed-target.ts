import type { Actor } from '../actor.js'
import type { SeedPath } from './seed-refused.js'

/** The forge that a seed is written into. */
export interface SeedTarget {
  /** A user by user name. Throws if there is none. */
  readonly as: (username: string) => Actor
  readonly addUser: (username: string, more: Readonly<Record<string, unknown>>) => Promise<unknown>
  /** Called with each token that a seed names, as `jane/ci`. */
  readonly keepToken?: (name: string, token: string) => void
  readonly moveTo: (moment: string) => Promise<void>
  /** Waits until all reactors are done. */
  readonly settled: () => Promise<void>
}

/** A project that is being seeded. */
export interface SeededProject {
  readonly place: SeedPath
  /** Its full path. */
  readonly path: string
  /** The author of everything that names none. */
  readonly owner: string
  /** `/projects/…`, encoded for URLs. */
  readonly url: string
  /** Its default branch. */
  readonly branch: string
}
