import type { AggregateRepository } from '../../../../app/aggregate-repository.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Gates, PipelineCommand } from '../commands.js'
import { pipeline } from '../decider.js'
import { gatesOf } from '../gates.js'

/** The copies that a command creates. */
const copiesIn = (
  command: PipelineCommand,
): ReadonlyArray<{ readonly jobId: number; readonly newJobId: number; readonly userId?: number }> => {
  if (command.type === 'Retry') return command.copies.map((copy) => ({ ...copy, userId: command.userId }))
  if (command.type !== 'ReportJob' || command.copyId === undefined) return []
  return [{ jobId: command.jobId, newJobId: command.copyId }]
}

/** The gates of the jobs that the command may start; that of a retried job under the id of its copy. */
const gatesFor = (forge: Forge, pipelineId: number, command: PipelineCommand): Gates => {
  const row = forge.read.pipelines.byId(pipelineId)
  if (row === undefined) return new Map()
  const jobs = forge.read.pipelines.unbegunWithEnvironment(pipelineId)
  const copies = copiesIn(command).flatMap(({ jobId, newJobId, userId }) => {
    const retried = forge.read.pipelines.jobById(jobId)
    return retried?.pipelineId === pipelineId && !retried.retried
      ? [{ ...retried, id: newJobId, userId: userId ?? retried.userId }]
      : []
  })
  return gatesOf(forge, row.projectId, [...jobs, ...copies])
}

/**
 * Executes a command on a pipeline, with the gates of protected environments for the jobs that start as a consequence. Rejections: the
 * pipeline's own; `Unavailable`.
 */
export const executeOnPipeline = (
  forge: Forge,
  pipelineId: number,
  command: PipelineCommand,
  context: CommandContext,
): ReturnType<AggregateRepository['execute']> =>
  forge.aggregates.execute(pipeline, pipelineId, { gates: gatesFor(forge, pipelineId, command), ...command }, context)
