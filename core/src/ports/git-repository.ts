import type { Cancellation } from './cancellation.js'
import type {
  ChangesQuery,
  DiffQuery,
  Divergence,
  FileChange,
  FilePatch,
  LineStats,
  LogQuery,
  PatchQuery,
} from './git-changes.js'
import type { BlamedLines, BlobHandle, Commit, ObjectId, Ref, TagObject, TextMatch, TreeEntry } from './git-objects.js'
import type {
  FileAction,
  MergeOutcome,
  NewCommit,
  NewTag,
  PickOutcome,
  PickRequest,
  RebaseOutcome,
  RebaseRequest,
  RefChange,
  RefsOutcome,
  RevertRequest,
  TreeOutcome,
} from './git-writes.js'

export type ArchiveFormat = 'tar' | 'tar.gz' | 'tar.bz2' | 'zip'

/**
 * One bare repository.
 *
 * Missing things are `undefined` or an outcome, never an exception; a missing repository reads like an empty one.
 * A promise rejects only where the machine fails (disk, git program), and with `DeadlineExceeded` where a query exceeds its deadline. Given
 * object ids must exist.
 */
export interface Repository {
  readonly id: number

  /** The commit of a name, an id, an abbreviated id or an expression such as `main~2`. */
  readonly resolve: (revision: string) => Promise<ObjectId | undefined>
  /** The target of a ref (for an annotated tag: the tag object). `name` in full. */
  readonly ref: (name: string) => Promise<ObjectId | undefined>
  /** Every ref with one of the prefixes (`refs/heads/`), by name in byte order. */
  readonly refs: (...prefixes: ReadonlyArray<string>) => Promise<ReadonlyArray<Ref>>
  /** Refs with one of the prefixes whose history contains the commit. */
  readonly refsContaining: (commit: ObjectId, ...prefixes: ReadonlyArray<string>) => Promise<ReadonlyArray<Ref>>
  /** Branches (short names) that are merged into the commit. */
  readonly branchesMergedInto: (commit: ObjectId) => Promise<ReadonlySet<string>>
  /** The short name of the branch that HEAD points to, whether or not it exists. */
  readonly head: () => Promise<string | undefined>
  readonly setHead: (branch: string) => Promise<void>
  /** Moves refs by compare and swap, all or none. */
  readonly updateRefs: (changes: ReadonlyArray<RefChange>) => Promise<RefsOutcome>
  /** Keeps these commits, whatever happens to the refs to them. */
  readonly keepAround: (ids: ReadonlyArray<ObjectId>) => Promise<void>

  readonly commit: (id: ObjectId) => Promise<Commit | undefined>
  /** In the order given; ids that are no commits are left out. */
  readonly commits: (ids: ReadonlyArray<ObjectId>) => Promise<ReadonlyArray<Commit>>
  readonly log: (query: LogQuery) => Promise<ReadonlyArray<Commit>>
  /** The ids of a log, streamed. */
  readonly walk: (query: LogQuery) => AsyncIterable<ObjectId>
  readonly count: (query: LogQuery) => Promise<number>
  /** The armoured signature of a commit; undefined where it has none. */
  readonly commitSignature: (id: ObjectId) => Promise<string | undefined>
  readonly tagObject: (id: ObjectId) => Promise<TagObject | undefined>

  /** The best common ancestor of all; undefined where histories are unrelated. */
  readonly mergeBase: (...ids: ReadonlyArray<ObjectId>) => Promise<ObjectId | undefined>
  /** True for a commit and itself. */
  readonly isAncestor: (ancestor: ObjectId, descendant: ObjectId) => Promise<boolean>
  readonly divergence: (left: ObjectId, right: ObjectId) => Promise<Divergence>

