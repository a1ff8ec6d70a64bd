import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { type Rejection, refuse } from '../../../../kernel/rejection.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { mergeTooLarge } from '../../../projects/repository/steps/size-limits.js'
import { mergeRequest } from '../decider.js'
import type { MergePlan } from '../events.js'
import type { MergeRequestRow } from '../queries.js'
import { MERGE_ERRORS } from '../rules/merge-strategy.js'
import { isMergeable } from '../rules/mergeability.js'
import { headPipeline } from '../use-cases/pipelines.js'
import { canMerge } from './branches.js'
import { cannotBeMerged, carryOutMerge, recordMergeError } from './carry-out-merge.js'
import { checkMergeability } from './check-mergeability.js'
import { mergeFactsOf } from './merge-facts.js'
import { type MergeOptions, planMerge } from './plan-merge.js'

/** The plan of a merge now, or that it is impossible; the result of the check is then recorded. */
export const planMergeNow = async (
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

/** Carries out an auto-merge once no obstacle is left; otherwise it keeps waiting. */
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
  if (E.isLeft(await planMergeNow(forge, project, row, options, context))) return
  await carryOutMerge(forge, project, row, options, context)
}
