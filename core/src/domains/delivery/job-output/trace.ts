import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../app/command-context.js'
import type { AsyncQuery, Forge, UseCase } from '../../../app/forge.js'
import { forbidden, type Rejection, refuse, tooLarge } from '../../../kernel/index.js'
import { mayInProject, projectFor } from '../../projects/project/access.js'
import type { JobRow } from '../pipeline/queries.js'
import { isComplete } from '../pipeline/status.js'
import { getJob, type JobRef } from '../pipeline/use-cases/find.js'
import { jobOutput, type TraceChunk } from './aggregate.js'

/** In bytes; runners cut longer traces themselves. */
const MAX_TRACE_BYTES = 100 * 1024 * 1024

/** A piece of the trace of a job, as its runner sends it. */
export interface TracePiece {
  readonly job: JobRow
  /** The offset in bytes. */
  readonly offset: number
  readonly bytes: Uint8Array
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Appends to a trace; returns its size in bytes, unchanged where the piece does not begin at the end. Rejections: `TooLarge`; `Unavailable`. */
export const appendTrace: UseCase<TracePiece, { readonly size: number; readonly fits: boolean }> = async (
  forge,
  { context },
  { job, offset, bytes },
) => {
  const size = forge.read.jobOutputs.traceSize(job.id)
  if (offset !== size || bytes.byteLength === 0) return E.right({ size, fits: offset === size })
  if (size + bytes.byteLength > MAX_TRACE_BYTES) return refuse(tooLarge)
  const written = await forge.blobs.put(whole(bytes))
  if (written.kind === 'TooLarge') return refuse(tooLarge)
  const chunk = { offset, size: bytes.byteLength, sha256: written.digest.sha256 }
  const command = { type: 'AppendTrace', chunk } as const
  const done = await forge.aggregates.execute(jobOutput, job.id, command, withNewCommandId(forge, context))
  if (E.isRight(done)) return E.right({ size: size + bytes.byteLength, fits: true })
  return done.left.kind === 'Conflict' ? E.right({ size: forge.read.jobOutputs.traceSize(job.id), fits: false }) : done
}

async function* contentOf(forge: Forge, chunks: ReadonlyArray<TraceChunk>): AsyncGenerator<Uint8Array> {
  for (const { sha256 } of chunks) {
    const content = await forge.blobs.get(sha256)
    if (content !== undefined) yield* content
  }
}

/** The trace of a job so far. Rejections: those of `getJob`. */
export const readTrace: AsyncQuery<
  JobRef,
  { readonly size: number; readonly content: AsyncIterable<Uint8Array> }
> = async (forge, caller, ref) => {
  const found = getJob(forge, caller, ref)
  if (E.isLeft(found)) return found
  const chunks = forge.read.jobOutputs.trace(found.right.id)
  const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0)
  return E.right({ size, content: contentOf(forge, chunks) })
}

const NOT_ERASABLE: Rejection = forbidden('Job is not erasable!')

/**
 * Erases the trace and the artifacts of a finished job. Rejections: `NotFound`; `Forbidden` except for maintainers and the developer who
 * started it, and where the job is not finished or is erased already.
 */
export const eraseJob: UseCase<JobRef, JobRow> = async (forge, { principal, context }, ref) => {
  const found = getJob(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  const job = found.right
  const access = projectFor(forge, principal, ref.project, 'update_pipeline')
  if (E.isLeft(access)) return access
  if (principal.kind !== 'user') return refuse(forbidden())
  if (job.userId !== principal.userId && !mayInProject(access.right, 'run_jobs')) return refuse(forbidden())
  if (!isComplete(job.status)) return refuse(NOT_ERASABLE)
  const command = { type: 'Erase', userId: principal.userId, at: context.at } as const
  const done = await forge.aggregates.execute(jobOutput, job.id, command, context)
  return E.isLeft(done) ? done : E.right(job)
}
