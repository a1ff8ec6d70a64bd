import type { Caller } from '../../../app/caller.js'
import type { CommandContext } from '../../../app/command-context.js'
import type { UseCaseResult } from '../../../app/forge.js'

/** The initial commit of a new project. */
export interface FirstCommit {
  readonly projectId: number
  readonly branch: string
  /** The text of README.md. */
  readonly readme: string
  readonly message: string
  /** The author, by the number of the user. */
  readonly userId: number
}

/** A repository that is about to be downloaded. */
export interface Download {
  readonly projectId: number
  readonly isPublic: boolean
}

/** The repositories of projects, as the project domain needs them; the repository domain implements it. */
export interface ProjectRepositories {
  /** Creates the first commit of an empty repository with a README.md; nothing where the branch exists. */
  readonly writeFirstCommit: (context: CommandContext, commit: FirstCommit) => UseCaseResult<void>
  /** Copies branches, tags and HEAD of one project into another's new repository; repeating it copies what is missing. */
  readonly fork: (context: CommandContext, source: number, target: number) => UseCaseResult<void>
  /** Sets the repository of a deleted project aside; its data stays on disk. */
  readonly remove: (context: CommandContext, projectId: number) => UseCaseResult<void>
  /** Counts a download of a repository by the caller; above the limit the caller is banned. Rejections: `Forbidden`. */
  readonly noteDownload: (caller: Caller, download: Download) => UseCaseResult<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly projectRepositories: ProjectRepositories
  }
}
