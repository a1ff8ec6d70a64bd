import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { forbidden, type Rejection, type ReservedName, refuse } from '../../../../kernel/index.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { mayInProject } from '../../../projects/project/access.js'
import { branchRef } from '../../../projects/repository/refs.js'
import type { PipelineRow } from '../../pipeline/queries.js'
import { mayRunOn } from '../../pipeline/steps/ref-access.js'
import { runPipeline } from '../../pipeline/use-cases/pipelines.js'
import { findSchedule, type PipelineScheduleRef, type ScheduleAccess } from '../access.js'
import { pipelineSchedule } from '../aggregate.js'
import type { PipelineScheduleRow } from '../queries.js'

const run = async (
  forge: Forge,
  caller: Caller,
  { id, projectId, ref }: PipelineScheduleRow,
  cause?: ReservedName,
): Promise<E.Either<Rejection, PipelineRow>> => {
  const variables = forge.read.pipelineSchedules
    .variables(id)
    .map((one) => ({ ...one, value: forge.secretBox.open(one.value) ?? '' }))
  const made = { project: projectId, ref, variables, source: 'schedule', scheduleId: id } as const
  return runPipeline(forge, caller, cause === undefined ? made : { ...made, cause })
}

const mayPlay = (forge: Forge, principal: Principal, { row: { projectId, ref }, access }: ScheduleAccess): boolean => {
  const name = ref.replace(/^refs\/(heads|tags)\//, '')
  const tag = ref.startsWith('refs/tags/') || forge.read.repositories.ref(projectId, branchRef(name)) === undefined
  return mayInProject(access, 'create_pipeline') && mayRunOn(forge, principal, { projectId, ref: name, tag })
}

/**
 * Runs a schedule immediately, in the name of the caller; its next run stays the same. Rejections: `NotFound` (Project, Pipeline Schedule);
 * `Forbidden`, also where its ref is protected from them. Refusals of the pipeline are not reported.
 */
export const playPipelineSchedule: UseCase<PipelineScheduleRef, void> = async (forge, caller, ref) => {
  const found = findSchedule(forge, caller.principal, ref)
  if (E.isLeft(found)) return found
  if (!mayPlay(forge, caller.principal, found.right)) return refuse(forbidden())
  const done = await run(forge, caller, found.right.row)
  return E.isLeft(done) && done.left.kind === 'Unavailable' ? done : E.right(undefined)
}

/** How many schedules are run in one pass. */
const AT_ONCE = 100

/**
 * Creates the pipelines of the schedules that are due: each once, with any number of servers and after any interruption. Several missed runs
 * are made up for by one. Where a pipeline is refused, the schedule continues with its next run. Returns how many were due. Rejections:
 * `Unavailable`.
 */
export const runDueSchedules: UseCase<void, number> = async (forge, { context }) => {
  const now = forge.clock.now()
  const due = forge.read.pipelineSchedules.due(now, AT_ONCE)
  for (const row of due) {
    const { id, nextRunAt: dueAt } = row
    if (dueAt === null) continue
    const cause = { kind: 'scheduled-pipeline', name: `${id}-${dueAt}` } as const
    const owner = principalOfUser(forge, row.ownerId)
    const made =
      owner === undefined
        ? refuse(forbidden())
        : await run(forge, { principal: owner, context: withNewCommandId(forge, context) }, row, cause)
    if (E.isLeft(made) && made.left.kind === 'Unavailable') return made
    const nextRunAt = forge.cron.next(row.cron, row.timezone, now) ?? null
    const command = { type: 'Run', dueAt, nextRunAt } as const
    const done = await forge.aggregates.execute(pipelineSchedule, id, command, withNewCommandId(forge, context))
    if (E.isLeft(done)) return done
  }
  return E.right(due.length)
}
