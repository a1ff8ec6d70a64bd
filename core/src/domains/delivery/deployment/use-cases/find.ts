import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge, QuestionResult } from '../../../../app/forge.js'
import { recordNotFound, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { DeploymentFilter, DeploymentRow } from '../queries.js'

/** Deployments of a project. Rejections: `NotFound` (Project); `Forbidden`. */
export const listDeployments = (
  forge: Forge,
  principal: Principal,
  project: ProjectRef,
  filter: Omit<DeploymentFilter, 'projectId'>,
  page: PageRequest,
): QuestionResult<Page<DeploymentRow>> => {
  const access = projectFor(forge, principal, project, 'read_deployment')
  if (E.isLeft(access)) return access
  return E.right(forge.read.deployments.list({ ...filter, projectId: access.right.project.id }, page))
}

/** One deployment. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getDeployment = (
  forge: Forge,
  principal: Principal,
  project: ProjectRef,
  id: number,
): QuestionResult<DeploymentRow> => {
  const access = projectFor(forge, principal, project, 'read_deployment')
  if (E.isLeft(access)) return access
  const row = forge.read.deployments.find(access.right.project.id, id)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}
