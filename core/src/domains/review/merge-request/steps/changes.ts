import type { Forge } from '../../../../app/forge.js'
import { type Commit, type DiffQuery, EMPTY_TREE, type FilePatch, type ObjectId } from '../../../../ports/git.js'
import { type CollectedPatches, collectPatches, type DiffLimits } from '../../../projects/repository/collect-patches.js'
import { diffLimits } from '../../../projects/repository/instance-rules.js'
import { branchRef } from '../../../projects/repository/refs.js'
import { userOfAddress } from '../../../projects/repository/signature.js'
import type { MergeRequestRow } from '../queries.js'
import type { Version } from '../version.js'

/** How many commits are read for their messages. */
const MAX_FILES_READ = 1000

/** Only shorter lists of commits are cached. */
const SHORT = 50

type Commits = ReadonlyArray<Commit>

/** The commits of a version, newest first: those of the source that the target did not have then. */
export const commitsOf = async (
  forge: Forge,
  targetProjectId: number,
  version: Pick<Version, 'head' | 'start' | 'state'>,
  part?: { readonly skip: number; readonly limit: number },
): Promise<Commits> => {
  const { head, start, state } = version
  if (head === null || start === null || state === 'empty') return []
  // The result for two ids never changes, so it is cached.
  const key = `${targetProjectId} ${head} ${start}`
  const known = forge.mergeRequestState.commits.get(key)
  const { skip, limit } = part ?? { skip: 0, limit: MAX_FILES_READ }
  if (known !== undefined) return known.slice(skip, skip + limit)
  const commits = await forge.git
    .of(targetProjectId)
    .log({ from: [head as ObjectId], not: [start as ObjectId], skip, limit })
  if (skip === 0 && commits.length < limit && commits.length <= SHORT) forge.mergeRequestState.commits.set(key, commits)
  return commits
}

/** How many commits the target branch has that the source lacks; 0 where a branch is missing. */
export const divergedCommits = async (forge: Forge, row: MergeRequestRow): Promise<number> => {
  const git = forge.git.of(row.targetProjectId)
  const target = await git.ref(branchRef(row.targetBranch))
  const isThere = forge.read.repositories.ref(row.sourceProjectId, branchRef(row.sourceBranch)) !== undefined
  if (target === undefined || !isThere || row.version.head === null) return 0
  return git.count({ from: [target], not: [row.version.head as ObjectId] })
}

/** The users who committed the changes of a version, without merges of other branches; unknown addresses are ignored. */
export const committersOf = async (
  forge: Forge,
  targetProjectId: number,
  version: Pick<Version, 'head' | 'start' | 'state'>,
): Promise<ReadonlyArray<number>> => {
  const commits = await commitsOf(forge, targetProjectId, version)
  const addresses = new Set(commits.filter(({ parents }) => parents.length < 2).map(({ committer }) => committer.email))
  const users = [...addresses].flatMap((address) => userOfAddress(forge, address) ?? [])
  return [...new Set(users)].sort((a, b) => a - b)
}

/** The bytes allowed per file in a whole diff. */
const BYTES_A_FILE = 5 * 1024

/** The size of one file's diff. */
export interface FileSize {
  readonly lines: number
  readonly bytes: number
}

/** Decides for each file in turn whether its diff is expanded; above a tenth of the limits, diffs are collapsed. */
export const expanding = (limits: DiffLimits, fileCount: number): ((file: FileSize) => boolean) => {
  if (fileCount <= 1) return () => true
  const most = {
    files: Math.floor(limits.files / 10),
    lines: Math.floor(limits.lines / 10),
    bytes: Math.floor((limits.files * BYTES_A_FILE) / 10),
    patchBytes: Math.floor(limits.patchBytes / 10),
  }
  let files = 0
  let lines = 0
  let bytes = 0
  return (file) => {
    const passed = files >= most.files || lines >= most.lines || bytes >= most.bytes
    files++
    lines += file.lines
    bytes += file.bytes
    return !passed && file.bytes < most.patchBytes
  }
}

/** How many files a version has, as the API shows it: `5`, `1000+`; null where it is empty. */
export const realSize = (kept: number, overflow: boolean): string | null =>
  kept === 0 && !overflow ? null : `${kept}${overflow ? '+' : ''}`

const NOTHING: CollectedPatches = { patches: [], overflow: false }

/** Only smaller diffs in bytes are cached: the result for two commits and the limits never changes. */
const SMALL = 128 * 1024

const collected = async (
  forge: Forge,
  projectId: number,
  query: DiffQuery,
  limits: DiffLimits,
): Promise<CollectedPatches> => {
  const cache = forge.mergeRequestState.diffs
  const key = `${projectId} ${query.from} ${query.to} ${limits.files} ${limits.lines} ${limits.patchBytes}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const made = await collectPatches(forge.git.of(projectId), query, limits)
  if (made.late !== true && made.patches.reduce((sum, { bytes }) => sum + bytes, 0) <= SMALL) cache.set(key, made)
  return made
}

/** Diffs above the safe sizes are collapsed. */
const folded = (
  patches: ReadonlyArray<FilePatch>,
  limits: Parameters<typeof expanding>[0],
): ReadonlyArray<FilePatch> => {
  const expands = expanding(limits, patches.length)
  return patches.map((patch) => (expands(patch) ? patch : { ...patch, text: '' }))
}

/** The limits of a raw diff: some 15 MB. */
const MAX_RAW_DIFF = { files: 3000, lines: 1_000_000 }

/**
 * The diff of a version, within the limits unless it is requested raw; the limit of a single file always applies
 * (docs/reference/behaviour/git.md#diff-limits).
 */
export const diffOf = async (
  forge: Forge,
  targetProjectId: number,
  version: Version,
  raw: boolean,
): Promise<CollectedPatches> => {
  const { head, base, state } = version
  if (head === null || state === 'empty') return NOTHING
  const limits = diffLimits(forge.settings.current())
  const query = { from: (base as ObjectId | null) ?? EMPTY_TREE, to: head as ObjectId }
  if (raw) {
    const { patchBytes } = limits
    return collectPatches(forge.git.of(targetProjectId), query, { ...MAX_RAW_DIFF, patchBytes })
  }
  const { patches } = await collected(forge, targetProjectId, query, limits)
  return { patches: folded(patches, limits), overflow: state === 'overflow' }
}
