import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import type { ProjectRow } from '../../project/queries.js'
import { protectedBranch } from '../aggregate.js'
import { defaultAccess } from '../default-access-levels.js'
import { recordProtection } from './record-protection.js'

const leaveOpen = async (
  forge: Forge,
  projectId: number,
  branch: string,
  context: CommandContext,
): Promise<E.Either<Rejection, unknown>> => {
  const next = await forge.numbers.next('protected_branch')
  if (E.isLeft(next)) return next
  const command = { type: 'LeaveOpen', projectId, branch } as const
  return forge.aggregates.execute(protectedBranch, next.right, command, withNewCommandId(forge, context))
}

/**
 * Protects the first branch of a project, or leaves it unprotected, according to group or instance; nothing where that was done before.
 * Rejections: `Conflict` where the branch is protected already; `Unavailable`.
 */
export const protectFirstBranch = async (
  forge: Forge,
  project: Pick<ProjectRow, 'id' | 'groupId'>,
  branch: string,
  context: CommandContext,
): Promise<E.Either<Rejection, unknown>> => {
  const isWanted = (): boolean => !forge.read.protectedBranches.isSettled(project.id)
  if (!isWanted()) return E.right(undefined)
  const levels = defaultAccess(forge, project)
  if (levels === null) return leaveOpen(forge, project.id, branch, context)
  const by = (level: number) => [{ level, userId: null, groupId: null }]
  const first = {
    projectId: project.id,
    name: branch,
    push: by(levels.push),
    merge: by(levels.merge),
    unprotect: [],
    allowForcePush: false,
    codeOwnerApprovalRequired: false,
  }
  // Another may have protected the branch since, and a third have removed that protection.
  return recordProtection(forge, context, first, isWanted)
}
