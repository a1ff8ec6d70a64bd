import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery, Forge, Lookup, Query } from '../../../../app/forge.js'
import { forbidden, notFound, recordNotFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import { type Commit, isObjectId } from '../../../../ports/git.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { UserRow } from '../../../identity/user/queries.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { getResourceGroup, type ResourceGroupRef } from '../../resource-group/use-cases.js'
import type { PipelineVariable } from '../events.js'
import type { JobRow, PipelineFilter, PipelineRow, StatusFilter } from '../queries.js'
import type { CiStatus } from '../status.js'

/** A pipeline of a project as the API names it. */
export interface PipelineRef {
  readonly project: ProjectRef
  readonly id: number
}

/** Which pipelines of a project a list contains. */
export interface ListPipelines extends Omit<PipelineFilter, 'projectId'> {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** Pipelines of a project. Rejections: `NotFound` (Project); `Forbidden`. */
export const listPipelines: Query<ListPipelines, Page<PipelineRow>> = (forge, { principal }, input) => {
  const { project, page, ...filter } = input
  const access = projectFor(forge, principal, project, 'read_pipeline')
  if (E.isLeft(access)) return access
  return E.right(forge.read.pipelines.list({ ...filter, projectId: access.right.project.id }, page))
}

/** One pipeline. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getPipeline: Query<PipelineRef, PipelineRow> = (forge, { principal }, { project, id }) => {
  const access = projectFor(forge, principal, project, 'read_pipeline')
  if (E.isLeft(access)) return access
  return E.fromNullable(recordNotFound)(forge.read.pipelines.find(access.right.project.id, id))
}

/** The variables of a pipeline. Rejections: those of `getPipeline`; `Forbidden` except for maintainers and, among developers, the user who started it. */
export const pipelineVariables: Query<PipelineRef, ReadonlyArray<PipelineVariable>> = (forge, { principal }, ref) => {
  const found = getPipeline(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  const { id, userId } = found.right
  const started = principal.kind === 'user' && principal.userId === userId
  const access = projectFor(forge, principal, ref.project, started ? 'update_pipeline' : 'admin_ci_variables')
  if (E.isLeft(access)) return access
  const variables = forge.read.pipelines.variables(id)
  return E.right(variables.map((one) => ({ ...one, value: forge.secretBox.open(one.value) ?? '' })))
}

/** The newest pipeline of the head of a branch or tag. */
export interface LatestPipeline {
  readonly project: ProjectRef
  /** Omitted: the default branch. */
  readonly ref: string | undefined
}

/** Rejections: `NotFound` (Project); `Forbidden`, also where there is none. */
export const latestPipeline: AsyncQuery<LatestPipeline, PipelineRow> = async (forge, { principal }, input) => {
  const access = projectFor(forge, principal, input.project, 'read_pipeline')
  if (E.isLeft(access)) return access
  const { id, defaultBranch } = access.right.project
  const ref = input.ref ?? defaultBranch
  const sha = ref === null ? undefined : await forge.git.of(id).resolve(ref)
  const row = sha === undefined || ref === null ? undefined : forge.read.pipelines.newestOf(id, sha, ref)
  return E.fromNullable(forbidden())(row)
}

/** A job of a project as the API names it. */
export interface JobRef {
  readonly project: ProjectRef
  readonly id: number
}

/** Which jobs of a project a list contains. */
export interface ListJobs {
  readonly project: ProjectRef
  /** Only those in one of these statuses; all where empty. */
  readonly statuses: ReadonlyArray<CiStatus>
  readonly page: PageRequest
}

/** Jobs of a project, newest first. Rejections: `NotFound` (Project); `Forbidden`. */
export const listJobs: Query<ListJobs, Page<JobRow>> = (forge, { principal }, { project, statuses, page }) => {
  const access = projectFor(forge, principal, project, 'read_pipeline')
  if (E.isLeft(access)) return access
  return E.right(forge.read.pipelines.projectJobs(access.right.project.id, statuses, page))
}

/** Which page of the jobs that wait for a resource group. */
export interface ListUpcomingJobs extends ResourceGroupRef {
  readonly page: PageRequest
}

/** Jobs that wait for the resource of a group, the next one first. Rejections: those of `getResourceGroup`. */
export const listUpcomingJobs: Query<ListUpcomingJobs, Page<JobRow>> = (forge, caller, { page, ...ref }) => {
  const found = getResourceGroup(forge, caller, ref)
  return E.isLeft(found) ? found : E.right(forge.read.pipelines.upcomingJobs(found.right, page))
}

/** One job of the CI file. Rejections: `NotFound` (Project, or the job); `Forbidden`. */
export const getJob: Query<JobRef, JobRow> = (forge, { principal }, { project, id }) => {
  const access = projectFor(forge, principal, project, 'read_pipeline')
  if (E.isLeft(access)) return access
  const row = forge.read.pipelines.job(access.right.project.id, id)
  return row === undefined || row.kind !== 'build' ? refuse(notFound()) : E.right(row)
}

/** The job of the presented job token. Rejections: `Unauthenticated` without one. */
export const getJobOfToken: Query<void, JobRow> = (forge, { principal }) => {
  const id = principal.kind === 'user' ? principal.credential.jobId : undefined
  const row = id === undefined ? undefined : forge.read.pipelines.jobById(id)
  return E.fromNullable(unauthenticated)(row)
}

/** A job with everything that its JSON shows. */
export interface JobDetails {
  readonly job: JobRow
  readonly pipeline: PipelineRow
  readonly commit: Commit | undefined
  readonly project: ProjectRow | undefined
  readonly user: UserRow | undefined
}

/** The commits of the jobs' pipelines, by id: one read of git for each project. */
const commitsOfJobs = async (forge: Forge, jobs: ReadonlyArray<JobRow>): Promise<ReadonlyMap<string, Commit>> => {
  const commits = new Map<string, Commit>()
  for (const projectId of new Set(jobs.map((job) => job.projectId))) {
    const shas = new Set(
      jobs
        .filter((job) => job.projectId === projectId)
        .flatMap((job) => forge.read.pipelines.byId(job.pipelineId)?.sha ?? []),
    )
    for (const commit of await forge.git.of(projectId).commits([...shas].filter(isObjectId)))
      commits.set(commit.id, commit)
  }
  return commits
}

/** The details of jobs, by job id; a job whose pipeline is deleted is left out. */
export const jobDetails: Lookup<ReadonlyArray<JobRow>, Promise<ReadonlyMap<number, JobDetails>>> = async (
  forge,
  jobs,
) => {
  const found = new Map<number, JobDetails>()
  const commits = await commitsOfJobs(forge, jobs)
  for (const job of jobs) {
    const pipeline = forge.read.pipelines.byId(job.pipelineId)
    if (pipeline === undefined) continue
    const project = forge.read.projects.byId(job.projectId)
    const user = job.userId === null ? undefined : forge.read.users.byId(job.userId)
    found.set(job.id, { job, pipeline, commit: commits.get(pipeline.sha), project, user })
  }
  return found
}

/** A job reported from outside with the commit and ref it is about. */
export interface ReportedJob {
  readonly job: JobRow
  readonly sha: string
  readonly ref: string
}

/** Which statuses of a commit a list contains. */
export interface ListStatuses extends Omit<StatusFilter, 'projectId'> {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** Statuses of a commit. Rejections: `NotFound` (Project, Commit); `Forbidden`. */
export const listStatuses: AsyncQuery<ListStatuses, Page<ReportedJob>> = async (forge, { principal }, input) => {
  const { project, page, ...filter } = input
  const access = projectFor(forge, principal, project, 'read_commit_status')
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const sha = await forge.git.of(projectId).resolve(filter.sha)
  if (sha === undefined) return refuse(notFound('Commit'))
  const { rows, ...rest } = forge.read.pipelines.statuses({ ...filter, projectId, sha }, page)
  return E.right({ ...rest, rows: rows.map((job) => ({ job, sha: job.sha, ref: job.ref })) })
}
