import type { Repository } from './git-repository.js'
import type { GitWire } from './git-wire.js'
import type { PendingMove } from './git-writes.js'

export * from './cancellation.js'
export * from './git-changes.js'
export * from './git-objects.js'
export * from './git-repository.js'
export * from './git-wire.js'
export * from './git-writes.js'

/** How thoroughly a repository is tidied: `incremental` packs what has piled up, `full` everything into one, `gc` also clears away what crashes left. */
export type Thoroughness = 'incremental' | 'full' | 'gc'

/**
 * All repositories, each under its project's number.
 *
 * Laws (run by the suite in `@forgefold/spec/laws`): object ids are git's own; refs move by compare and swap, all or none;
 * nothing that a ref ever pointed to is lost; reads and merges agree with the plain git program.
 */
export interface GitRepositories {
  /** A handle; nothing is opened or checked. */
  readonly of: (repository: number) => Repository
  /** An empty repository whose HEAD names the branch. Nothing happens where it exists. */
  readonly create: (repository: number, defaultBranch: string) => Promise<void>
  readonly exists: (repository: number) => Promise<boolean>
  /** Sets it aside: it reads as missing, its data stays. */
  readonly remove: (repository: number) => Promise<void>
  /** A new repository with the branches, tags and HEAD of another; nothing is shared between them. */
  readonly fork: (source: number, target: number) => Promise<void>
  /** Tidies a repository; loses nothing. */
  readonly maintain: (repository: number, how: Thoroughness) => Promise<void>
  /** Reads every object, while nobody tidies: what is damaged or missing, a line each; empty where all is well. */
  readonly check: (repository: number) => Promise<ReadonlyArray<string>>
  /** Ends what is being tidied or checked just now, because the server is to stop; nothing is lost by it. */
  readonly giveUpTidying: () => void

  /** Waits until no other server moves refs of the repository or tells of them; gives the way to end that. */
  readonly claim: (repository: number) => Promise<() => Promise<void>>
  /** Notes durably what is about to be done to refs. */
  readonly begin: (move: Omit<PendingMove, 'id'>) => Promise<string>
  /** The history knows it now (or nothing came of it). */
  readonly finish: (id: string) => Promise<void>
  /** Whether a move has been begun and not finished. */
  readonly isPending: (id: string) => Promise<boolean>
  /** Moves begun and not finished, oldest first. */
  readonly pending: () => Promise<ReadonlyArray<PendingMove>>

  /** Undefined where the adapter speaks no wire protocol. */
  readonly wire: GitWire | undefined
  /** Git programs at work for requests, and requests that wait for their turn. */
  readonly load: () => { readonly taken: number; readonly waiting: number }
  /** Ends every helper process. */
  readonly close: () => Promise<void>
}

declare module '../app/forge.js' {
  interface Forge {
    readonly git: GitRepositories
  }
}
