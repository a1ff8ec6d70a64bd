import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { GitRepositories, GitWire } from '@forgefold/core/ports'
import { copyRepositories } from './repositories-copy.js'

/** The same object, with a callback before each method call and again once its promise is fulfilled. */
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

/**
 * The repositories of a running forge. The folder is made and the initial ones are copied when git is first used; they are copied again for forks only
 * after such use.
 */
export class SharedRepositories {
  readonly git: GitRepositories
  readonly #folder: string
  readonly #below: string | undefined
  #isMade = false
  #isTouched = false
  #captured: string | undefined

  /** `below` is the initial folder, which is never changed; `git` works in `folder`, which does not exist yet. */
  constructor(git: GitRepositories, folder: string, below: string | undefined) {
    this.#folder = folder
    this.#below = below
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
      withObjectsOf: watchedGit.withObjectsOf,
      maintain: watchedGit.maintain,
      check: watchedGit.check,
      claim: watchedGit.claim,
      begin: watchedGit.begin,
      finish: watchedGit.finish,
    }
  }

  #touch(): void {
    this.#isTouched = true
    if (this.#isMade) return
    this.#isMade = true
    mkdirSync(this.#folder, { recursive: true })
    if (this.#below !== undefined) copyRepositories(this.#below, this.#folder)
  }

  /** A folder with the current state of the repositories; it is made at `target` unless an earlier one is still valid. */
  capture(target: () => string): string | undefined {
    if (!this.#isMade) return this.#below
    if (this.#captured === undefined || this.#isTouched) {
      this.#captured = target()
      copyRepositories(this.#folder, this.#captured)
      this.#isTouched = false
    }
    return this.#captured
  }

  async remove(): Promise<void> {
    if (this.#isMade) await rm(this.#folder, { recursive: true, force: true })
  }
}
