import type { Forge, Lookup } from '../../../app/forge.js'
import { type Instant, isExpired } from '../../../kernel/index.js'
import { keepsLatestArtifact } from '../../projects/project/instance-rules.js'
import type { JobRow } from '../pipeline/queries.js'
import type { ArtifactRow } from './queries.js'

/** Whether expired artifacts are kept as the latest of their ref, until a newer pipeline of it has succeeded. */
export const isKeptAsLatest = (forge: Forge, job: JobRow): boolean => {
  const project = forge.read.projects.byId(job.projectId)
  if (project === undefined || !keepsLatestArtifact(project.keepLatestArtifact, forge.settings.current())) return false
  return !forge.read.jobOutputs.isSuperseded(job.pipelineId)
}

/** The artifacts of a job that can still be downloaded, in upload order. */
export const availableArtifacts: Lookup<JobRow, ReadonlyArray<ArtifactRow>> = (forge, job) => {
  const all = forge.read.jobOutputs.artifacts(job.id)
  if (all.length === 0) return all
  const now = forge.clock.now()
  const lasting = all.filter(({ expireAt }) => !isExpired({ expiresAt: expireAt }, now))
  return lasting.length < all.length && isKeptAsLatest(forge, job) ? all : lasting
}

/** The archive of a job, while it can be downloaded. */
export const availableArchive: Lookup<JobRow, ArtifactRow | undefined> = (forge, job) =>
  availableArtifacts(forge, job).find(({ type }) => type === 'archive')

/** Whether these bytes are an artifact that can still be downloaded, and must not be deleted. */
export const isArtifact: Lookup<string, boolean> = (forge, sha256) =>
  forge.read.jobOutputs.jobsWithBytes(sha256).some((id) => {
    const job = forge.read.pipelines.jobById(id)
    if (job === undefined || forge.read.projects.byId(job.projectId) === undefined) return false
    return availableArtifacts(forge, job).some((artifact) => artifact.sha256 === sha256)
  })

/** When the artifacts of a job expire or have expired; null: never. */
export const artifactsExpireAt: Lookup<JobRow, Instant | null> = (forge, job) => {
  const all = forge.read.jobOutputs.artifacts(job.id)
  return (all.find(({ type }) => type === 'archive') ?? all[0])?.expireAt ?? null
}
