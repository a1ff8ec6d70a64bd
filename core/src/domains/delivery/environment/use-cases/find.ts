import * as E from 'fp-ts/lib/Either.js'
import type { Query } from '../../../../app/forge.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { findEnvironmentRow } from '../access.js'
import type { EnvironmentFilter, EnvironmentRow } from '../queries.js'

/** Which environments of a project a list contains. */
export interface ListEnvironments extends Omit<EnvironmentFilter, 'projectId'> {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** Environments of a project, by id. Rejections: `NotFound` (Project); `Forbidden`. */
export const listEnvironments: Query<ListEnvironments, Page<EnvironmentRow>> = (forge, { principal }, input) => {
  const { project, page, ...filter } = input
  const access = projectFor(forge, principal, project, 'read_environment')
  if (E.isLeft(access)) return access
  return E.right(forge.read.environments.list({ ...filter, projectId: access.right.project.id }, page))
}

/** An environment of a project as the API names it. */
export interface EnvironmentRef {
  readonly project: ProjectRef
  readonly id: number
}

/** One environment. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getEnvironment: Query<EnvironmentRef, EnvironmentRow> = (forge, { principal }, { project, id }) => {
  const access = projectFor(forge, principal, project, 'read_environment')
  return E.isLeft(access) ? access : findEnvironmentRow(forge, access.right.project.id, id)
}
