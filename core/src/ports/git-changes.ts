import type { Instant } from '../kernel/instant.js'
import type { ObjectId } from './git-objects.js'

/** Which commits, newest first unless reversed. */
export interface LogQuery {
  /** Where to begin; `all` means every branch and tag. */
  readonly from: ReadonlyArray<ObjectId> | 'all'
  /** Leaves out what can be reached from these. */
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
  /** A part of the author's name or e-mail address. */
  readonly author?: string
  /** A part of the message, whatever its case. */
  readonly message?: string
  readonly reverse?: boolean
  readonly skip?: number
  readonly limit?: number
}

/** What became of one file between two trees. */
export interface FileChange {
  /** Equal to `newPath` unless renamed. */
  readonly oldPath: string
  readonly newPath: string
  /** Six octal digits; `000000` for the side that is missing. */
  readonly oldMode: string
  readonly newMode: string
  /** Forty zeros for the side that is missing. */
  readonly oldId: ObjectId
  readonly newId: ObjectId
  readonly kind: 'added' | 'deleted' | 'modified' | 'renamed' | 'type-changed'
}

/** A change with its text. */
export interface FilePatch extends FileChange {
  /** From the first `@@`, or `Binary files … differ`; empty where nothing of the content changed or where it is too large. */
  readonly text: string
  /** Lines of `text`. */
  readonly lines: number
  /** Bytes of `text`, as git writes them. */
  readonly bytes: number
  readonly binary: boolean
  /** The text has `patchBytes` bytes or more and was dropped. */
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
  /** So many at the most, the first that git finds; default: all, as far as that is no more than one question may cost. */
  readonly limit?: number
}

export interface PatchQuery extends DiffQuery {
  /** A file's text of so many bytes or more is dropped; default 204,800. */
  readonly patchBytes?: number
  /** Texts are made for so many files at the most, in the order of the answer; default: all. */
  readonly maxFiles?: number
}

/** How many lines came and went. */
export interface LineStats {
  readonly additions: number
  readonly deletions: number
}

/** How far two commits went apart. */
export interface Divergence {
  /** Commits on the left side only. */
  readonly left: number
  /** Commits on the right side only. */
  readonly right: number
}
