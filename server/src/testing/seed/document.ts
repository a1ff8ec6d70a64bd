import type { Scope } from '@forgefold/core/access'

/** The name of a role in a group or project. */
export type RoleName = 'guest' | 'reporter' | 'developer' | 'maintainer' | 'owner'

/** The members of a group or project, by user name. */
export type SeedMembers = Readonly<Record<string, RoleName>>

/** When it happens, in ISO 8601; the clock of the forge is moved there. */
interface Dated {
  readonly at?: string
  /** The user name of the author; default: the owner of the namespace, or `root`. */
  readonly author?: string
}

/** A personal access token in addition to the one that every user gets. */
export interface SeedToken {
  /** Default: `api`. */
  readonly scopes?: ReadonlyArray<Scope>
  /** The day at whose start it expires, as `2024-04-01`; default: never. */
  readonly expires_at?: string
}

export interface SeedUser {
  readonly name?: string
  readonly email?: string
  readonly password?: string
  readonly admin?: boolean
  /** By name; the token `ci` of `jane` is reported as `jane/ci`. */
  readonly tokens?: Readonly<Record<string, SeedToken | null>>
}

export interface SeedGroup {
  readonly name?: string
  readonly description?: string
  readonly visibility?: 'private' | 'internal' | 'public'
  readonly members?: SeedMembers
}

/** Text, or bytes in Base64. */
export type SeedContent = string | { readonly base64: string }

export interface SeedCommit extends Dated {
  readonly message: string
  /** Default: the project's default branch. */
  readonly branch?: string
  /** The start of a new branch; default: the default branch. */
  readonly from?: string
  /** Content by path; null deletes a file. */
  readonly files?: Readonly<Record<string, SeedContent | null>>
  /** A folder whose files are committed too; its path is relative to the seed file. */
  readonly folder?: string
}

export interface SeedDiscussion extends Dated {
  readonly body: string
  readonly replies?: ReadonlyArray<{ readonly body: string; readonly author?: string }>
}

export interface SeedMergeRequest extends Dated {
  /** A branch; one that does not exist is begun from the target, with a commit by the author. */
  readonly source: string
  /** Default: the default branch. */
  readonly target?: string
  /** Default: the name of the source. */
  readonly title?: string
  readonly description?: string
  readonly labels?: ReadonlyArray<string>
  readonly discussions?: ReadonlyArray<SeedDiscussion>
  /** User names of those who approve it. */
  readonly approvals?: ReadonlyArray<string>
  /** Approval rules of its own, instead of those of the project. */
  readonly approval_rules?: ReadonlyArray<SeedApprovalRule>
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
  /** Whether `ref` is a tag. */
  readonly tag?: boolean
  /** Default: the head of `ref`. */
  readonly sha?: string
  readonly status?: 'created' | 'running' | 'success' | 'failed' | 'canceled'
}

export interface SeedRelease extends Dated {
  readonly tag: string
  /** The start of the tag if it does not exist yet; default: the default branch. */
  readonly ref?: string
  readonly name?: string
  readonly description?: string
}

export interface SeedLabel {
  readonly name: string
  readonly color?: string
  readonly description?: string
}

export interface SeedMilestone {
  readonly title: string
  readonly description?: string
  readonly start_date?: string
  readonly due_date?: string
  readonly state?: 'active' | 'closed'
}

export interface SeedApprovalRule {
  readonly name: string
  /** The number of required approvals; default 1. */
  readonly approvals_required?: number
  /** User names of those who may approve. */
  readonly users?: ReadonlyArray<string>
  /** Groups whose members may approve, by full path. */
  readonly groups?: ReadonlyArray<string>
  readonly rule_type?: 'regular' | 'any_approver'
}

/** The final status of a job; `running` means taken by a runner. */
export type SeedJobStatus = 'running' | 'success' | 'failed' | 'canceled'

/** A commit status from an external system. */
export interface SeedStatus {
  readonly name: string
  /** Default: `success`. */
  readonly state?: 'pending' | 'running' | 'success' | 'failed' | 'canceled'
  readonly description?: string
  readonly target_url?: string
  /** A percentage. */
  readonly coverage?: number
}

/** A pipeline of the CI file at `ref`; with `statuses` alone, one reported by external systems. */
export interface SeedPipeline extends Dated {
  /** A branch or tag; default: the default branch. */
  readonly ref?: string
  readonly variables?: Readonly<Record<string, string>>
  /** The status of jobs by name, set in this order. */
  readonly jobs?: Readonly<Record<string, SeedJobStatus>>
  readonly statuses?: ReadonlyArray<SeedStatus>
}

export interface SeedPackage extends Dated {
  readonly name: string
  readonly version: string
  /** Default: `generic`. */
  readonly type?: 'generic' | 'helm' | 'nuget' | 'terraform_module'
  readonly files: Readonly<Record<string, SeedContent>>
}

export interface SeedProject {
  readonly name?: string
  readonly description?: string
  readonly visibility?: 'private' | 'internal' | 'public'
  /** Users who do something in the project and have no role in it become developers, or maintainers where it takes one. */
  readonly members?: SeedMembers
  /** A git bundle with the initial branches and tags of the repository; its path is relative to the seed file. */
  readonly bundle?: string
  readonly commits?: ReadonlyArray<SeedCommit>
  /** The start of each branch, by name. */
  readonly branches?: Readonly<Record<string, string>>
  /** The target of each tag, by name. */
  readonly tags?: Readonly<Record<string, string>>
  readonly default_branch?: string
  readonly labels?: ReadonlyArray<string | SeedLabel>
  readonly milestones?: ReadonlyArray<string | SeedMilestone>
  readonly variables?: Readonly<Record<string, string>>
  readonly approval_rules?: ReadonlyArray<SeedApprovalRule>
  readonly issues?: ReadonlyArray<SeedIssue>
  readonly merge_requests?: ReadonlyArray<SeedMergeRequest>
  readonly pipelines?: ReadonlyArray<SeedPipeline>
  readonly deployments?: ReadonlyArray<SeedDeployment>
  readonly releases?: ReadonlyArray<SeedRelease>
  readonly packages?: ReadonlyArray<SeedPackage>
}

/**
 * The initial state of a forge. Users by user name, groups and projects by full path, in the order of creation; groups above them that are not
 * listed are created.
 */
export interface SeedDocument {
  readonly settings?: Readonly<Record<string, unknown>>
  readonly users?: Readonly<Record<string, SeedUser | null>>
  readonly groups?: Readonly<Record<string, SeedGroup | null>>
  readonly projects?: Readonly<Record<string, SeedProject | null>>
}
