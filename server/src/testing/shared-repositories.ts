import type { GitRepositories, GitWire } from '@forgefold/core/ports'
import { copyRepositories } from './repositories-copy.js'

/** The same object; told before each call of a method, and once more when what it promised is there. */
const watched = <A extends object>(target: A, touch: () => void): A =>
  new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...given: ReadonlyArray<unknown>): unknown => {
        touch()
        const result: unknown = Reflect.apply(member, target, given)
        return result instanceof Promise ? result.finally(touch) : result
      }
    },
  })

/** The repositories of a running forge: those that it began with are copied when git is first used, and again for others only when it was. */
export class SharedRepositories {
  readonly git: GitRepositories
  readonly #folder: string
  readonly #below: string | undefined
  #isCopied: boolean
  #isTouched = false
  #captured: string | undefined

  /** `below` is the folder that it begins with, which nobody changes; `git` works in `folder`. */
  constructor(git: GitRepositories, folder: string, below: string | undefined) {
    this.#folder = folder
    this.#below = below
    this.#isCopied = below === undefined
    const touch = () => this.#touch()
    const wire: GitWire | undefined = git.wire && watched(git.wire, touch)
    const watchedGit = watched(git, touch)
    this.git = {
      ...git,
      wire,
      of: (id) => watched(git.of(id), touch),
      create: watchedGit.create,
      exists: watchedGit.exists,
      remove: watchedGit.remove,
      fork: watchedGit.fork,
      maintain: watchedGit.maintain,
      check: watchedGit.check,
      claim: watchedGit.claim,
      begin: watchedGit.begin,
      finish: watchedGit.finish,
    }
  }

  #touch(): void {
    this.#isTouched = true
    if (this.#isCopied) return
    this.#isCopied = true
    if (this.#below !== undefined) copyRepositories(this.#below, this.#folder)
  }

  /** A folder with the repositories as they are now; it is made at `target` where no earlier one is the same. */
  capture(target: () => string): string | undefined {
    if (!this.#isCopied) return this.#below
    if (this.#captured === undefined || this.#isTouched) {
      this.#captured = target()
      copyRepositories(this.#folder, this.#captured)
      this.#isTouched = false
    }
    return this.#captured
  }
}
