import * as E from 'fp-ts/lib/Either.js'
import { isAdmin } from '../../../access/principal.js'
import type { Query, UseCase } from '../../../app/forge.js'
import { notFound, refuse, unauthenticated } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findProject, type ProjectRef } from '../project/access.js'
import type { ProjectRow } from '../project/queries.js'
import { star, starId } from './aggregate.js'
import type { StarrerRow } from './queries.js'

/** Gives a project a star, or takes it back. Rejections: `NotFound` (Project); `NotModified` where it is so already. */
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

/** Which page of those who gave a project a star. */
export interface ListStarrers {
  readonly project: ProjectRef
  readonly search: string | undefined
  readonly page: PageRequest
}

/** Who gave a project a star. Rejections: `NotFound` (Project). */
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
