import type { ArchiveFormat, Repository } from './git-repository.js'
import type { GitWire } from './git-wire.js'
import type { PendingMove } from './git-writes.js'

export * from './cancellation.js'
export * from './git-changes.js'
export * from './git-objects.js'
export * from './git-repository.js'
export * from './git-wire.js'
export * from './git-writes.js'

/** What maintenance does: `incremental` packs loose objects, `full` repacks everything into one pack, `gc` also removes what crashes left. */
export type MaintenanceTask = 'incremental' | 'full' | 'gc'

/** A repository that also reads the objects of another one (git's alternates), and how to release it. */
export interface RepositoryWithAlternates {
  readonly repository: Repository
  readonly close: () => void
}

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
  /** A repository that also reads the objects of another, as git's alternates; neither is changed. */
  readonly withObjectsOf: (repository: number, other: number) => RepositoryWithAlternates
  /** The formats that archives can be had in on this machine. */
  readonly archiveFormats: ReadonlySet<ArchiveFormat>
  /** Where a repository lies below the folder of all of them, without the ending `.git`. */
  readonly diskPath: (repository: number) => string
  /** Runs maintenance; loses nothing. */
  readonly maintain: (repository: number, task: MaintenanceTask) => Promise<void>
  /** Reads every object, never during maintenance: what is damaged or missing, a line each; empty where all is well. */
  readonly check: (repository: number) => Promise<ReadonlyArray<string>>
  /** Ends maintenance and checks under way, because the server is to stop; nothing is lost by it. */
  readonly cancelMaintenance: () => void

  /** Waits until no other server moves refs of the repository or records them; gives the function that releases the lock. */
  readonly claim: (repository: number) => Promise<() => Promise<void>>
  /** Stores durably which refs are about to move; gives the id of the move. */
  readonly begin: (move: Omit<PendingMove, 'id'>) => Promise<string>
  /** The move is recorded, or was not carried out. */
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
