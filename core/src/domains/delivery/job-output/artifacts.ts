import * as E from 'fp-ts/lib/Either.js'
import { executeForEach } from '../../../app/execute-for-each.js'
import type { AsyncQuery, Forge, Query, UseCase } from '../../../app/forge.js'
import { notFound, type Rejection, refuse } from '../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../../projects/project/access.js'
import type { JobRow } from '../pipeline/queries.js'
import { getJob, type JobRef } from '../pipeline/use-cases/find.js'
import { jobOutput } from './aggregate.js'
import { availableArchive, availableArtifacts, isKeptAsLatest } from './available-artifacts.js'
import type { ArtifactRow } from './queries.js'

/** The archive of a job's artifacts. */
export interface OpenedArchive {
  readonly archive: ArtifactRow
  /** Reads from the first byte each time; undefined where the archive has been deleted meanwhile. */
  readonly open: () => Promise<AsyncIterable<Uint8Array> | undefined>
}

/** Opens the archive of a job that the caller may read. Rejections: `NotFound`. */
export const openArchive = async (forge: Forge, job: JobRow): Promise<E.Either<Rejection, OpenedArchive>> => {
  const archive = availableArchive(forge, job)
  if (archive === undefined || !(await forge.packageFiles.has(archive.sha256))) return refuse(notFound())
  return E.right({ archive, open: () => forge.packageFiles.get(archive.sha256) })
}

/** The archive of a job. Rejections: those of `getJob`; `NotFound` where it has none, or none any more. */
export const readArchive: AsyncQuery<JobRef, OpenedArchive> = async (forge, caller, ref) => {
  const found = getJob(forge, caller, ref)
  return E.isLeft(found) ? found : openArchive(forge, found.right)
}

/** The newest job of a name on a ref. */
export interface LatestJob {
  readonly project: ProjectRef
  /** A branch or tag, or the ref of a merge request's pipelines. */
  readonly ref: string
  readonly name: string
}

/** The successful job of that name in the newest successful pipeline of the ref. Rejections: `NotFound` (Project; there is none); `Forbidden`. */
const latestJob: Query<LatestJob, JobRow> = (forge, { principal }, { project, ref, name }) => {
  const access = projectFor(forge, principal, project, 'read_pipeline')
  if (E.isLeft(access)) return access
  const newest = { projectId: access.right.project.id, ref, status: 'success', orderBy: 'id', sort: 'desc' } as const
  const [pipeline] = forge.read.pipelines.list(newest, { page: 1, perPage: 1 }).rows
  const jobs = pipeline === undefined ? [] : forge.read.pipelines.jobs(pipeline.id, false)
  const job = jobs.find((one) => one.kind === 'build' && one.name === name && one.status === 'success')
  return E.fromNullable(notFound())(job)
}

/** The newest archive of a job of that name on a ref. Rejections: `NotFound` (Project; no such job; it has no archive); `Forbidden`. */
export const readLatestArchive: AsyncQuery<LatestJob, OpenedArchive> = async (forge, caller, wanted) => {
  const found = latestJob(forge, caller, wanted)
  return E.isLeft(found) ? found : openArchive(forge, found.right)
}

/** Keeps the artifacts of a job for good. Rejections: those of `getJob`; `Forbidden` below developers; `NotFound` where there are none. */
export const keepArtifacts: UseCase<JobRef, JobRow> = async (forge, { principal, context }, ref) => {
  const found = getJob(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  const access = projectFor(forge, principal, ref.project, 'update_pipeline')
  if (E.isLeft(access)) return access
  if (availableArtifacts(forge, found.right).length === 0) return refuse(notFound())
  const kept = await forge.aggregates.execute(jobOutput, found.right.id, { type: 'KeepArtifacts' }, context)
  return E.isLeft(kept) ? kept : found
}

/** Deletes the artifacts of a job. Rejections: those of `getJob`; `Forbidden` below maintainers. */
export const deleteArtifacts: UseCase<JobRef, void> = async (forge, { principal, context }, ref) => {
  const found = getJob(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  const access = projectFor(forge, principal, ref.project, 'run_jobs')
  if (E.isLeft(access)) return access
  const gone = await forge.aggregates.execute(jobOutput, found.right.id, { type: 'DeleteArtifacts' }, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}

/** Deletes the artifacts of a project's jobs, except those kept as the latest. Rejections: `NotFound` (Project); `Forbidden` below maintainers. */
export const deleteProjectArtifacts: UseCase<ProjectRef, void> = async (forge, { principal, context }, project) => {
  const access = projectFor(forge, principal, project, 'run_jobs')
  if (E.isLeft(access)) return access
  const jobs = forge.read.jobOutputs.jobsWithArtifacts(access.right.project.id).filter((id) => {
    const job = forge.read.pipelines.jobById(id)
    return job !== undefined && !isKeptAsLatest(forge, job)
  })
  const done = await executeForEach(forge, context, jobs, (id, own) =>
    forge.aggregates.execute(jobOutput, id, { type: 'DeleteArtifacts' }, own),
  )
  return E.isLeft(done) ? done : E.right(undefined)
}
