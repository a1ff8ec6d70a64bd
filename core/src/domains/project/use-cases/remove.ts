import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../app/caller.js'
import type { CommandContext } from '../../../app/command-context.js'
import { alongside } from '../../../app/command-context.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import type { Rejection } from '../../../kernel/index.js'
import { removeRepository } from '../../repository/use-cases/create.js'
import { type ProjectRef, projectFor } from '../access.js'
import { project } from '../decider.js'
import { releasePlace } from './names.js'

/** Removes a project, frees its names and sets its repository aside; nothing happens where it is gone already. */
export const eraseProject = async (
  forge: Forge,
  projectId: number,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  const row = forge.read.projects.byId(projectId)
  if (row === undefined) return E.right(undefined)
  const done = await forge.aggregates.execute(project, projectId, { type: 'Delete' }, alongside(forge, context))
  if (E.isLeft(done)) return done
  const removed = await removeRepository({ projectId, context })(forge)()
  if (E.isLeft(removed)) return removed
  return releasePlace(forge, context, projectId, row, undefined)
}

/** Deletes a project. Rejections: `NotFound` (Project), `Forbidden`. */
export const deleteProject =
  (input: Caller & { readonly ref: ProjectRef }): UseCase<void> =>
  (forge) =>
  async () => {
    const found = projectFor(forge, input.principal, input.ref, 'remove_project')
    return E.isLeft(found) ? found : eraseProject(forge, found.right.project.id, input.context)
  }
