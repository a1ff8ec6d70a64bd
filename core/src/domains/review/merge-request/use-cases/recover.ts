import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { type Instant, millisecondsOf } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { branchRef } from '../../../projects/repository/refs.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { MERGE_ERRORS } from '../rules/merge-strategy.js'
import { finishMerge } from '../steps/carry-out-merge.js'
import { carryOutRebase } from '../steps/carry-out-rebase.js'

/** A locked merge request becomes merged where the target has its commit, else open again. */
const settleLocked = async (forge: Forge, row: MergeRequestRow, context: CommandContext): Promise<void> => {
  const { plan } = row
  if (plan === null) return
  const git = forge.git.of(row.targetProjectId)
  const target = await git.ref(branchRef(row.targetBranch))
  const isThere = target !== undefined && (await git.isAncestor(plan.to as ObjectId, target))
  if (isThere) await finishMerge(forge, row, plan, context)
  else {
    const command = { type: 'AbortMerge', plan, error: MERGE_ERRORS.failed } as const
    await forge.aggregates.execute(mergeRequest, row.id, command, context)
  }
}

/** Which interrupted merges and rebases to settle. */
export interface RecoverMergeRequests {
  /** Only those last changed before this moment, so that those in progress in other processes are left alone; undefined: all. */
  readonly before?: Instant | undefined
}

/** Settles every interrupted merge and rebase (docs/decisions/crash-safe-merges.md); returns how many there were. */
export const recoverMergeRequests: UseCase<RecoverMergeRequests, number> = async (forge, caller, { before }) => {
  const rows = forge.read.mergeRequests
    .rows(forge.read.mergeRequests.unsettled())
    .filter((row) => before === undefined || millisecondsOf(row.touchedAt) < millisecondsOf(before))
  for (const row of rows) {
    const context = withNewCommandId(forge, caller.context)
    if (row.status === 'locked') await settleLocked(forge, row, context)
    else await carryOutRebase(forge, row.id, context)
  }
  return E.right(rows.length)
}
