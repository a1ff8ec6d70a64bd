import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/rejection.js'
import { eraseProject } from '../../project/steps/erase-project.js'
import { group } from '../aggregate.js'

/** Deletes a group with everything below, from the bottom up, so that an interrupted deletion can be repeated. */
export const eraseGroup = async (
  forge: Forge,
  groupId: number,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  if (forge.read.groups.byId(groupId) === undefined) return E.right(undefined)
  for (const child of forge.read.groups.children(groupId)) {
    const gone = await eraseGroup(forge, child, context)
    if (E.isLeft(gone)) return gone
  }
  for (const projectId of forge.read.groups.projects(groupId)) {
    const gone = await eraseProject(forge, projectId, context)
    if (E.isLeft(gone)) return gone
  }
  const done = await forge.aggregates.execute(group, groupId, { type: 'Delete' }, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : E.right(undefined)
}
