import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { numberAhead } from '../../../../app/numbers.js'
import { forbidden, notFound, type Rejection, refuse } from '../../../../kernel/rejection.js'
import type { PipelineCommand } from '../commands.js'
import { isArchived } from '../instance-rules.js'
import type { JobRow } from '../queries.js'
import { executeOnPipeline } from './execute-on-pipeline.js'

/** Whether the job has grown too old to be started. */
export const isTooOld = (forge: Forge, { context }: Pick<Caller, 'context'>, job: JobRow): boolean =>
  isArchived(job, context.at, forge.settings.current())

export const execute = async (
  forge: Forge,
  { context }: Caller,
  job: JobRow,
  command: PipelineCommand,
  shown = job.id,
): Promise<E.Either<Rejection, JobRow>> => {
  const done = await executeOnPipeline(forge, job.pipelineId, command, context)
  if (E.isLeft(done)) return done
  const now = forge.read.pipelines.jobById(shown)
  return now === undefined ? refuse(notFound()) : E.right(now)
}

/** The number of a job that is about to be made. */
export const jobNumber = (forge: Forge): ReturnType<typeof numberAhead> => numberAhead(forge, 'job')

/** Puts a fresh copy in the place of a finished job; a deploying one waits again for its approvals. */
export const replaceJob = async (
  forge: Forge,
  caller: Caller,
  job: JobRow,
  number = jobNumber(forge),
): Promise<E.Either<Rejection, JobRow>> => {
  if (caller.principal.kind !== 'user') return refuse(forbidden())
  const id = await number
  if (E.isLeft(id)) return id
  const command = {
    type: 'RetryJob',
    jobId: job.id,
    newJobId: id.right,
    userId: caller.principal.userId,
    at: caller.context.at,
  } as const
  return execute(forge, caller, job, command, id.right)
}
