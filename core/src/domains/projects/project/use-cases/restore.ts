import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../access.js'
import { project } from '../decider.js'
import type { ProjectRow } from '../queries.js'
import { shownProject } from './create.js'
import { releasePlace, takePlace } from './names.js'

/**
 * Takes a deletion back that was put off: the project has its name again and can be written to as before.
 *
 * Rejections: `NotFound` (Project), `Forbidden`, `Invalid` where its name or path was taken meanwhile.
 */
export const restoreProject = async (
  forge: Forge,
  input: Caller & { readonly ref: ProjectRef },
): UseCaseResult<ProjectRow> => {
  const { principal, context, ref } = input
  const found = projectFor(forge, principal, ref, 'remove_project')
  if (E.isLeft(found)) return found
  const waiting = found.right.project
  const loaded = await forge.aggregates.load(project, waiting.id)
  if (E.isLeft(loaded)) return loaded
  const { state } = loaded.right
  if (state.kind !== 'live') return refuse(notFound('Project'))
  if (state.deletion === undefined) return shownProject(forge, waiting.id)
  const own = { namespaceId: waiting.namespaceId, name: state.deletion.name, path: state.deletion.path }
  const taken = await takePlace(forge, context, waiting.id, own, waiting)
  if (E.isLeft(taken)) return taken
  const done = await forge.aggregates.execute(project, waiting.id, { type: 'Restore' }, context)
  if (E.isLeft(done)) return done
  const released = await releasePlace(forge, context, waiting.id, waiting, own)
  return E.isLeft(released) ? released : shownProject(forge, waiting.id)
}
