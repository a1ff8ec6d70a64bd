import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { badRequest, type Rejection, refuse } from '../../../../kernel/index.js'
import { type FileChange, type FilePatch, isObjectId, type ObjectId, type Repository } from '../../../../ports/git.js'
import {
  type DiffPosition,
  type DiffRefs,
  hasRefs,
  type LineMap,
  lineInNextVersion,
  lineMap,
  pathOf,
  type VersionChange,
} from '../position/index.js'

/** Files with larger diffs have no discussions of lines. */
const MAX_PATCH_BYTES = 10 * 1024 * 1024

const incomplete = badRequest('Note {:position=>["is incomplete"]}')
const notInDiff = badRequest('Note {:line_code=>["can\'t be blank", "must be a valid line code"]}')

const commitIn = async (git: Repository, sha: string): Promise<ObjectId | undefined> =>
  isObjectId(sha) && (await git.commit(sha)) !== undefined ? sha : undefined

const patchesOf = async (
  git: Repository,
  from: ObjectId,
  to: ObjectId,
  { oldPath, newPath }: FileChange,
): Promise<ReadonlyArray<FilePatch>> => {
  const paths = [...new Set([newPath, oldPath])]
  const found: Array<FilePatch> = []
  for await (const patch of git.patches({ from, to, paths, patchBytes: MAX_PATCH_BYTES }))
    if (patch.newPath === newPath) found.push(patch)
  return found
}

/** The patches of one file between two commits: two where a file became a link. Only paths that the diff knows are ever handed to git. */
export const filePatches = async (
  git: Repository,
  from: ObjectId,
  to: ObjectId,
  isFile: (change: FileChange) => boolean,
): Promise<ReadonlyArray<FilePatch>> => {
  const change = (await git.changes({ from, to })).find(isFile)
  const patches = change === undefined ? [] : await patchesOf(git, from, to, change)
  return patches.filter(({ binary, tooLarge }) => !binary && !tooLarge)
}

const isFileOf = (change: FileChange, at: DiffPosition): boolean =>
  (at.newPath === null || at.newPath === change.newPath) && (at.oldPath === null || at.oldPath === change.oldPath)

const linesOf = async (git: Repository, commit: ObjectId, path: string): Promise<number> => {
  const file = await git.file(commit, path)
  if (file === undefined) return 0
  let breaks = 0
  let last = 10
  for await (const chunk of file.content())
    for (const byte of chunk) {
      if (byte === 10) breaks++
      last = byte
    }
  return last === 10 ? breaks : breaks + 1
}

/** Whether a position exists in a diff: its commits, its file and its line. */
const isInDiff = async (git: Repository, at: DiffPosition): Promise<boolean> => {
  const [base, head] = await Promise.all([commitIn(git, at.baseSha), commitIn(git, at.headSha)])
  if (base === undefined || head === undefined) return false
  const patches = await filePatches(git, base, head, (change) => isFileOf(change, at))
  const patch = patches.find(({ text }) => lineMap(text).locate(at) !== undefined)
  if (patch === undefined) return false
  const isUnchanged = at.oldLine !== null && at.newLine !== null
  return !isUnchanged || at.newLine <= (await linesOf(git, head, patch.newPath))
}

/** A position that exists in the diff between its commits. Rejections: `BadRequest` in the API's words; points of images are not checked. */
export const validPosition = async (
  forge: Forge,
  projectId: number,
  at: DiffPosition,
): Promise<E.Either<Rejection, DiffPosition>> => {
  if (pathOf(at) === '' || at.startSha === '' || at.headSha === '') return refuse(incomplete)
  if (at.type === 'image') return E.right(at)
  if (at.oldLine === null && at.newLine === null) return refuse(incomplete)
  return (await isInDiff(forge.git.of(projectId), at)) ? E.right(at) : refuse(notInDiff)
}

const unchanged: LineMap = lineMap('')

/** How a file changed between two commits: its new name, and its lines. */
const passed = async (
  git: Repository,
  from: string,
  to: string,
  isFile: (change: FileChange) => boolean,
): Promise<{ readonly change: FileChange | undefined; readonly lines: LineMap }> => {
  if (from === to || !isObjectId(from) || !isObjectId(to)) return { change: undefined, lines: unchanged }
  const change = (await git.changes({ from, to })).find(isFile)
  if (change === undefined) return { change, lines: unchanged }
  const [patch] = await patchesOf(git, from, to, change)
  return { change, lines: lineMap(patch?.text ?? '') }
}

/** The position in the next version of the diff; undefined where its line has changed. */
export const movedPosition = async (
  git: Repository,
  at: DiffPosition,
  refs: DiffRefs,
): Promise<DiffPosition | undefined> => {
  if (hasRefs(at, refs)) return undefined
  const [oldPath, newPath] = [at.oldPath ?? pathOf(at), pathOf(at)]
  const bases = await passed(git, at.baseSha, refs.baseSha, (change) => change.oldPath === oldPath)
  const heads = await passed(git, at.headSha, refs.headSha, (change) => change.oldPath === newPath)
  if (bases.change?.kind === 'deleted') return undefined
  if (heads.change?.kind === 'deleted' && at.newLine !== null) return undefined
  const [oldNow, newNow] = [bases.change?.newPath ?? oldPath, heads.change?.newPath ?? newPath]
  const diff = await passed(git, refs.baseSha, refs.headSha, (change) =>
    at.newLine === null ? change.oldPath === oldNow : change.newPath === newNow,
  )
  if (diff.change === undefined) return undefined
  if (at.type === 'image') return { ...at, ...refs, oldPath: diff.change.oldPath, newPath: diff.change.newPath }
  const passage: VersionChange = { bases: bases.lines, heads: heads.lines, diff: diff.lines }
  const line = lineInNextVersion(at, passage)
  const { oldPath: from, newPath: to } = diff.change
  return line === undefined ? undefined : { ...at, ...refs, ...line, oldPath: from, newPath: to, lineRange: null }
}
