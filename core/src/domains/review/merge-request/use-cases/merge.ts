import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import {
  conflict,
  notAllowed,
  type Rejection,
  recordNotFound,
  refuse,
  unauthenticated,
} from '../../../../kernel/index.js'
import { findMergeRequest, type MergeRequestRef } from '../access.js'
import { mergeRequest } from '../decider.js'
import { mayCancelAutoMerge } from '../policy.js'
import type { MergeRequestRow } from '../queries.js'
import { mergeAction } from '../rules/mergeability.js'
import { planMergeNow } from '../steps/auto-merge.js'
import { canMerge } from '../steps/branches.js'
import { carryOutMerge } from '../steps/carry-out-merge.js'
import { followMerge } from '../steps/follow-merge.js'
import { mergeFactsOf } from '../steps/merge-facts.js'
import type { MergeOptions } from '../steps/plan-merge.js'

/** The options of a merge. */
export interface AcceptMergeRequest {
  readonly mergeRequest: MergeRequestRef
  readonly sha?: string | undefined
  readonly squash?: boolean | undefined
  readonly shouldRemoveSourceBranch?: boolean | undefined
  readonly whenPipelineSucceeds?: boolean | undefined
  readonly mergeCommitMessage?: string | undefined
  readonly squashCommitMessage?: string | undefined
}

const mergeOptionsOf = (
  input: AcceptMergeRequest,
  row: MergeRequestRow,
  by: number,
  at: MergeOptions['at'],
): MergeOptions => ({
  by,
  at,
  squash: input.squash === true || row.squash,
  mergeCommitMessage: input.mergeCommitMessage ?? null,
  squashCommitMessage: input.squashCommitMessage ?? null,
  shouldRemoveSourceBranch: input.shouldRemoveSourceBranch ?? null,
})

const shown = (forge: Forge, id: number): E.Either<Rejection, MergeRequestRow> => {
  return E.fromNullable(recordNotFound)(forge.read.mergeRequests.byId(id))
}

/**
 * Merges now, or when the pipeline succeeds (docs/reference/behaviour/review.md#merge-refusals).
 *
 * Rejections: `NotFound`, `RecordNotFound`; `Unauthenticated` where the caller may not merge; `NotAllowed`; `Unprocessable`; `Conflict` where
 * `sha` is not the head, or a merge is in progress.
 */
export const acceptMergeRequest: UseCase<AcceptMergeRequest, MergeRequestRow> = async (
  forge,
  { principal, context },
  input,
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: input.mergeRequest })
  if (E.isLeft(found)) return found
  const { row, target } = found.right
  if (principal.kind !== 'user' || !canMerge(forge, principal, row)) return refuse(unauthenticated)
  const course = mergeAction(mergeFactsOf(forge, target.project, row), input.whenPipelineSucceeds === true)
  if (course === 'refuse') return refuse(notAllowed)
  const { head } = row.version
  const options = mergeOptionsOf(input, row, principal.userId, context.at)
  const plan = await planMergeNow(forge, target.project, row, options, context)
  if (E.isLeft(plan)) return plan
  if (input.sha !== undefined && input.sha !== head)
    return refuse(conflict(`SHA does not match HEAD of source branch: ${head ?? ''}`))
  if (input.squash === true && !row.squash) {
    const command = { type: 'Change', changes: { squash: true } } as const
    const changed = await forge.aggregates.execute(mergeRequest, row.id, command, withNewCommandId(forge, context))
    if (E.isLeft(changed)) return changed
  }
  if (course === 'merge') {
    const merged = await carryOutMerge(forge, target.project, row, options, context, plan.right)
    if (E.isLeft(merged)) return merged
    const done = shown(forge, row.id)
    if (E.isRight(done)) await followMerge(forge, done.right, options.shouldRemoveSourceBranch, context)
    return done
  }
  const armed = await forge.aggregates.execute(
    mergeRequest,
    row.id,
    {
      type: 'EnableAutoMerge',
      by: options.by,
      sha: head ?? '',
      shouldRemoveSourceBranch: options.shouldRemoveSourceBranch,
      squash: input.squash ?? null,
      mergeCommitMessage: options.mergeCommitMessage,
      squashCommitMessage: options.squashCommitMessage,
    },
    context,
  )
  return E.isLeft(armed) ? armed : shown(forge, row.id)
}

/** Cancels auto-merge. Rejections: `Unauthenticated`; `NotAllowed` (merged or closed); `NotAcceptable` (auto-merge is not set). */
export const cancelAutoMerge: UseCase<MergeRequestRef, MergeRequestRow> = async (
  forge,
  { principal, context },
  ref,
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref })
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  if (principal.kind !== 'user' || !mayCancelAutoMerge(facts, canMerge(forge, principal, row)))
    return refuse(unauthenticated)
  const command = { type: 'CancelAutoMerge', reason: 'canceled', by: principal.userId } as const
  const done = await forge.aggregates.execute(mergeRequest, row.id, command, context)
  return E.isLeft(done) ? done : shown(forge, row.id)
}
