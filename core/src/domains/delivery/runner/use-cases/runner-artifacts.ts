import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { AsyncQuery, Query, UseCase } from '../../../../app/forge.js'
import { forbidden, refuse } from '../../../../kernel/index.js'
import { type OpenedArchive, openArchive } from '../../job-output/artifacts.js'
import {
  keepArtifact,
  type NewArtifact,
  type WrittenArtifact,
  writeArtifact,
} from '../../job-output/steps/keep-artifact.js'
import type { JobRow } from '../../pipeline/queries.js'
import { findRunnerJob, type RunnerJob, type RunnerJobRef } from './runner-job.js'

/** The bytes of an artifact, as they arrive. */
export interface RunnerArtifactBytes extends RunnerJobRef {
  readonly content: AsyncIterable<Uint8Array>
}

/** Writes the bytes of an artifact of a running job; they are deleted where no event refers to them. Rejections: `Forbidden`; `TooLarge`. */
export const writeRunnerArtifact: UseCase<RunnerArtifactBytes, WrittenArtifact> = async (
  forge,
  caller,
  { content, ...ref },
) => {
  const found = findRunnerJob(forge, caller, ref)
  if (E.isLeft(found)) return found
  return found.right.status === 'running' ? writeArtifact(forge, content) : refuse(forbidden('Job is not running'))
}

/** Records the artifact whose bytes were written. Rejections: `Forbidden` where the token is not the job's; `Refused`. */
export const keepRunnerArtifact: UseCase<RunnerJobRef & NewArtifact & WrittenArtifact, RunnerJob> = async (
  forge,
  caller,
  { id, token, ...artifact },
) => {
  const found = findRunnerJob(forge, caller, { id, token })
  if (E.isLeft(found)) return found
  const job = found.right
  if (job.status !== 'running') return E.right({ job, runs: false })
  const kept = await keepArtifact(forge, withNewCommandId(forge, caller.context), job, artifact)
  return E.isLeft(kept) ? kept : E.right({ job, runs: true })
}

/** The job whose archive the holder of a job token may download: its own, and those of its pipeline while it runs. Rejections: `Forbidden`. */
export const findDependency: Query<RunnerJobRef, JobRow> = (forge, _caller, { id, token }) => {
  const row = forge.read.jobTokens.byDigest(forge.secrets.digest(token))
  const job = row === undefined ? undefined : forge.read.pipelines.jobById(id)
  if (row === undefined || job === undefined) return refuse(forbidden())
  if (row.jobId === id) return E.right(job)
  const asking = forge.read.pipelines.jobById(row.jobId)
  return asking?.status === 'running' && asking.pipelineId === job.pipelineId ? E.right(job) : refuse(forbidden())
}

/** The archive that a job downloads. Rejections: `Forbidden`; `NotFound` where there is none. */
export const readDependency: AsyncQuery<RunnerJobRef, OpenedArchive> = async (forge, caller, ref) => {
  const found = findDependency(forge, caller, ref)
  return E.isLeft(found) ? found : openArchive(forge, found.right)
}
