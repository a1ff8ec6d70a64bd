import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { type Instant, millisecondsOf, systemActor } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { branchRef } from '../../../projects/repository/ref-names.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { MERGE_ERRORS } from '../rules/merge-strategy.js'
import { settleMerge } from './carry-out.js'
import { carryOutRebase } from './rebase.js'

const recoveryContext = (forge: Forge): CommandContext => {
  const id = forge.ids.commandId()
  return { id, at: forge.clock.now(), actor: systemActor('recovery'), correlationId: id }
}

/** A locked merge request is merged where the target has its commit, else it is open again. */
const settleLocked = async (forge: Forge, row: MergeRequestRow): Promise<void> => {
  const { plan } = row
  if (plan === null) return
  const git = forge.git.of(row.targetProjectId)
  const target = await git.ref(branchRef(row.targetBranch))
  const isThere = target !== undefined && (await git.isAncestor(plan.to as ObjectId, target))
  if (isThere) await settleMerge(forge, row, plan, recoveryContext(forge))
  else {
    const command = { type: 'AbortMerge', plan, error: MERGE_ERRORS.failed } as const
    await forge.aggregates.execute(mergeRequest, row.id, command, recoveryContext(forge))
  }
}

/**
 * Ends every merge and rebase that was begun and not ended (docs/decisions/crash-safe-merges.md); gives how many there were.
 *
 * `before`: only those last touched before this moment, so that what other processes are doing is left alone.
 */
export const recoverMergeRequests = async (forge: Forge, before?: Instant): UseCaseResult<number> => {
  const rows = forge.read.mergeRequests
    .rows(forge.read.mergeRequests.unsettled())
    .filter((row) => before === undefined || millisecondsOf(row.touchedAt) < millisecondsOf(before))
  for (const row of rows) {
    if (row.status === 'locked') await settleLocked(forge, row)
    else await carryOutRebase(forge, row.id, recoveryContext(forge))
  }
  return E.right(rows.length)
}
