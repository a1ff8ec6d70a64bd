import * as E from 'fp-ts/lib/Either.js'
import type { Lookup, Query, VisibleLookup } from '../../../../app/forge.js'
import { recordNotFound } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import { type JobDetails, jobDetails } from '../../pipeline/use-cases/find.js'
import type { Approval } from '../approval.js'
import type { DeploymentFilter, DeploymentRow } from '../queries.js'

/** Which deployments of a project a list contains. */
export interface ListDeployments extends Omit<DeploymentFilter, 'projectId'> {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** Deployments of a project. Rejections: `NotFound` (Project); `Forbidden`. */
export const listDeployments: Query<ListDeployments, Page<DeploymentRow>> = (forge, { principal }, input) => {
  const { project, page, environment, status, updatedAfter, updatedBefore, orderBy, sort } = input
  const access = projectFor(forge, principal, project, 'read_deployment')
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const filter = { projectId, environment, status, updatedAfter, updatedBefore, orderBy, sort }
  return E.right(forge.read.deployments.list(filter, page))
}

/** A deployment of a project as the API names it. */
export interface DeploymentRef {
  readonly project: ProjectRef
  readonly id: number
}

/** One deployment. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getDeployment: Query<DeploymentRef, DeploymentRow> = (forge, { principal }, { project, id }) => {
  const access = projectFor(forge, principal, project, 'read_deployment')
  if (E.isLeft(access)) return access
  return E.fromNullable(recordNotFound)(forge.read.deployments.find(access.right.project.id, id))
}

/** The last successful deployment to an environment. */
export const latestDeployment: Lookup<number, DeploymentRow | undefined> = (forge, environmentId) =>
  forge.read.deployments.latest(environmentId)

/** The approvals of a deployment. */
export const approvalsOf: Lookup<number, ReadonlyArray<Approval>> = (forge, deploymentId) =>
  forge.read.deployments.approvals(deploymentId)

const NONE: ReadonlyMap<number, JobDetails> = new Map()

/** The jobs of deployments that the caller may see, by job id; git is not asked where there are none. */
export const deployablesOf: VisibleLookup<
  ReadonlyArray<DeploymentRow>,
  Promise<ReadonlyMap<number, JobDetails>>
> = async (forge, { principal }, rows) => {
  const jobs = rows
    .flatMap((row) => (row.jobId === null ? [] : (forge.read.pipelines.jobById(row.jobId) ?? [])))
    .filter(({ projectId }) => E.isRight(projectFor(forge, principal, projectId, 'read_pipeline')))
  return jobs.length === 0 ? NONE : jobDetails(forge, jobs)
}
