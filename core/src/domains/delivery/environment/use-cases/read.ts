import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { recordNotFound, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { EnvironmentFilter, EnvironmentRow } from '../queries.js'

/** Environments of a project, by id. Rejections: `NotFound` (Project); `Forbidden`. */
export const listEnvironments = async (
  forge: Forge,
  principal: Principal,
  project: ProjectRef,
  filter: Omit<EnvironmentFilter, 'projectId'>,
  page: PageRequest,
): UseCaseResult<Page<EnvironmentRow>> => {
  const access = projectFor(forge, principal, project, 'read_environment')
  if (E.isLeft(access)) return access
  return E.right(forge.read.environments.list({ ...filter, projectId: access.right.project.id }, page))
}

/** One environment. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getEnvironment = async (
  forge: Forge,
  principal: Principal,
  project: ProjectRef,
  id: number,
): UseCaseResult<EnvironmentRow> => {
  const access = projectFor(forge, principal, project, 'read_environment')
  if (E.isLeft(access)) return access
  const row = forge.read.environments.find(access.right.project.id, id)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}
