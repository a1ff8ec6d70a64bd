import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { executeOrRetry, reactionError } from '../../../../app/reactors.js'
import { DeadlineExceeded } from '../../../../ports/cancellation.js'
import type { ObjectId, Repository } from '../../../../ports/git.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { needsFastForward } from '../rules/merge-strategy.js'
import { currentApprovals } from '../steps/approval-state.js'
import type { MovedBranch } from '../steps/follow-source.js'
import { refreshVersion } from '../steps/versions.js'

const MAX_ARRIVALS = 50_000

/** The commits that were added to the target branch. */
const recordsAtHand = async (git: Repository, from: ObjectId, to: ObjectId): Promise<ReadonlySet<string>> => {
  const ids = new Set<string>()
  for await (const id of git.walk({ from: [to], not: [from], limit: MAX_ARRIVALS })) ids.add(id)
  return ids
}

/** False as well where the histories take too long to be looked through: tried again, they would hold up the reactions to all other pushes. */
const holdsAny = async (
  git: Repository,
  heads: ReadonlyArray<ObjectId>,
  before: ObjectId,
  wanted: ReadonlySet<string>,
): Promise<boolean> => {
  if (heads.length === 0) return false
  try {
    for await (const id of git.walk({ from: heads, not: [before] })) if (wanted.has(id)) return true
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error
  }
  return false
}

/**
 * The commit of the target's first-parent history that added `head`.
 *
 * All that came after it have `head` as well, so the history is halved each time: to ask about each of its commits would hold up the reactions to
 * all other pushes.
 */
const mergeCommitOf = async (git: Repository, moved: MovedBranch, head: ObjectId): Promise<ObjectId> => {
  const newestFirst: Array<ObjectId> = []
  const range = { from: [moved.to as ObjectId], not: [moved.from as ObjectId], firstParent: true, limit: MAX_ARRIVALS }
  for await (const id of git.walk(range)) newestFirst.push(id)
  let [having, lacking] = [0, newestFirst.length]
  while (lacking - having > 1) {
    const middle = Math.floor((having + lacking) / 2)
    if (await git.isAncestor(head, newestFirst[middle] as ObjectId)) having = middle
    else lacking = middle
  }
  return newestFirst[having] ?? (moved.to as ObjectId)
}

const mergedByHand = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<void> => {
  const head = row.version.head as ObjectId
  const mergeCommitSha = await mergeCommitOf(forge.git.of(row.targetProjectId), moved, head)
  const approvals = currentApprovals(forge, row)
  const kept = approvals === undefined ? {} : { approvals }
  const command = { type: 'MergedByPush', by: moved.by, head, mergeCommitSha, ...kept } as const
  const context = moved.contextFor(row.id, 'merged')
  await executeOrRetry(forge, mergeRequest, row.id, command, context)
}

const renew = async (forge: Forge, row: MergeRequestRow, moved: MovedBranch): Promise<void> => {
  const version = await refreshVersion(forge, row, 'target_pushed', moved.contextFor(row.id, 'target version'))
  if (E.isLeft(version)) throw reactionError('the version could not be recorded', version.left)
}

/** Merge requests with commits among the added ones: all are queried at once first, because usually there are none. */
const sharing = async (
  git: Repository,
  rows: ReadonlyArray<MergeRequestRow>,
  before: ObjectId,
  arrivals: ReadonlySet<string>,
): Promise<ReadonlySet<number>> => {
  const shared = new Set<number>()
  const headOf = (row: MergeRequestRow): ReadonlyArray<ObjectId> =>
    row.version.head === null || arrivals.has(row.version.head) ? [] : [row.version.head as ObjectId]
  if (!(await holdsAny(git, rows.flatMap(headOf), before, arrivals))) return shared
  for (const row of rows) if (await holdsAny(git, headOf(row), before, arrivals)) shared.add(row.id)
  return shared
}

/** The target branch of open merge requests was updated: some are merged by that, some have another diff now. */
export const targetMoved = async (forge: Forge, moved: MovedBranch): Promise<void> => {
  const { from, to, forced } = moved
  if (to === null || from === null) return
  const rows = forge.read.mergeRequests.rows(forge.read.mergeRequests.openInto(moved.projectId, moved.branch))
  if (rows.length === 0) return
  const git = forge.git.of(moved.projectId)
  const arrivals = await recordsAtHand(git, from as ObjectId, to as ObjectId)
  const shared = forced ? new Set<number>() : await sharing(git, rows, from as ObjectId, arrivals)
  const project = forge.read.projects.byId(moved.projectId)
  const mustRebase = project !== undefined && needsFastForward(project.mergeMethod)
  for (const row of rows) {
    const { head, state } = row.version
    if (head !== null && state !== 'empty' && arrivals.has(head)) await mergedByHand(forge, row, moved)
    else if (forced || shared.has(row.id)) await renew(forge, row, moved)
    if (mustRebase && row.autoMerge !== null)
      await executeOrRetry(
        forge,
        mergeRequest,
        row.id,
        { type: 'CancelAutoMerge', reason: 'target_pushed', by: moved.by },
        moved.contextFor(row.id, 'target disarm'),
      )
  }
}
