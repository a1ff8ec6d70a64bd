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
import type { BlamedLines, BlobHandle, Commit, FoundText, ObjectId, Ref, TagObject, TreeEntry } from './git-objects.js'
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
 * What is missing is `undefined` or an outcome, never an exception; a repository that does not exist reads like an empty one.
 * A promise rejects only where the machine fails (disk, git program), and with `DeadlineExceeded` where the question is beyond a deadline. Object ids given must be those of objects that exist.
 */
export interface Repository {
  readonly id: number

  /** The commit that a name, an id, a short id or an expression such as `main~2` stands for. */
  readonly resolve: (revision: string) => Promise<ObjectId | undefined>
  /** Where a ref points (an annotated tag: to the tag object). `name` in full. */
  readonly ref: (name: string) => Promise<ObjectId | undefined>
  /** Every ref below the prefixes (`refs/heads/`), by name in byte order. */
  readonly refs: (...prefixes: ReadonlyArray<string>) => Promise<ReadonlyArray<Ref>>
  /** Refs below the prefixes whose history contains the commit. */
  readonly refsContaining: (commit: ObjectId, ...prefixes: ReadonlyArray<string>) => Promise<ReadonlyArray<Ref>>
  /** Branches (short names) whose commits are all in the given one. */
  readonly branchesMergedInto: (commit: ObjectId) => Promise<ReadonlySet<string>>
  /** The short name of the branch that HEAD names, whether or not it exists. */
  readonly head: () => Promise<string | undefined>
  readonly setHead: (branch: string) => Promise<void>
  /** Moves refs by compare and swap, all or none. */
  readonly updateRefs: (changes: ReadonlyArray<RefChange>) => Promise<RefsOutcome>
  /** Makes sure that these commits stay, whatever becomes of the refs to them. */
  readonly keepAround: (ids: ReadonlyArray<ObjectId>) => Promise<void>

  readonly commit: (id: ObjectId) => Promise<Commit | undefined>
  /** In the order asked; ids that are no commits are left out. */
  readonly commits: (ids: ReadonlyArray<ObjectId>) => Promise<ReadonlyArray<Commit>>
  readonly log: (query: LogQuery) => Promise<ReadonlyArray<Commit>>
  /** The ids of a log, streamed. */
  readonly walk: (query: LogQuery) => AsyncIterable<ObjectId>
  readonly count: (query: LogQuery) => Promise<number>
  /** The signature of a commit in its armour; undefined where it has none. */
  readonly commitSignature: (id: ObjectId) => Promise<string | undefined>
  readonly tagObject: (id: ObjectId) => Promise<TagObject | undefined>

  /** The best common ancestor of all; undefined where histories are unrelated. */
  readonly mergeBase: (...ids: ReadonlyArray<ObjectId>) => Promise<ObjectId | undefined>
  /** True for a commit and itself. */
  readonly isAncestor: (ancestor: ObjectId, descendant: ObjectId) => Promise<boolean>
  readonly divergence: (left: ObjectId, right: ObjectId) => Promise<Divergence>

  /** Renames found at 30 % similarity; folders before files at each level, then by bytes. */
  readonly changes: (query: ChangesQuery) => Promise<ReadonlyArray<FileChange>>
  /** The same with texts, streamed: whoever stops reading stops the work. */
  readonly patches: (query: PatchQuery) => AsyncIterable<FilePatch>
  /** Against the first parent, or nothing; in the order asked. */
  readonly stats: (commits: ReadonlyArray<Commit>) => Promise<ReadonlyArray<LineStats>>
  /** The whole as `git diff` prints it, or as mails (`git format-patch`) of the commits from one side to the other. */
  readonly text: (query: DiffQuery, form: 'diff' | 'mail') => AsyncIterable<Uint8Array>

  /** Undefined where the path is no folder. `path` empty: the root. Of more than `limit` entries (default: all) the first. */
  readonly tree: (
    commit: ObjectId,
    path: string,
    recursive: boolean,
    limit?: number,
  ) => Promise<ReadonlyArray<TreeEntry> | undefined>
  /** Undefined where there is no file. */
  readonly file: (commit: ObjectId, path: string) => Promise<BlobHandle | undefined>
  /** Who last wrote which lines of a file, from `first` to `last` (from 1; default: all); undefined where the file has no such lines. */
  readonly blame: (
    commit: ObjectId,
    path: string,
    range?: { readonly first: number; readonly last: number },
  ) => Promise<ReadonlyArray<BlamedLines> | undefined>
  /** Places in the text files of a commit where a text stands, whatever its case, with two lines around; by path. Whoever stops reading stops the work. */
  readonly grep: (commit: ObjectId, text: string) => AsyncIterable<FoundText>
  /** Every file of a commit that is a plain blob, with its size in bytes. */
  readonly fileSizes: (commit: ObjectId) => AsyncIterable<{ readonly path: string; readonly size: number }>
  /** A blob by its own id. */
  readonly blob: (id: ObjectId) => Promise<Omit<BlobHandle, 'path' | 'mode'> | undefined>
  /** Bytes that its objects take on disk, whether or not a ref leads to them; objects of other repositories do not count. */
  readonly size: () => Promise<number>
  /** As fast as a client takes it; all that it needs goes with the signal. */
  readonly archive: (
    commit: ObjectId,
    format: ArchiveFormat,
    prefix: string,
    signal: Cancellation,
    /** Only this file or folder, which has to be there. */
    path?: string,
  ) => AsyncIterable<Uint8Array>
  /** A tar archive of the repository itself, from which git works once it is unpacked: HEAD, every ref, every object. What is written meanwhile may be missing. */
  readonly snapshot: (signal: Cancellation) => AsyncIterable<Uint8Array>

  /** Applies file actions to a tree (or commit); writes objects, moves nothing. */
  readonly editTree: (base: ObjectId, actions: ReadonlyArray<FileAction>) => Promise<TreeOutcome>
  readonly writeCommit: (commit: NewCommit) => Promise<ObjectId>
  readonly writeTag: (tag: NewTag) => Promise<ObjectId>
  /** Three-way merge of two commits; writes the tree, moves nothing. */
  readonly merge: (ours: ObjectId, theirs: ObjectId) => Promise<MergeOutcome>
  /** Puts one commit on top of another; author and author date stay. A root commit cannot be picked (`Conflicts` without files). */
  readonly cherryPick: (request: PickRequest) => Promise<PickOutcome>
  /** Takes back on top of another what a commit changed; the committer is the author. */
  readonly revert: (request: RevertRequest) => Promise<PickOutcome>
  /** Replays `onto..source` on top of `onto`: merges are dropped, commits that become empty are skipped, those that were empty from the start are kept. */
  readonly rebase: (request: RebaseRequest) => Promise<RebaseOutcome>

  /** Brings objects and refs from another repository here; `from` and `to` in full, `*` allowed in both. False where `from` is missing. */
  readonly fetchFrom: (
    source: number,
    refspecs: ReadonlyArray<{ readonly from: string; readonly to: string }>,
  ) => Promise<boolean>
}
