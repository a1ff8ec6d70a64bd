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
 * All repositories, each under its project's id.
 *
 * Laws (checked by the suite in `@forgefold/spec/laws`): object ids are git's own; refs are updated by compare and swap, all or none; nothing
 * that a ref ever pointed to is lost; reads and merges agree with the plain git program.
 */
export interface GitRepositories {
  /** A handle; nothing is opened or checked. */
  readonly of: (repository: number) => Repository
  /** Creates an empty repository whose HEAD points to the branch. Nothing happens where it exists. */
  readonly create: (repository: number, defaultBranch: string) => Promise<void>
  readonly exists: (repository: number) => Promise<boolean>
  /** Sets it aside: it reads as missing, and its data stays. */
  readonly remove: (repository: number) => Promise<void>
  /** Creates a repository with the branches, tags and HEAD of another; they share nothing. */
  readonly fork: (source: number, target: number) => Promise<void>
  /** A repository that also reads the objects of another, as git's alternates; neither is changed. */
  readonly withObjectsOf: (repository: number, other: number) => RepositoryWithAlternates
  /** The archive formats that this machine supports. */
  readonly archiveFormats: ReadonlySet<ArchiveFormat>
  /** The path of a repository below the folder of all repositories, without the extension `.git`. */
  readonly diskPath: (repository: number) => string
  /** Runs maintenance; loses nothing. */
  readonly maintain: (repository: number, task: MaintenanceTask) => Promise<void>
  /** Verifies every object, never during maintenance: one line for each damaged or missing one; empty where there are none. */
  readonly check: (repository: number) => Promise<ReadonlyArray<string>>
  /** Cancels maintenance and checks in progress, because the server is stopping; nothing is lost. */
  readonly cancelMaintenance: () => void

  /** Waits until no other server updates refs of the repository or records them; returns the function that releases the lock. */
  readonly claim: (repository: number) => Promise<() => Promise<void>>
  /** Durably stores an intended ref update; returns its id. */
  readonly begin: (move: Omit<PendingMove, 'id'>) => Promise<string>
  /** The update is recorded, or was not carried out. */
  readonly finish: (id: string) => Promise<void>
  /** Whether an intended update is not yet finished. */
  readonly isPending: (id: string) => Promise<boolean>
  /** Intended updates that are not finished, oldest first. */
  readonly pending: () => Promise<ReadonlyArray<PendingMove>>

  /** Undefined where the adapter does not implement the wire protocol. */
  readonly wire: GitWire | undefined
  /** Git programs that run for requests, and requests that wait for one. */
  readonly load: () => { readonly taken: number; readonly waiting: number }
  /** Ends every helper process. */
  readonly close: () => Promise<void>
}

declare module '../app/forge.js' {
  interface Forge {
    readonly git: GitRepositories
  }
}
