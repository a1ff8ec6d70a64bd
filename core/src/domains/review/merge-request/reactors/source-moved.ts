import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { executeOrRetry, reactionError } from '../../../../app/reactors.js'
import type { ObjectId } from '../../../../ports/git.js'
import type { RefUpdatedData } from '../../../projects/repository/aggregate.js'
import { titleOf } from '../../../projects/repository/commit-text.js'
import { mergeRequestAccessOf } from '../access.js'
import type { ApprovalsReset } from '../commands.js'
import { mergeRequest } from '../decider.js'
import { mayUpdate } from '../policy.js'
import type { MergeRequestRow } from '../queries.js'
import { announcesRewrite, asDraft } from '../rules/draft.js'
import { codeOwnersOf, ownersNamed } from '../steps/code-owners.js'
import { fetchHead, refreshVersion } from '../steps/versions.js'

/** A branch that moved, and under which circumstances something is done about it. */
export interface MovedBranch extends RefUpdatedData {
  readonly projectId: number
  readonly branch: string
  /** The circumstances for one merge request: doing it twice is doing it once. */
  readonly contextFor: (mergeRequestId: number, purpose: string) => CommandContext
}

const closeFor = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<void> => {
  // Whoever may not update the merge request does not close it by deleting the branch either.
  if (moved.by !== null) {
    const access = mergeRequestAccessOf(forge, moved.by, row)
    if (access === undefined || !mayUpdate(access.facts)) return
  }
  const command = { type: 'Close', by: moved.by, because: 'source_deleted' } as const
  const context = moved.contextFor(row.id, 'close')
  await executeOrRetry(forge, mergeRequest, row.id, command, context)
}

/** Commits that announce a rewrite make the merge request a draft. */
const draftFor = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<void> => {
  if (moved.to === null || moved.from === null || moved.via === 'rebase') return
  const range = { from: [moved.to as ObjectId], not: [moved.from as ObjectId], limit: 100 }
  const commits = await forge.git.of(row.sourceProjectId).log(range)
  if (!commits.some((commit) => announcesRewrite(titleOf(commit.message)))) return
  const title = asDraft(row.title, forge.instance.release)
  await executeOrRetry(
    forge,
    mergeRequest,
    row.id,
    { type: 'Change', changes: { title } },
    moved.contextFor(row.id, 'draft'),
  )
}

/** Whose approvals a push takes back, as the target's project wants it: everybody's, those of owners of what it changed, nobody's. */
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

const renew = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<void> => {
  const resets = await resetsOf(forge, row, moved)
  const context = moved.contextFor(row.id, 'version')
  const version = await refreshVersion(forge, row, 'pushed', context, resets)
  if (E.isLeft(version)) throw reactionError('the version could not be recorded', version.left)
  if (row.autoMerge !== null && row.autoMerge.sha !== version.right.head)
    await executeOrRetry(
      forge,
      mergeRequest,
      row.id,
      { type: 'DisarmAutoMerge', reason: 'source_pushed', by: moved.by },
      moved.contextFor(row.id, 'disarm'),
    )
  await draftFor(forge, row, moved)
}

/** The source branch of open merge requests moved or is gone. */
export const sourceMoved = async (forge: Forge, moved: MovedBranch): Promise<void> => {
  const rows = forge.read.mergeRequests.rows(forge.read.mergeRequests.openFrom(moved.projectId, moved.branch))
  for (const row of rows) {
    if (moved.to === null) await closeFor(forge, row, moved)
    // A rebase records its own version, as the last step before it ends.
    else if (moved.via !== 'rebase' || !row.isRebasing) await renew(forge, row, moved)
  }
}
