import type { Instant } from '../kernel/instant.js'
import type { ObjectId } from './git-objects.js'

/** Which commits, newest first unless reversed. */
export interface LogQuery {
  /** The starting points; `all` means every branch and tag. */
  readonly from: ReadonlyArray<ObjectId> | 'all'
  /** Excludes commits that are reachable from these. */
  readonly not?: ReadonlyArray<ObjectId>
  /** By committer date, inclusive. */
  readonly since?: Instant
  readonly until?: Instant
  /** Only commits that touch this file or folder. */
  readonly path?: string
  readonly firstParent?: boolean
  readonly noMerges?: boolean
  /** `topo`: no parent before all of its children. Default: by date. */
  readonly order?: 'date' | 'topo'
  /** A part of the author's name or email address. */
  readonly author?: string
  /** A part of the message, case-insensitive. */
  readonly message?: string
  readonly reverse?: boolean
  readonly skip?: number
  readonly limit?: number
}

/** The change of one file between two trees. A file that became a link, or the reverse, is two changes: a deletion, then an addition. */
export interface FileChange {
  /** Equal to `newPath` unless renamed. */
  readonly oldPath: string
  readonly newPath: string
  /** Six octal digits; `000000` where the file does not exist. */
  readonly oldMode: string
  readonly newMode: string
  /** Forty zeros where the file does not exist. */
  readonly oldId: ObjectId
  readonly newId: ObjectId
  readonly kind: 'added' | 'deleted' | 'modified' | 'renamed'
}

/** A change with its patch. */
export interface FilePatch extends FileChange {
  /** From the first `@@`, or `Binary files … differ`; empty where the content has not changed or the patch is too large. */
  readonly text: string
  /** Lines of `text`. */
  readonly lines: number
  /** Bytes of `text`, as git writes them. */
  readonly bytes: number
  readonly binary: boolean
  /** The patch has `patchBytes` bytes or more and was dropped. */
  readonly tooLarge: boolean
}

export interface DiffQuery {
  /** A commit or a tree. */
  readonly from: ObjectId
  readonly to: ObjectId
  /** Only these files or folders. */
  readonly paths?: ReadonlyArray<string>
}

export interface ChangesQuery extends DiffQuery {
  /** The most changes, the first that git finds; default: all, as far as the limits of one query permit. */
  readonly limit?: number
}

export interface PatchQuery extends DiffQuery {
  /** Patches of this many bytes or more are dropped; default 204,800. */
  readonly patchBytes?: number
  /** The most files with patches, in the order of the result; default: all. */
  readonly maxFiles?: number
}

/** Added and removed lines. */
export interface LineStats {
  readonly additions: number
  readonly deletions: number
}

/** How far two commits have diverged. */
export interface Divergence {
  /** Commits on the left side only. */
  readonly left: number
  /** Commits on the right side only. */
  readonly right: number
}
