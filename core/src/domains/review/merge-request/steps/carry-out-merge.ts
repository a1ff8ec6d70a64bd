import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { retriedWithoutPause } from '../../../../app/retry.js'
import { type Rejection, unavailable, unprocessable } from '../../../../kernel/rejection.js'
import type { ObjectId } from '../../../../ports/git-objects.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { branchRef } from '../../../projects/repository/refs.js'
import { moveRefs, REPOSITORY_BUSY } from '../../../projects/repository/steps/move-refs.js'
import { mergeRequest } from '../decider.js'
import type { MergePlan } from '../events.js'
import type { MergeRequestRow } from '../queries.js'
import { MERGE_ERRORS } from '../rules/merge-strategy.js'
import { currentApprovals } from './approval-state.js'
import { targetHead } from './branches.js'
import { type MergeOptions, planMerge } from './plan-merge.js'

/** How often a merge is repeated because the target was updated meanwhile. */
const ATTEMPTS = 5

/** The refusal where git cannot merge. */
export const cannotBeMerged: Rejection = unprocessable('Branch cannot be merged')

/** Records the error of a merge, and refuses. */
export const recordMergeError = async (
  forge: Forge,
  id: number,
  error: string,
  context: CommandContext,
): Promise<E.Either<Rejection, never>> => {
  await forge.aggregates.execute(mergeRequest, id, { type: 'NoteMergeError', error }, withNewCommandId(forge, context))
  return E.left(cannotBeMerged)
}

const abort = async (
  forge: Forge,
  id: number,
  plan: MergePlan,
  error: string,
  context: CommandContext,
): Promise<E.Either<Rejection, unknown>> =>
  forge.aggregates.execute(mergeRequest, id, { type: 'AbortMerge', plan, error }, withNewCommandId(forge, context))

/** The commit of the plan is on the target: the merge request is merged. Further consequences are left to reactors. */
export const finishMerge = async (
  forge: Forge,
  row: MergeRequestRow,
  plan: MergePlan,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  const approvals = currentApprovals(forge, row)
  const command = { type: 'FinishMerge', plan, ...(approvals === undefined ? {} : { approvals }) } as const
  const finished = await forge.aggregates.execute(mergeRequest, row.id, command, withNewCommandId(forge, context))
  return E.isLeft(finished) ? finished : E.right(undefined)
}

/** One attempt: lock, update the target by compare and swap, settle. `again`: the target was updated meanwhile. */
const attempt = async (
  forge: Forge,
  row: MergeRequestRow,
  plan: MergePlan,
  context: CommandContext,
): Promise<E.Either<Rejection, 'merged' | 'again'>> => {
  const locked = await forge.aggregates.execute(
    mergeRequest,
    row.id,
    { type: 'StartMerge', ...plan, approvedBy: forge.instance.tier === 'free' ? [] : row.approvedBy },
    withNewCommandId(forge, context),
  )
  if (E.isLeft(locked)) return locked
  const change = {
    ref: branchRef(row.targetBranch),
    from: plan.from as ObjectId,
    to: plan.to as ObjectId,
    forced: false,
  }
  const moved = await moveRefs(forge, {
    projectId: row.targetProjectId,
    changes: [change],
    via: 'merge',
    context: withNewCommandId(forge, context),
  })
  if (E.isRight(moved)) {
    const settled = await finishMerge(forge, row, plan, context)
    return E.isLeft(settled) ? settled : E.right('merged')
  }
  // The ref was updated and only recording it failed: recovery will settle it.
  const isBusy = moved.left === REPOSITORY_BUSY
  if (moved.left.kind === 'Unavailable' && !isBusy) return moved
  const aborted = await abort(forge, row.id, plan, MERGE_ERRORS.failed, context)
  if (E.isLeft(aborted)) return aborted
  return isBusy ? moved : E.right('again')
}

/**
 * Merges a mergeable merge request, with the prepared plan while its target is current.
 *
 * It survives a crash at any step (docs/decisions/crash-safe-merges.md). Rejections: `Unprocessable` (the error is recorded in `merge_error`);
 * `Conflict` while another merge of it is in progress; `NotAllowed` where it is no longer open; `Unavailable`.
 */
export const carryOutMerge = (
  forge: Forge,
  project: ProjectRow,
  row: MergeRequestRow,
  options: MergeOptions,
  context: CommandContext,
  ready?: MergePlan,
): Promise<E.Either<Rejection, void>> =>
  forge.mutex.run(`merge ${row.targetProjectId} ${row.targetBranch}`, async () => {
    const ended = await retriedWithoutPause(
      ATTEMPTS,
      async (number): Promise<E.Either<Rejection, void> | undefined> => {
        const isReady = number === 1 && ready !== undefined && ready.from === targetHead(forge, row)
        const plan = isReady ? E.right(ready) : await planMerge(forge, project, row, options)
        if (E.isLeft(plan)) return recordMergeError(forge, row.id, plan.left, context)
        const done = await attempt(forge, row, plan.right, context)
        if (E.isLeft(done)) return done
        return done.right === 'merged' ? E.right(undefined) : undefined
      },
    )
    return ended ?? E.left(unavailable('the target branch moves too fast'))
  })
