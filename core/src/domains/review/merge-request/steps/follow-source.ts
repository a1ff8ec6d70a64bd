import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { executeOrRetry, reactionError } from '../../../../app/reactors.js'
import { userIdOf } from '../../../../kernel/index.js'
import { readModelCaughtUp } from '../../../../ports/event-look-up.js'
import type { ObjectId } from '../../../../ports/git.js'
import type { RefUpdatedData } from '../../../projects/repository/aggregate.js'
import type { BranchFollowers } from '../../../projects/repository/branch-followers.js'
import { titleOf } from '../../../projects/repository/commit-text.js'
import { mergeRequestAccessOf } from '../access.js'
import type { ApprovalsReset } from '../commands.js'
import { mergeRequest } from '../decider.js'
import { mayUpdate } from '../policy.js'
import type { MergeRequestRow } from '../queries.js'
import { asDraft, isFixupCommit } from '../rules/draft.js'
import { answerPush } from './answer-push.js'
import { codeOwnersOf, ownersNamed } from './find-code-owners.js'
import { fetchHead, refreshVersion } from './versions.js'

/** An updated branch, with the context of the reactions. */
export interface MovedBranch extends Pick<RefUpdatedData, 'from' | 'to' | 'by' | 'via' | 'forced'> {
  readonly projectId: number
  readonly branch: string
  /** The context for one merge request, under which repeated commands have no further effect. */
  readonly contextFor: (mergeRequestId: number, purpose: string) => CommandContext
  /** The head of the recorded version, where it is known. */
  readonly recorded?: string | null | undefined
}

const closeFor = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<void> => {
  // A user who may not update the merge request does not close it by deleting the branch.
  if (moved.by !== null) {
    const access = mergeRequestAccessOf(forge, moved.by, row)
    if (access === undefined || !mayUpdate(access.facts)) return
  }
  const command = { type: 'Close', by: moved.by, because: 'source_deleted' } as const
  const context = moved.contextFor(row.id, 'close')
  await executeOrRetry(forge, mergeRequest, row.id, command, context)
}

/** Whose approvals a push resets, by the settings of the target project: all, those of owners of the changed files, or none. */
const resetsOf = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<ApprovalsReset> => {
  const project = forge.read.projects.byId(row.targetProjectId)
  if (forge.instance.tier === 'free' || project === undefined || moved.via === 'rebase') return 'none'
  if (project.resetApprovalsOnPush) return 'all'
  const { head, start } = row.version
  if (project.selectiveCodeOwnerRemovals !== true || head === null || start === null || moved.to === null) return 'none'
  if (row.approvedBy.length === 0 || (await fetchHead(forge, row)) === undefined) return 'none'
  const range = { from: head as ObjectId, to: moved.to as ObjectId, target: start as ObjectId }
  const owners = await codeOwnersOf(forge, project.id, range)
  return [...new Set(owners.flatMap((rule) => ownersNamed(forge, rule)))]
}

/** Commits that will be rewritten make the merge request a draft. */
const draftFor = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<void> => {
  if (moved.to === null || moved.from === null || moved.via === 'rebase') return
  const range = { from: [moved.to as ObjectId], not: [moved.from as ObjectId], limit: 100 }
  const commits = await forge.git.of(row.sourceProjectId).log(range)
  if (!commits.some((commit) => isFixupCommit(titleOf(commit.message)))) return
  const title = asDraft(row.title, forge.instance.release)
  const command = { type: 'Change', changes: { title } } as const
  await executeOrRetry(forge, mergeRequest, row.id, command, moved.contextFor(row.id, 'draft'))
}

const newVersion = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<string | null> => {
  if (moved.recorded === moved.to) return moved.to
  await draftFor(forge, row, moved)
  const resets = await resetsOf(forge, row, moved)
  const version = await refreshVersion(forge, row, 'pushed', moved.contextFor(row.id, 'version'), resets)
  if (E.isLeft(version)) throw reactionError('the version could not be recorded', version.left)
  return version.right.head
}

const renew = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<void> => {
  const head = await newVersion(forge, row, moved)
  if (row.autoMerge === null || row.autoMerge.sha === head) return
  const command = { type: 'CancelAutoMerge', reason: 'source_pushed', by: moved.by } as const
  await executeOrRetry(forge, mergeRequest, row.id, command, moved.contextFor(row.id, 'disarm'))
}

/** The source branch of an open merge request was updated or deleted: the merge request gets a new version, or is closed. Safe to repeat. */
export const followSource = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<void> => {
  if (moved.to === null) await closeFor(forge, row, moved)
  // A rebase records its own version as its last step.
  else if (moved.via !== 'rebase' || !row.isRebasing) await renew(forge, row, moved)
}

/** At most this many merge requests are updated synchronously, before the push is answered; the reactor updates the others. */
const MAX_SYNC_UPDATES = 10

/**
 * Merge requests follow the branches that one request moved at once (docs/reference/behaviour/review.md#effects-of-pushes).
 *
 * The branches have been moved, so the request succeeds even where this fails: the reactor repeats it, and reports failures.
 */
export const branchFollowersOf = (forge: () => Forge): BranchFollowers => ({
  follow: async ({ context, branches, ...move }) => {
    const { mergeRequests } = forge().read
    const by = userIdOf(context.actor) ?? null
    const contextFor = (): CommandContext => withNewCommandId(forge(), context)
    let left = MAX_SYNC_UPDATES
    try {
      for (const moved of branches) {
        const rows = mergeRequests.rows(mergeRequests.openFrom(move.projectId, moved.branch).slice(0, left))
        for (const row of rows) await followSource(forge(), row, { ...move, ...moved, by, contextFor })
        left -= rows.length
        if (left === 0) break
      }
      // Where the reactor was first nothing is left to write, but its writes may not be visible yet.
      if (left < MAX_SYNC_UPDATES) await readModelCaughtUp(forge())
    } catch {
      // The reactor repeats this.
    }
  },
  answer: (push) => answerPush(forge(), push),
})
