import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse } from '../../../../kernel/rejection.js'
import type { PipelineCommand } from '../commands.js'
import { isArchived } from '../instance-rules.js'
import type { JobRow } from '../queries.js'
import { executeOnPipeline } from './execute-on-pipeline.js'

/** Whether the job is too old to be started. */
export const isTooOld = (forge: Forge, { context }: Pick<Caller, 'context'>, job: JobRow): boolean =>
  isArchived(job, context.at, forge.settings.current())

/** The job as the read model shows it. */
export const shownJob = (forge: Forge, id: number | undefined): E.Either<Rejection, JobRow> => {
  const now = id === undefined ? undefined : forge.read.pipelines.jobById(id)
  return E.fromNullable(notFound())(now)
}

export const execute = async (
  forge: Forge,
  { context }: Caller,
  job: JobRow,
  command: PipelineCommand,
): Promise<E.Either<Rejection, JobRow>> => {
  const done = await executeOnPipeline(forge, job.pipelineId, command, context)
  return E.isLeft(done) ? done : shownJob(forge, job.id)
}

/**
 * Replaces finished jobs of one pipeline by copies, all or none; deploying ones are held for approvals again. Copies start at once, or
 * each in its turn: after the stages before it, and a manual one when somebody starts it.
 */
export const replaceJobs = async (
  forge: Forge,
  { principal, context }: Caller,
  pipelineId: number,
  jobs: ReadonlyArray<JobRow>,
  { inTurn }: { readonly inTurn: boolean },
): Promise<E.Either<Rejection, ReadonlyArray<number>>> => {
  if (principal.kind !== 'user') return refuse(forbidden())
  const numbers = await Promise.all(jobs.map(() => forge.numbers.next('job')))
  const copies: Array<{ readonly jobId: number; readonly newJobId: number }> = []
  for (const [index, number] of numbers.entries()) {
    if (E.isLeft(number)) return number
    copies.push({ jobId: (jobs[index] as JobRow).id, newJobId: number.right })
  }
  const command = { type: 'Retry', copies, inTurn, userId: principal.userId, at: context.at } as const
  const done = await executeOnPipeline(forge, pipelineId, command, context)
  return E.isLeft(done) ? done : E.right(copies.map(({ newJobId }) => newJobId))
}