  /** Renames are detected at 30 % similarity; folders before files at each level, then by bytes. */
  readonly changes: (query: ChangesQuery) => Promise<ReadonlyArray<FileChange>>
  /** The same with patches, streamed: ending the iteration ends the work. */
  readonly patches: (query: PatchQuery) => AsyncIterable<FilePatch>
  /** Against the first parent, or the empty tree; in the order given. */
  readonly stats: (commits: ReadonlyArray<Commit>) => Promise<ReadonlyArray<LineStats>>
  /** The whole diff as `git diff` prints it, or the commits between as mails (`git format-patch`). */
  readonly text: (query: DiffQuery, form: 'diff' | 'mail') => AsyncIterable<Uint8Array>

  /** Undefined where the path is no folder. An empty `path` is the root. Of more than `limit` entries (default: all) the first. */
  readonly tree: (
    commit: ObjectId,
    path: string,
    recursive: boolean,
    limit?: number,
  ) => Promise<ReadonlyArray<TreeEntry> | undefined>
  /** Undefined where there is no file. */
  readonly file: (commit: ObjectId, path: string) => Promise<BlobHandle | undefined>
  /** The commits that last changed the lines of a file, from `first` to `last` (from 1; default: all); undefined where the file has no such lines. */
  readonly blame: (
    commit: ObjectId,
    path: string,
    range?: { readonly first: number; readonly last: number },
  ) => Promise<ReadonlyArray<BlamedLines> | undefined>
  /** Matches of a text in the text files of a commit, case-insensitive, with two lines of context; by path. Ending the iteration ends the work. */
  readonly grep: (commit: ObjectId, text: string) => AsyncIterable<TextMatch>
  /** Every file of a commit that is a plain blob, with its size in bytes. */
  readonly fileSizes: (commit: ObjectId) => AsyncIterable<{ readonly path: string; readonly size: number }>
  /** A blob by its own id. */
  readonly blob: (id: ObjectId) => Promise<Omit<BlobHandle, 'path' | 'mode'> | undefined>
  /** The bytes of its objects on disk, reachable or not; objects of other repositories do not count. */
  readonly size: () => Promise<number>
  /** Read as fast as the client takes it; the signal releases all resources. */
  readonly archive: (
    commit: ObjectId,
    format: ArchiveFormat,
    prefix: string,
    signal: Cancellation,
    /** Only this file or folder, which must exist. */
    path?: string,
  ) => AsyncIterable<Uint8Array>
  /** A tar archive of the repository itself, usable by git once unpacked: HEAD, every ref, every object. Concurrent writes may be missing. */
  readonly snapshot: (signal: Cancellation) => AsyncIterable<Uint8Array>

  /** Applies file actions to a tree (or commit); writes objects and updates no refs. */
  readonly editTree: (base: ObjectId, actions: ReadonlyArray<FileAction>) => Promise<TreeOutcome>
  readonly writeCommit: (commit: NewCommit) => Promise<ObjectId>
  readonly writeTag: (tag: NewTag) => Promise<ObjectId>
  /** Three-way merge of two commits; writes the tree and updates no refs. */
  readonly merge: (ours: ObjectId, theirs: ObjectId) => Promise<MergeOutcome>
  /** Cherry-picks one commit onto another; author and author date stay. A root commit cannot be picked (`Conflicts` without files). */
  readonly cherryPick: (request: PickRequest) => Promise<PickOutcome>
  /** Reverts a commit on top of another; the committer is the author. */
  readonly revert: (request: RevertRequest) => Promise<PickOutcome>
  /** Replays `onto..source` on top of `onto`: merges are dropped, and so are commits that become empty, but not those that were empty from the start. */
  readonly rebase: (request: RebaseRequest) => Promise<RebaseOutcome>

  /** Fetches objects and refs from another repository; `from` and `to` in full, `*` allowed in both. False where `from` is missing. */
  readonly fetchFrom: (
    source: number,
    refspecs: ReadonlyArray<{ readonly from: string; readonly to: string }>,
  ) => Promise<boolean>
}
