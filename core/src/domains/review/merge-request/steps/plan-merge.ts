import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import type { Instant } from '../../../../kernel/index.js'
import type { ObjectId, Repository } from '../../../../ports/git.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { branchRef } from '../../../projects/repository/refs.js'
import { signatureOf } from '../../../projects/repository/signature.js'
import type { MergePlan } from '../events.js'
import type { MergeRequestRow } from '../queries.js'
import { chooseStrategy, MERGE_ERRORS, needsFastForward, removesSource } from '../rules/merge-strategy.js'
import { defaultMergeMessage, defaultSquashMessage, messageFacts } from './messages.js'

/** Who merges, when, and with which options. */
export interface MergeOptions {
  readonly by: number
  readonly at: Instant
  readonly squash: boolean
  readonly mergeCommitMessage: string | null
  readonly squashCommitMessage: string | null
  readonly shouldRemoveSourceBranch: boolean | null
}

interface Merging extends MergeOptions {
  readonly forge: Forge
  readonly git: Repository
  readonly project: ProjectRow
  readonly row: MergeRequestRow
  readonly head: ObjectId
  readonly target: ObjectId
}

const given = (message: string | null): message is string => message !== null && message.trim() !== ''

/** All changes as one commit on top of `parent`; undefined where they conflict. */
const squashed = async (merging: Merging, parent: ObjectId): Promise<ObjectId | undefined> => {
  const { forge, git, project, row, by, at, head, squashCommitMessage } = merging
  const outcome = await git.merge(parent, head)
  if (outcome.kind !== 'Merged') return undefined
  const message = given(squashCommitMessage)
    ? squashCommitMessage
    : defaultSquashMessage(project, await messageFacts(forge, project, row, { userId: by, at }))
  const author = signatureOf(forge, row.authorId, at)
  const committer = signatureOf(forge, by, at)
  return git.writeCommit({ tree: outcome.tree, parents: [parent], author, committer, message })
}

/** The result of the merge: from the last check where that was of the same commits, else computed now. */
const mergedTree = async ({ git, row, head, target }: Merging, source: ObjectId): Promise<ObjectId | undefined> => {
  if (source === head && row.mergeRef !== null && row.checkedTarget === target) {
    const tried = await git.commit(row.mergeRef as ObjectId)
    if (tried?.parents[0] === target && tried.parents[1] === head) return tried.tree
  }
  const outcome = await git.merge(target, source)
  return outcome.kind === 'Merged' ? outcome.tree : undefined
}

const mergeCommit = async (merging: Merging, source: ObjectId): Promise<ObjectId | undefined> => {
  const { forge, git, project, row, by, at, target, mergeCommitMessage } = merging
  const tree = await mergedTree(merging, source)
  if (tree === undefined) return undefined
  const message = given(mergeCommitMessage)
    ? mergeCommitMessage
    : defaultMergeMessage(project, await messageFacts(forge, project, row, { userId: by, at }))
  const committer = signatureOf(forge, by, at)
  return git.writeCommit({ tree, parents: [target, source], author: committer, committer, message })
}

/** Creates the commits of a merge and returns the new target head; no ref is updated. The left is the text of `merge_error`. */
export const planMerge = async (
  forge: Forge,
  project: ProjectRow,
  row: MergeRequestRow,
  options: MergeOptions,
): Promise<E.Either<string, MergePlan>> => {
  const git = forge.git.of(row.targetProjectId)
  const head = row.version.head as ObjectId | null
  const target = await git.ref(branchRef(row.targetBranch))
  if (head === null || target === undefined) return E.left(MERGE_ERRORS.noSource)
  if (needsFastForward(project.mergeMethod) && !(await git.isAncestor(target, head)))
    return E.left(MERGE_ERRORS.needsRebase)
  const merging: Merging = { ...options, forge, git, project, row, head, target }
  const { squashes, writesMergeCommit } = chooseStrategy(project, {
    squash: options.squash,
    commits: row.version.commits,
    hasSquashMessage: given(options.squashCommitMessage),
  })
  const parent = writesMergeCommit ? ((row.version.start as ObjectId | null) ?? target) : target
  const squash = squashes ? await squashed(merging, parent) : undefined
  if (squashes && squash === undefined) return E.left(MERGE_ERRORS.squashFailed)
  const source = squash ?? head
  const merge = writesMergeCommit ? await mergeCommit(merging, source) : undefined
  if (writesMergeCommit && merge === undefined) return E.left(MERGE_ERRORS.failed)
  const shouldRemoveSourceBranch = options.shouldRemoveSourceBranch
  return E.right({
    by: options.by,
    head,
    from: target,
    to: merge ?? source,
    mergeCommitSha: merge ?? null,
    squashCommitSha: squash ?? null,
    removeSourceBranch: removesSource(shouldRemoveSourceBranch, row.forceRemoveSourceBranch),
    shouldRemoveSourceBranch,
  })
}
