/** The name of a role in a group or project. */
export type RoleName = 'guest' | 'reporter' | 'developer' | 'maintainer' | 'owner'

/** Who belongs to something, by user name. */
export type SeedMembers = Readonly<Record<string, RoleName>>

/** Done at this moment, in ISO 8601; the forge's clock is moved there. */
interface Dated {
  readonly at?: string
  /** The user name of whoever does it; default: the owner of the namespace, or `root`. */
  readonly author?: string
}

export interface SeedUser {
  readonly name?: string
  readonly email?: string
  readonly password?: string
  readonly admin?: boolean
}

export interface SeedGroup {
  readonly name?: string
  readonly description?: string
  readonly visibility?: 'private' | 'internal' | 'public'
  readonly members?: SeedMembers
}

export interface SeedCommit extends Dated {
  readonly message: string
  /** Default: the project's default branch. */
  readonly branch?: string
  /** The branch that a new branch begins at; default: the default branch. */
  readonly from?: string
  /** Content by path; null deletes a file. */
  readonly files: Readonly<Record<string, string | null>>
}

export interface SeedDiscussion extends Dated {
  readonly body: string
  readonly replies?: ReadonlyArray<{ readonly body: string; readonly author?: string }>
}

export interface SeedMergeRequest extends Dated {
  readonly source: string
  readonly target?: string
  readonly title?: string
  readonly description?: string
  readonly labels?: ReadonlyArray<string>
  readonly discussions?: ReadonlyArray<SeedDiscussion>
  /** Who approves it, by user name. */
  readonly approvals?: ReadonlyArray<string>
  readonly state?: 'opened' | 'closed' | 'merged'
}

export interface SeedIssue extends Dated {
  readonly title: string
  readonly description?: string
  readonly labels?: ReadonlyArray<string>
  readonly state?: 'opened' | 'closed'
  readonly notes?: ReadonlyArray<SeedDiscussion>
}

export interface SeedDeployment extends Dated {
  readonly environment: string
  /** A branch, tag or commit; default: the default branch. */
  readonly ref?: string
  readonly status?: 'created' | 'running' | 'success' | 'failed' | 'canceled'
}

export interface SeedRelease extends Dated {
  readonly tag: string
  /** What the tag is made at where it is not there yet; default: the default branch. */
  readonly ref?: string
  readonly name?: string
  readonly description?: string
}

export interface SeedProject {
  readonly name?: string
  readonly description?: string
  readonly visibility?: 'private' | 'internal' | 'public'
  readonly members?: SeedMembers
  readonly commits?: ReadonlyArray<SeedCommit>
  /** What each branch begins at, by its name. */
  readonly branches?: Readonly<Record<string, string>>
  /** What each tag is at, by its name. */
  readonly tags?: Readonly<Record<string, string>>
  readonly labels?: ReadonlyArray<string>
  readonly milestones?: ReadonlyArray<string>
  readonly variables?: Readonly<Record<string, string>>
  readonly issues?: ReadonlyArray<SeedIssue>
  readonly merge_requests?: ReadonlyArray<SeedMergeRequest>
  readonly deployments?: ReadonlyArray<SeedDeployment>
  readonly releases?: ReadonlyArray<SeedRelease>
}

/** The state in which a forge begins. Users by user name, groups and projects by their full paths, in the order in which they are made. */
export interface SeedDocument {
  readonly settings?: Readonly<Record<string, unknown>>
  readonly users?: Readonly<Record<string, SeedUser | null>>
  readonly groups?: Readonly<Record<string, SeedGroup | null>>
  readonly projects?: Readonly<Record<string, SeedProject | null>>
}
