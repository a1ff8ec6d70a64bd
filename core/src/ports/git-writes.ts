import type { ObjectId, Signature } from './git-objects.js'

/** One ref to move; null means that it is not there. */
export interface RefChange {
  /** In full: `refs/heads/main`. */
  readonly ref: string
  /** Where it must point now; undefined: wherever. */
  readonly from?: ObjectId | null
  readonly to: ObjectId | null
}

/** All or nothing. */
export type RefsOutcome =
  | { readonly kind: 'Moved' }
  /** A ref is not where it was believed to be, or another write holds it; nothing was moved. */
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
  /** Without content the file moves as it is. */
  | { readonly action: 'move'; readonly path: string; readonly previousPath: string; readonly content?: FileContent }
  | { readonly action: 'chmod'; readonly path: string; readonly executable: boolean }

/** Why a list of actions cannot be applied. */
export type ActionRefusal =
  | { readonly kind: 'FileExists'; readonly path: string }
  | { readonly kind: 'DirectoryExists'; readonly path: string }
  | { readonly kind: 'FileMissing'; readonly path: string }
  | { readonly kind: 'PathEmpty' }
  | { readonly kind: 'PathInvalid'; readonly path: string }
  | { readonly kind: 'PathMalformed'; readonly path: string }
  | { readonly kind: 'ContentRefused'; readonly path: string }

export type TreeOutcome =
  | { readonly kind: 'Written'; readonly tree: ObjectId }
  | { readonly kind: 'Refused'; readonly refusal: ActionRefusal }

export type MergeOutcome =
  | { readonly kind: 'Merged'; readonly tree: ObjectId }
  | { readonly kind: 'Conflicts'; readonly files: ReadonlyArray<string> }
  /** No common history. */
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

/** A commit to undo on top of another; a merge goes back to its first parent. */
export interface RevertRequest {
  readonly commit: ObjectId
  readonly onto: ObjectId
  readonly committer: Signature
  readonly message: string
}

export type PickOutcome =
  | { readonly kind: 'Picked'; readonly commit: ObjectId }
  /** It changes nothing there. */
  | { readonly kind: 'Empty' }
  | { readonly kind: 'Conflicts'; readonly files: ReadonlyArray<string> }

export interface RebaseRequest {
  readonly source: ObjectId
  readonly onto: ObjectId
  readonly committer: Signature
}

export type RebaseOutcome =
  /** `head` is the source itself where it stood on top already. */
  | { readonly kind: 'Rebased'; readonly head: ObjectId }
  | { readonly kind: 'Conflicts'; readonly commit: ObjectId; readonly files: ReadonlyArray<string> }
  | { readonly kind: 'Unrelated' }

/** What is about to be done to refs, kept on disk until the history knows it. */
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
  /** Whatever its writer needs to record it after a crash; plain JSON without secrets. */
  readonly note: unknown
}
