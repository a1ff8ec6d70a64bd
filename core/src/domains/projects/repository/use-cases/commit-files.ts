import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { type Rejection, refused } from '../../../../kernel/index.js'
import type { ActionRefusal, FileAction, ObjectId, Repository, Signature } from '../../../../ports/git.js'
import { EMPTY_TREE } from '../../../../ports/git.js'
import { isBranchName } from '../../../naming/ref-name.js'
import type { ProjectRef } from '../../project/access.js'
import { branchRef } from '../refs.js'
import { signatureOf } from '../signature.js'
import { moveRefs } from '../steps/move-refs.js'
import { commitTooLarge } from '../steps/size-limits.js'
import { NO_BRANCH, type StartPoint, startCommit } from '../steps/start-point.js'
import { branchWriterOf, refRuleRefusal, type Writer } from '../steps/write-access.js'

/** An action, and the last commit of the file that the caller knows. */
export type GuardedAction = FileAction & { readonly lastCommitId?: string | undefined }

/** A commit to create from file actions. */
export interface CommitFiles extends StartPoint {
  readonly project: ProjectRef
  readonly branch: string
  readonly message: string
  readonly actions: ReadonlyArray<GuardedAction>
  readonly authorName?: string | undefined
  readonly authorEmail?: string | undefined
  /** Overwrites an existing branch. */
  readonly force?: boolean | undefined
}

/** A commit that was written, and where. */
export interface WrittenCommit {
  readonly projectId: number
  readonly commit: ObjectId
}

const NOT_ALLOWED = 'You are not allowed to push into this branch'

const sentenceOf = (refusal: ActionRefusal): string => {
  switch (refusal.kind) {
    case 'FileExists':
      return 'A file with this name already exists'
    case 'DirectoryExists':
      return 'A directory with this name already exists'
    case 'FileMissing':
      return "A file with this name doesn't exist"
    case 'PathEmpty':
      return 'Path cannot be empty'
    case 'PathInvalid':
      return 'Path cannot include directory traversal'
    case 'PathMalformed':
      return 'Path cannot include empty names, dots, backslashes and control characters'
    case 'PathTooLong':
      return 'Path is too long (maximum is 4095 bytes)'
    case 'ContentRefused':
      return 'A .gitmodules file cannot include options, commands and names with directory traversal'
    case 'SubmoduleMissing':
      return 'Invalid submodule path'
    case 'SubmoduleUnchanged':
      return `The submodule ${refusal.path} is already at ${refusal.commit}`
  }
}

interface CommitBase {
  /** The previous head of the branch; null for a new one. */
  readonly before: ObjectId | null
  /** The parent of the new commit; null for the first of a repository. */
  readonly parent: ObjectId | null
}

/** The parent of the new commit. Rejections: as `startCommit`. */
const baseOf = async (
  forge: Forge,
  caller: Caller,
  { project }: Writer,
  input: CommitFiles,
): Promise<E.Either<Rejection, CommitBase>> => {
  const { branch, startProject, startBranch, startSha, force } = input
  const git = forge.git.of(project.id)
  const before = (await git.ref(branchRef(branch))) ?? null
  const elsewhere = (startSha ?? startProject) !== undefined || (startBranch !== undefined && startBranch !== branch)
  if (!elsewhere) {
    if (before === null && (await git.refs('refs/heads/')).length > 0) return E.left(refused(NO_BRANCH))
    return E.right({ before, parent: before })
  }
  if (before !== null && force !== true)
    return E.left(refused(`A branch called '${branch}' already exists. Switch to that branch in order to make changes`))
  const start = await startCommit(forge, caller, project, { ...input, startBranch: startBranch ?? branch })
  return E.isLeft(start) ? start : E.right({ before, parent: start.right })
}

/** `Refused` where a file was changed since the commit that the caller knows; undefined otherwise. */
const staleFile = async (git: Repository, parent: ObjectId | null, actions: ReadonlyArray<GuardedAction>) => {
  for (const action of actions) {
    if (action.lastCommitId === undefined || action.lastCommitId === '' || parent === null) continue
    const path = action.action === 'move' ? action.previousPath : action.path
    const [last] = await git.log({ from: [parent], path, limit: 1 })
    if (last !== undefined && last.id !== action.lastCommitId)
      return refused(`The file has changed since you started editing it: ${path}`)
  }
  return undefined
}

const authorOf = (committer: Signature, { authorName, authorEmail }: CommitFiles): Signature => ({
  ...committer,
  name: authorName === undefined || authorName === '' ? committer.name : authorName,
  email: authorEmail === undefined || authorEmail === '' ? committer.email : authorEmail,
})

const write = async (
  forge: Forge,
  { context }: Caller,
  input: CommitFiles,
  writer: Writer,
  { before, parent }: CommitBase,
): Promise<E.Either<Rejection, ObjectId>> => {
  const git = forge.git.of(writer.project.id)
  const stale = await staleFile(git, parent, input.actions)
  if (stale !== undefined) return E.left(stale)
  const noRoom = await commitTooLarge(forge, writer.project.id, input.actions)
  if (noRoom !== undefined) return E.left(refused(noRoom))
  const edited = await git.editTree(parent ?? EMPTY_TREE, input.actions)
  if (edited.kind === 'Refused') return E.left(refused(sentenceOf(edited.refusal)))
  const committer = signatureOf(forge, writer.user.userId, context.at)
  const author = authorOf(committer, input)
  const parents = parent === null ? [] : [parent]
  const to = await git.writeCommit({ tree: edited.tree, parents, author, committer, message: input.message })
  const ref = branchRef(input.branch)
  const change = { ref, from: before, to, ...(before === parent ? { forced: false } : {}) }
  const move = { projectId: writer.project.id, changes: [change], via: 'api', context } as const
  const moved = await moveRefs(forge, move)
  if (E.isRight(moved)) return E.right(to)
  return moved.left.kind === 'Conflict'
    ? E.left(refused(`Could not update ${ref}. Please refresh and try again.`))
    : moved
}

/**
 * Creates one commit from file actions and updates the branch by compare and swap.
 *
 * Rejections: `NotFound` (Project); `Forbidden`; `Refused` with the documented sentence for each invalid action, branch or start.
 */
export const commitFiles: UseCase<CommitFiles, WrittenCommit> = async (forge, caller, input) => {
  const writer = branchWriterOf(forge, caller, input.project, input.branch, NOT_ALLOWED)
  if (E.isLeft(writer)) return writer
  if (!isBranchName(input.branch)) return E.left(refused('Branch name is invalid'))
  const found = await baseOf(forge, caller, writer.right, input)
  if (E.isLeft(found)) return found
  const { before, parent } = found.right
  const forced = before !== null && before !== parent
  const request = { ref: branchRef(input.branch), change: before === null ? 'create' : 'update', forced } as const
  const denied = refRuleRefusal(forge, writer.right, request, NOT_ALLOWED)
  if (denied !== undefined) return E.left(denied)
  const written = await write(forge, caller, input, writer.right, found.right)
  return E.isLeft(written) ? written : E.right({ projectId: writer.right.project.id, commit: written.right })
}
