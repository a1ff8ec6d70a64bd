import type { AggregateRepository } from '../../../../app/aggregate-repository.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { Gates, PipelineCommand } from '../commands.js'
import { pipeline } from '../decider.js'
import { gatesOf } from '../gates.js'
import type { JobRow } from '../queries.js'

/** What has not begun, or will get another turn. */
const mayBegin = ({ status }: JobRow): boolean => status === 'created' || status === 'scheduled' || status === 'skipped'

/** The jobs of the pipeline that may begin by the command; a retried one under the number of its copy. */
const gatesFor = (forge: Forge, pipelineId: number, command: PipelineCommand): Gates => {
  const row = forge.read.pipelines.byId(pipelineId)
  if (row === undefined) return new Map()
  const jobs = forge.read.pipelines.jobs(pipelineId, false)
  const copied = command.type === 'RetryJob' ? jobs.find(({ id }) => id === command.jobId) : undefined
  const copies =
    command.type === 'RetryJob' && copied !== undefined
      ? [{ ...copied, id: command.newJobId, userId: command.userId }]
      : []
  return gatesOf(forge, row.projectId, [...jobs.filter(mayBegin), ...copies])
}

/** Tells a pipeline something; protected environments have their say in whose turn comes by it. Rejections: the pipeline's own; `Unavailable`. */
export const executeOnPipeline = (
  forge: Forge,
  pipelineId: number,
  command: PipelineCommand,
  context: CommandContext,
): ReturnType<AggregateRepository['execute']> =>
  forge.aggregates.execute(pipeline, pipelineId, { ...command, gates: gatesFor(forge, pipelineId, command) }, context)
