import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { idempotentId } from '../../../../app/idempotent-id.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import { retriedWithoutPause } from '../../../../app/retry.js'
import { conflict, forbidden, notFound, type Rejection, refuse, streamOf } from '../../../../kernel/index.js'
import { isObjectId, NO_OBJECT, type ObjectId } from '../../../../ports/git.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { ExternalReport, ReportedStatus } from '../commands.js'
import { pipeline } from '../decider.js'
import { executeOnPipeline } from '../steps/execute-on-pipeline.js'
import type { ReportedJob } from './find.js'

/** What an outside system says of a commit. */
export interface ReportStatus {
  readonly project: ProjectRef
  readonly sha: string
  readonly status: ReportedStatus
  readonly ref: string | undefined
  readonly name: string
  readonly targetUrl: string | undefined
  readonly description: string | undefined
  readonly coverage: number | undefined
  readonly pipelineId: number | undefined
}

const HEADS = 'refs/heads/'
const TAGS = 'refs/tags/'

const short = (name: string): string => name.replace(/^refs\/(heads|tags)\//, '')

interface CommitRef {
  readonly ref: string
  readonly tag: boolean
}

/** The branch or tag that the status is about: the given one, else the default branch or the first that has the commit. */
const placeOf = async (
  forge: Forge,
  projectId: number,
  sha: ObjectId,
  wanted: string | undefined,
): Promise<CommitRef | undefined> => {
  const git = forge.git.of(projectId)
  if (wanted !== undefined) {
    const ref = short(wanted)
    const tag = (await git.ref(HEADS + ref)) === undefined && (await git.ref(TAGS + ref)) !== undefined
    return { ref, tag }
  }
  const known = await git.refsContaining(sha, HEADS)
  const head = await git.head()
  const chosen = known.find((ref) => ref.name === HEADS + (head ?? '')) ?? known[0]
  return chosen === undefined ? undefined : { ref: short(chosen.name), tag: false }
}

/** So often at most the pipeline is begun anew because another has deleted it meanwhile. */
const ATTEMPTS = 8

/** What is reported on: the commit on its ref. */
interface Subject {
  readonly projectId: number
  readonly sha: ObjectId
  readonly place: CommitRef
}

/** A pipeline for outside jobs, and whether it began with the report or was there. */
interface BegunStream {
  readonly id: number
  readonly isReported: boolean
}

/** The pipeline for outside jobs of a commit on a ref, begun with the report where it is missing: one, whichever server is told first. */
const begin = async (
  forge: Forge,
  caller: Caller,
  { projectId, sha, place }: Subject,
  job: Promise<E.Either<Rejection, ExternalReport>>,
): Promise<E.Either<Rejection, BegunStream>> => {
  const cause = { kind: 'external-pipeline', name: `${projectId}\0${sha}\0${place.ref}` }
  const context = withNewCommandId(forge, caller.context)
  const number = prefetchNumber(forge, `project-${projectId}-pipeline`)
  const draft = {
    type: 'Create',
    projectId,
    sha,
    ...place,
    source: 'external',
    beforeSha: NO_OBJECT,
    mergeRequestId: null,
    sourceSha: null,
    yamlErrors: null,
    skipped: false,
    jobs: [],
    at: caller.context.at,
  } as const
  const begun = await retriedWithoutPause(ATTEMPTS, async (): Promise<E.Either<Rejection, BegunStream> | undefined> => {
    const settled = idempotentId(forge, { cause, aggregate: pipeline, counter: 'pipeline' }, context)
    const [id, iid, report] = await Promise.all([settled, number, job])
    if (E.isLeft(iid)) return iid
    if (E.isLeft(report)) return report
    // It changed hands meanwhile: whoever has it now is asked for.
    if (E.isLeft(id)) return id.left.kind === 'Conflict' ? undefined : id
    const command = { ...draft, iid: iid.right, userId: report.right.userId, report: report.right }
    const made = await forge.aggregates.execute(pipeline, id.right, command, withNewCommandId(forge, caller.context))
    if (E.isRight(made)) return E.right({ id: id.right, isReported: true })
    if (made.left.kind !== 'Conflict') return made
    const there = await forge.aggregates.load(pipeline, id.right)
    if (E.isLeft(there) && there.left.kind !== 'Conflict') return there
    if (E.isRight(there) && there.right.state.kind === 'live') return E.right({ id: id.right, isReported: false })
    // It was deleted since, or another server took it for given up before it began: the next one takes its place.
    await forge.reservations.release(cause, streamOf(pipeline, id.right), context)
    return undefined
  })
  return begun ?? refuse(conflict())
}

/** The report with the number of its job, should it be a new one. */
const reportOf = async (
  forge: Forge,
  userId: number,
  { name, status, targetUrl, description, coverage }: ReportStatus,
): Promise<E.Either<Rejection, ExternalReport>> =>
  E.map((jobId: number) => ({
    jobId,
    name,
    status,
    targetUrl: targetUrl ?? null,
    description: description ?? null,
    coverage: coverage ?? null,
    userId,
  }))(await prefetchNumber(forge, 'job'))

/**
 * Takes the status of an outside job about a commit, into the commit's newest pipeline or one of its own.
 * Rejections: `NotFound` (Project, Commit, References for commit, Pipeline …); `Forbidden`; `Refused` where the job cannot move so.
 */
export const reportStatus: UseCase<ReportStatus, ReportedJob> = async (forge, caller, input) => {
  const access = projectFor(forge, caller.principal, input.project, 'create_commit_status')
  if (E.isLeft(access)) return access
  if (caller.principal.kind !== 'user') return refuse(forbidden())
  const { userId } = caller.principal
  const projectId = access.right.project.id
  const sha = isObjectId(input.sha) ? await forge.git.of(projectId).resolve(input.sha) : undefined
  if (sha === undefined) return refuse(notFound('Commit'))
  const place = await placeOf(forge, projectId, sha, input.ref)
  if (place === undefined) return refuse(notFound('References for commit'))
  // One report at a time for a commit: the first makes the pipeline, the others find it.
  return forge.mutex.run(`report ${projectId} ${sha}`, async () => {
    const known = forge.read.pipelines.newestOf(projectId, sha, place.ref)
    if (input.pipelineId !== undefined && known?.id !== input.pipelineId) {
      const named = forge.read.pipelines.find(projectId, input.pipelineId)
      if (named?.sha !== sha || named.ref !== place.ref)
        return refuse(notFound('Pipeline for pipeline_id, sha and ref'))
    }
    const report = reportOf(forge, userId, input)
    const there = input.pipelineId ?? known?.id
    const begun =
      there === undefined
        ? await begin(forge, caller, { projectId, sha, place }, report)
        : E.right({ id: there, isReported: false })
    if (E.isLeft(begun)) return begun
    const target = begun.right.id
    if (!begun.right.isReported) {
      const said = await report
      if (E.isLeft(said)) return said
      const command = { type: 'ReportExternal', ...said.right, at: caller.context.at } as const
      const reported = await executeOnPipeline(forge, target, command, caller.context)
      if (E.isLeft(reported)) return reported
    }
    const job = forge.read.pipelines.externalJob(target, input.name)
    return job === undefined ? refuse(notFound()) : E.right({ job, sha, ref: place.ref })
  })
}
