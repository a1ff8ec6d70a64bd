import type { Forge, Lookup } from '../../../app/forge.js'
import { type Instant, isExpired } from '../../../kernel/index.js'
import { keepsLatestArtifact } from '../../projects/project/instance-rules.js'
import type { JobRow } from '../pipeline/queries.js'
import type { ArtifactRow } from './queries.js'

/** Whether what a job left behind stays although its time is over: until a newer pipeline of the ref has succeeded. */
export const isKeptAsLatest = (forge: Forge, job: JobRow): boolean => {
  const project = forge.read.projects.byId(job.projectId)
  if (project === undefined || !keepsLatestArtifact(project.keepLatestArtifact, forge.settings.current())) return false
  return !forge.read.jobOutputs.isSuperseded(job.pipelineId)
}

/** What a job left behind and can be fetched still, in the order in which it came. */
export const availableArtifacts: Lookup<JobRow, ReadonlyArray<ArtifactRow>> = (forge, job) => {
  const all = forge.read.jobOutputs.artifacts(job.id)
  if (all.length === 0) return all
  const now = forge.clock.now()
  const lasting = all.filter(({ expireAt }) => !isExpired({ expiresAt: expireAt }, now))
  return lasting.length < all.length && isKeptAsLatest(forge, job) ? all : lasting
}

/** The archive among what a job left behind, while it can be fetched. */
export const availableArchive: Lookup<JobRow, ArtifactRow | undefined> = (forge, job) =>
  availableArtifacts(forge, job).find(({ type }) => type === 'archive')

/** Whether some job left these bytes behind and they can be fetched still: they are not to be thrown away. */
export const isArtifact: Lookup<string, boolean> = (forge, sha256) =>
  forge.read.jobOutputs.jobsWithBytes(sha256).some((id) => {
    const job = forge.read.pipelines.jobById(id)
    if (job === undefined || forge.read.projects.byId(job.projectId) === undefined) return false
    return availableArtifacts(forge, job).some((artifact) => artifact.sha256 === sha256)
  })

/** When what a job left behind goes, or went, by itself; null: never. */
export const artifactsExpireAt: Lookup<JobRow, Instant | null> = (forge, job) => {
  const all = forge.read.jobOutputs.artifacts(job.id)
  return (all.find(({ type }) => type === 'archive') ?? all[0])?.expireAt ?? null
}
