import type { ObjectId, Signature } from './git-objects.js'

/** One ref to update; null means that it does not exist. */
export interface RefChange {
  /** In full: `refs/heads/main`. */
  readonly ref: string
  /** Its expected target; undefined: any. */
  readonly from?: ObjectId | null
  readonly to: ObjectId | null
}

/** All or nothing. */
export type RefsOutcome =
  | { readonly kind: 'Moved' }
  /** A ref does not have the expected target, or another write holds its lock; nothing was updated. */
  | { readonly kind: 'Stale'; readonly detail: string }

export interface NewCommit {
  readonly tree: ObjectId
  readonly parents: ReadonlyArray<ObjectId>
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

export interface NewTag {
  readonly name: string
  readonly target: ObjectId
  readonly tagger: Signature
  readonly message: string
}

/** A file's new content: as text or as bytes. */
export type FileContent = string | Uint8Array

export type FileAction =
  | { readonly action: 'create'; readonly path: string; readonly content: FileContent; readonly executable?: boolean }
  | { readonly action: 'update'; readonly path: string; readonly content: FileContent }
  | { readonly action: 'delete'; readonly path: string }
  /** Without content the file is moved unchanged. */
  | { readonly action: 'move'; readonly path: string; readonly previousPath: string; readonly content?: FileContent }
  | { readonly action: 'chmod'; readonly path: string; readonly executable: boolean }
  /** Sets the commit of an existing submodule, which is in another repository. */
  | { readonly action: 'submodule'; readonly path: string; readonly commit: ObjectId }

/** Why a list of actions cannot be applied. */
export type ActionRefusal =
  | { readonly kind: 'FileExists'; readonly path: string }
  | { readonly kind: 'DirectoryExists'; readonly path: string }
  | { readonly kind: 'FileMissing'; readonly path: string }
  | { readonly kind: 'PathEmpty' }
  | { readonly kind: 'PathInvalid'; readonly path: string }
  | { readonly kind: 'PathMalformed'; readonly path: string }
  | { readonly kind: 'PathTooLong'; readonly path: string }
  | { readonly kind: 'ContentRefused'; readonly path: string }
  | { readonly kind: 'SubmoduleMissing'; readonly path: string }
  | { readonly kind: 'SubmoduleUnchanged'; readonly path: string; readonly commit: ObjectId }

export type TreeOutcome =
  | { readonly kind: 'Written'; readonly tree: ObjectId }
  | { readonly kind: 'Refused'; readonly refusal: ActionRefusal }

export type MergeOutcome =
  | { readonly kind: 'Merged'; readonly tree: ObjectId }
  | { readonly kind: 'Conflicts'; readonly files: ReadonlyArray<string> }
  /** The histories are unrelated. */
  | { readonly kind: 'Unrelated' }

export interface PickRequest {
  readonly commit: ObjectId
  readonly onto: ObjectId
  readonly committer: Signature
  /** Default: that of the commit. */
  readonly message?: string
  /** Default: that of the commit. */
  readonly author?: Signature
}

/** A commit to revert on top of another; a merge is reverted to its first parent. */
export interface RevertRequest {
  readonly commit: ObjectId
  readonly onto: ObjectId
  readonly committer: Signature
  readonly message: string
}

export type PickOutcome =
  | { readonly kind: 'Picked'; readonly commit: ObjectId }
  /** It would change nothing. */
  | { readonly kind: 'Empty' }
  | { readonly kind: 'Conflicts'; readonly files: ReadonlyArray<string> }

export interface RebaseRequest {
  readonly source: ObjectId
  readonly onto: ObjectId
  readonly committer: Signature
}

export type RebaseOutcome =
  /** `head` is the source itself where it was on top already. */
  | { readonly kind: 'Rebased'; readonly head: ObjectId }
  | { readonly kind: 'Conflicts'; readonly commit: ObjectId; readonly files: ReadonlyArray<string> }
  | { readonly kind: 'Unrelated' }

/** An intended ref update, stored on disk until the history records it. */
export interface PendingMove {
  readonly id: string
  readonly repository: number
  readonly changes: ReadonlyArray<{
    readonly ref: string
    readonly from: ObjectId | null
    readonly to: ObjectId | null
  }>
  /** Epoch milliseconds. */
  readonly begunAt: number
  /** What its writer needs to record it after a crash; plain JSON without secrets. */
  readonly note: unknown
}
