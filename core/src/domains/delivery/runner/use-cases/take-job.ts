import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { type Instant, type Rejection, secondsAfter } from '../../../../kernel/index.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { branchRef, tagRef } from '../../../projects/repository/refs.js'
import { issueJobToken } from '../../job-token/steps/issue.js'
import type { JobRow, PipelineRow } from '../../pipeline/queries.js'
import { beginJob } from '../../pipeline/steps/run-job.js'
import { runnerOfToken, servesProject } from '../access.js'
import { runner } from '../decider.js'
import type { RunnerProgram } from '../events.js'
import type { RunnerRow } from '../queries.js'
import { type JobPayload, jobPayload } from '../steps/job-payload.js'

/** A runner's request for a job. */
export interface JobRequest {
  readonly token: string
  readonly program: RunnerProgram
  /** Seconds that a job must have waited. */
  readonly age: number
}

const fitsTags = ({ tags, runUntagged }: RunnerRow, job: JobRow): boolean =>
  job.tags.length === 0 ? runUntagged : job.tags.every((tag) => tags.includes(tag))

const isProtected = (forge: Forge, { projectId, ref, tag, mergeRequestId }: PipelineRow): boolean =>
  mergeRequestId === null && forge.refRules.isProtected(projectId, tag ? tagRef(ref) : branchRef(ref))

/** A job with its pipeline and project. */
interface Candidate {
  readonly job: JobRow
  readonly pipeline: PipelineRow
  readonly project: ProjectRow
}

/** The jobs that a runner may take, by id. */
function* candidates(forge: Forge, row: RunnerRow, queuedBefore: Instant): Generator<Candidate> {
  let after = 0
  for (let jobs = forge.read.pipelines.pendingJobs(after); jobs.length > 0; ) {
    for (const job of jobs) {
      after = job.id
      if (!fitsTags(row, job) || (job.queuedAt ?? job.createdAt) > queuedBefore) continue
      const project = forge.read.projects.byId(job.projectId)
      const pipeline = forge.read.pipelines.byId(job.pipelineId)
      if (project === undefined || pipeline === undefined || project.features.builds === 'disabled') continue
      if (!servesProject(forge, project)(row)) continue
      if (row.accessLevel === 'ref_protected' && !isProtected(forge, pipeline)) continue
      yield { job, pipeline, project }
    }
    jobs = forge.read.pipelines.pendingJobs(after)
  }
}

const noteContact = async (
  forge: Forge,
  { context }: Caller,
  row: RunnerRow,
  program: RunnerProgram,
): Promise<E.Either<Rejection, unknown>> =>
  forge.aggregates.execute(
    runner,
    row.id,
    { type: 'NoteContact', program, at: context.at },
    withNewCommandId(forge, context),
  )

const nextJob = async (
  forge: Forge,
  caller: Caller,
  row: RunnerRow,
  age: number,
): Promise<E.Either<Rejection, JobPayload | undefined>> => {
  for (const { job, pipeline, project } of candidates(forge, row, secondsAfter(caller.context.at, -age))) {
    const context = withNewCommandId(forge, caller.context)
    const begun = await beginJob(forge, context, job, row.id)
    if (E.isLeft(begun)) {
      if (begun.left.kind === 'Unavailable') return begun
      continue
    }
    const issued = await issueJobToken(forge, context, begun.right)
    if (E.isLeft(issued)) return issued
    return E.right(await jobPayload(forge, { job: begun.right, pipeline, project, runner: row, token: issued.right }))
  }
  return E.right(undefined)
}

/**
 * Assigns to a runner the job with the lowest id among those it may take, and starts it; undefined where there is none.
 *
 * Rejections: `Forbidden` where the token is not a runner's; `Unavailable`.
 */
export const takeJob: UseCase<JobRequest, JobPayload | undefined> = async (forge, caller, { token, program, age }) => {
  const found = runnerOfToken(forge, token)
  if (E.isLeft(found)) return found
  const [noted, taken] = await Promise.all([
    noteContact(forge, caller, found.right, program),
    found.right.paused ? E.right(undefined) : nextJob(forge, caller, found.right, age),
  ])
  // The runner has to receive the job that was assigned to it, even where recording its contact failed.
  return E.isLeft(noted) && (E.isLeft(taken) || taken.right === undefined) ? noted : taken
}
