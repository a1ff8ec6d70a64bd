import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import {
  conflict,
  notAllowed,
  type Rejection,
  recordNotFound,
  refuse,
  unauthenticated,
} from '../../../../kernel/index.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { mergeTooLarge } from '../../../projects/repository/steps/size-limits.js'
import { mergeRequest } from '../decider.js'
import type { MergePlan } from '../events.js'
import { mayCancelAutoMerge } from '../policy.js'
import type { MergeRequestRow } from '../queries.js'
import { MERGE_ERRORS } from '../rules/merge-strategy.js'
import { isMergeable, mergeCourse } from '../rules/mergeability.js'
import { canMerge } from '../steps/branches.js'
import { mergeFactsOf } from '../steps/merge-facts.js'
import { type MergeOptions, planMerge } from '../steps/plan-merge.js'
import { cannotBeMerged, carryOutMerge, recordMergeError } from './carry-out.js'
import { checkMergeability } from './check-mergeability.js'
import { findMergeRequest, type MergeRequestRef } from './find.js'
import { headPipeline } from './pipelines.js'

/** How somebody wants a merge request merged. */
export interface AcceptMergeRequest {
  readonly mergeRequest: MergeRequestRef
  readonly sha?: string | undefined
  readonly squash?: boolean | undefined
  readonly shouldRemoveSourceBranch?: boolean | undefined
  readonly whenPipelineSucceeds?: boolean | undefined
  readonly mergeCommitMessage?: string | undefined
  readonly squashCommitMessage?: string | undefined
}

/** What git says of a merge at this moment: the plan for it, or that it cannot be; the verdict is then on record. */
const planNow = async (
  forge: Forge,
  project: ProjectRow,
  row: MergeRequestRow,
  options: MergeOptions,
  context: CommandContext,
): Promise<E.Either<Rejection, MergePlan>> => {
  const noRoom = await mergeTooLarge(forge, project.id)
  if (noRoom !== undefined) return recordMergeError(forge, row.id, noRoom, context)
  const plan = await planMerge(forge, project, row, options)
  if (E.isRight(plan)) return plan
  const checked = await checkMergeability(forge, row.id)
  return E.isLeft(checked) ? checked : refuse(cannotBeMerged)
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
  const row = forge.read.mergeRequests.byId(id)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}

/**
 * Merges now, or when the pipeline succeeds (docs/reference/behaviour/review.md#merge-refusals).
 *
 * Rejections: `NotFound`, `RecordNotFound`; `Unauthenticated` where the caller may not merge; `NotAllowed`; `Unprocessable`; `Conflict`
 * where `sha` is not the head, or a merge is under way.
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
  const course = mergeCourse(mergeFactsOf(forge, target.project, row), input.whenPipelineSucceeds === true)
  if (course === 'refuse') return refuse(notAllowed)
  const { head } = row.version
  const options = mergeOptionsOf(input, row, principal.userId, context.at)
  const plan = await planNow(forge, target.project, row, options, context)
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
    return E.isLeft(merged) ? merged : shown(forge, row.id)
  }
  const armed = await forge.aggregates.execute(
    mergeRequest,
    row.id,
    {
      type: 'ArmAutoMerge',
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

/** Takes the waiting merge back. Rejections: `Unauthenticated`; `NotAllowed` (merged or closed); `NotAcceptable` (not waiting). */
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
  const command = { type: 'DisarmAutoMerge', reason: 'canceled', by: principal.userId } as const
  const done = await forge.aggregates.execute(mergeRequest, row.id, command, context)
  return E.isLeft(done) ? done : shown(forge, row.id)
}

/** Carries a waiting merge out once nothing stands in its way any more; otherwise it goes on waiting. */
export const tryAutoMerge = async (forge: Forge, id: number, context: Caller['context']): Promise<void> => {
  const row = forge.read.mergeRequests.byId(id)
  const project = row === undefined ? undefined : forge.read.projects.byId(row.targetProjectId)
  if (row?.status !== 'opened' || row.autoMerge === null || project === undefined) return
  if (row.autoMerge.sha !== row.version.head || headPipeline(forge, row)?.status !== 'success') return
  if (!isMergeable(mergeFactsOf(forge, project, row))) return
  const merger = principalOfUser(forge, row.autoMerge.by)
  if (merger === undefined || !canMerge(forge, merger, row)) {
    const command = { type: 'NoteMergeError', error: MERGE_ERRORS.forbidden } as const
    await forge.aggregates.execute(mergeRequest, id, command, context)
    return
  }
  const { by, squash, mergeCommitMessage, squashCommitMessage, shouldRemoveSourceBranch } = row.autoMerge
  const texts = { mergeCommitMessage, squashCommitMessage, shouldRemoveSourceBranch }
  const options = { by, at: context.at, squash: squash ?? row.squash, ...texts }
  if (E.isLeft(await planNow(forge, project, row, options, context))) return
  await carryOutMerge(forge, project, row, options, context)
}
