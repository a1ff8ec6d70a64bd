import * as E from 'fp-ts/lib/Either.js'
import { isAdmin } from '../../../access/principal.js'
import type { Query, UseCase } from '../../../app/forge.js'
import { notFound, refuse, unauthenticated } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findProject, type ProjectRef } from '../project/access.js'
import type { ProjectRow } from '../project/queries.js'
import { star, starId } from './aggregate.js'
import type { StarrerRow } from './queries.js'

/** Stars or unstars a project. Rejections: `NotFound` (Project); `NotModified` where nothing changes. */
export const setStar: UseCase<{ readonly project: ProjectRef; readonly starred: boolean }, ProjectRow> = async (
  forge,
  { principal, context },
  { project, starred },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findProject(forge, principal, project)
  if (E.isLeft(found)) return found
  const { id } = found.right.project
  const command = { type: starred ? 'Star' : 'Unstar' } as const
  const done = await forge.aggregates.execute(star, starId(id, principal.userId), command, context)
  if (E.isLeft(done)) return done
  return E.fromNullable(notFound('Project'))(forge.read.projects.byId(id))
}

/** Which page of the users who have starred a project. */
export interface ListStarrers {
  readonly project: ProjectRef
  readonly search: string | undefined
  readonly page: PageRequest
}

/** The users who have starred a project. Rejections: `NotFound` (Project). */
export const listStarrers: Query<ListStarrers, Page<StarrerRow>> = (
  forge,
  { principal },
  { project, search, page },
) => {
  const found = findProject(forge, principal, project)
  if (E.isLeft(found)) return found
  const self = principal.kind === 'user' ? principal.userId : null
  const publicExcept = isAdmin(principal) ? undefined : self
  return E.right(forge.read.stars.starrers(found.right.project.id, { search, publicExcept }, page))
}
