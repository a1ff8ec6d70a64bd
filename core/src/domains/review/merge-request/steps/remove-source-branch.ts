import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { reactionError, valueOrRetry } from '../../../../app/reactors.js'
import { userActor } from '../../../../kernel/index.js'
import type { ObjectId } from '../../../../ports/git.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { branchRef } from '../../../projects/repository/refs.js'
import { moveRefs } from '../../../projects/repository/steps/move-refs.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { branchPairName } from '../unique-names.js'
import { computeVersion } from './versions.js'

/** How many merge requests into a removed branch are retargeted to the branch it was merged into. */
const MAX_CONCURRENT_RETARGETS = 4

/** Whether the branch is removed, and in whose name: the author's where the merge request asks for it, else that of the user who merged. */
const removerOf = (forge: Forge, row: MergeRequestRow): number | undefined => {
  const userId = row.forceRemoveSourceBranch === true ? row.authorId : row.mergedBy
  const principal = userId === null ? undefined : principalOfUser(forge, userId)
  const project = forge.read.projects.byId(row.sourceProjectId)
  if (principal === undefined || project === undefined || project.defaultBranch === row.sourceBranch) return undefined
  const ref = branchRef(row.sourceBranch)
  if (forge.refRules.isProtected(row.sourceProjectId, ref)) return undefined
  const request = {
    projectId: row.sourceProjectId,
    ref,
    change: 'delete',
    forced: false,
    principal,
    via: 'merge',
  } as const
  return forge.refRules.refusal(request) === undefined ? principal.userId : undefined
}

const retargetDependents = async (forge: Forge, row: MergeRequestRow, context: CommandContext): Promise<void> => {
  if (row.sourceProjectId !== row.targetProjectId) return
  const ids = forge.read.mergeRequests
    .openInto(row.sourceProjectId, row.sourceBranch)
    .slice(0, MAX_CONCURRENT_RETARGETS)
  for (const other of forge.read.mergeRequests.rows(ids)) {
    if (other.sourceBranch === row.targetBranch && other.sourceProjectId === other.targetProjectId) continue
    const pair = { ...other, targetBranch: row.targetBranch }
    const own = withNewCommandId(forge, context)
    const sent = await forge.aggregates.reserve(
      mergeRequest,
      other.id,
      [branchPairName(pair)],
      own,
      async (execute) => {
        const version = await computeVersion(forge, pair, 'retargeted')
        if (E.isLeft(version)) throw reactionError('the version could not be measured', version.left)
        const { targetBranch } = row
        return execute({ type: 'Retarget', targetBranch, version: version.right, by: row.mergedBy }, own)
      },
    )
    valueOrRetry(sent)
  }
}

/** Removes the source branch unless it was updated meanwhile. Safe to repeat. */
export const removeSourceBranch = async (
  forge: Forge,
  row: MergeRequestRow,
  context: CommandContext,
): Promise<void> => {
  const ref = branchRef(row.sourceBranch)
  const head = await forge.git.of(row.sourceProjectId).ref(ref)
  const remover = removerOf(forge, row)
  if (head === undefined || head !== row.version.head || remover === undefined) return
  await retargetDependents(forge, row, context)
  const moved = await moveRefs(forge, {
    projectId: row.sourceProjectId,
    changes: [{ ref, from: head as ObjectId, to: null }],
    via: 'merge',
    context: withNewCommandId(forge, { ...context, actor: userActor(remover) }),
  })
  valueOrRetry(moved)
}
