import type { GitRepositories, Repository } from '@forgefold/core/ports'
import type { PlainGit } from '../../git/plain-git.js'
import type { Random } from '../random.js'

/** Repositories of an adapter, for one law. */
export interface GitPlace {
  readonly git: GitRepositories
  /** Closes them and opens them again, as after a restart. */
  readonly reopen: () => Promise<GitRepositories>
  /** A working clone of a repository with all of its refs, made by the plain git program. */
  readonly clone: (repository: number) => Promise<PlainGit>
  readonly remove: () => Promise<void>
}

export interface GitAdapter {
  readonly name: string
  readonly place: () => Promise<GitPlace>
}

export interface GitWorld {
  readonly place: GitPlace
  readonly git: GitRepositories
  /** Number 1, empty, HEAD on main. */
  readonly repository: Repository
  readonly random: Random
}
