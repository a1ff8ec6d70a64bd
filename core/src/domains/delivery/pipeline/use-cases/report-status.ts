import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import { findOrCreate } from '../../../../app/find-or-create.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { prefetchNumber } from '../../../../app/numbers.js'
import { forbidden, notFound, type Rejection, refuse } from '../../../../kernel/index.js'
import { isObjectId, NO_OBJECT, type ObjectId } from '../../../../ports/git.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { ExternalReport, ReportedStatus } from '../commands.js'
import { pipeline } from '../decider.js'
import { executeOnPipeline } from '../steps/execute-on-pipeline.js'
import { externalPipelineName } from '../unique-names.js'
import type { ReportedJob } from './find.js'

/** A commit status that an outside system reports. */
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

/** The commit that a status is about, on its ref. */
interface ReportedCommit {
  readonly projectId: number
  readonly sha: ObjectId
  readonly place: CommitRef
}

/** A pipeline for outside jobs, and whether it was created with the report in it. */
interface CreatedPipeline {
  readonly id: number
  readonly isReported: boolean
}

/** The pipeline for outside jobs of a commit on a ref, created with the report where it is missing. Servers that are told at the same time create one between them. */
const begin = async (
  forge: Forge,
  caller: Caller,
  { projectId, sha, place }: ReportedCommit,
  job: Promise<E.Either<Rejection, ExternalReport>>,
): Promise<E.Either<Rejection, CreatedPipeline>> => {
  const names = [externalPipelineName({ projectId, sha, ref: place.ref })]
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
  const find = (): CreatedPipeline | undefined => {
    const known = forge.read.pipelines.newestOf(projectId, sha, place.ref)
    return known === undefined ? undefined : { id: known.id, isReported: false }
  }
  const make = () =>
    forge.aggregates.create(
      pipeline,
      'pipeline',
      names,
      withNewCommandId(forge, caller.context),
      async (id, execute): Promise<E.Either<Rejection, CreatedPipeline>> => {
        const [iid, report] = await Promise.all([number, job])
        if (E.isLeft(iid)) return iid
        if (E.isLeft(report)) return report
        const command = { ...draft, iid: iid.right, userId: report.right.userId, report: report.right }
        const made = await execute(command, withNewCommandId(forge, caller.context))
        return E.isLeft(made) ? made : E.right({ id, isReported: true })
      },
    )
  return findOrCreate(forge, find, make)
}

const toReport = (id: number): E.Either<Rejection, CreatedPipeline> => E.right({ id, isReported: false })

/** As `begin`, one at a time for a commit on this server: the first creates the pipeline, the others find it. */
const beginOnce = (
  forge: Forge,
  caller: Caller,
  commit: ReportedCommit,
  find: () => E.Either<Rejection, number | undefined>,
  job: Promise<E.Either<Rejection, ExternalReport>>,
): Promise<E.Either<Rejection, CreatedPipeline>> =>
  forge.mutex.run(`report ${commit.projectId} ${commit.sha}`, async () => {
    const known = find()
    if (E.isLeft(known)) return known
    return known.right === undefined ? begin(forge, caller, commit, job) : toReport(known.right)
  })

/** The report with a number for its job, used where the job is new. */
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

/** The pipeline that the report goes into: the one that it names, else the newest of the commit on the ref; undefined where there is none yet. */
const pipelineFor = (
  forge: Forge,
  { projectId, sha, place }: ReportedCommit,
  pipelineId: number | undefined,
): E.Either<Rejection, number | undefined> => {
  const newest = forge.read.pipelines.newestOf(projectId, sha, place.ref)
  if (pipelineId === undefined || newest?.id === pipelineId) return E.right(newest?.id)
  const named = forge.read.pipelines.find(projectId, pipelineId)
  return named?.sha === sha && named.ref === place.ref
    ? E.right(pipelineId)
    : refuse(notFound('Pipeline for pipeline_id, sha and ref'))
}

/**
 * Records the status of an outside job in the commit's newest pipeline, or in one that it creates.
 * Rejections: `NotFound` (Project, Commit, References for commit, Pipeline …); `Forbidden`; `Refused` for a status that the job cannot take.
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
  const commit = { projectId, sha, place }
  const find = () => pipelineFor(forge, commit, input.pipelineId)
  const known = find()
  if (E.isLeft(known)) return known
  const report = reportOf(forge, userId, input)
  const begun = known.right === undefined ? await beginOnce(forge, caller, commit, find, report) : toReport(known.right)
  if (E.isLeft(begun)) return begun
  const target = begun.right.id
  if (!begun.right.isReported) {
    const reportedJob = await report
    if (E.isLeft(reportedJob)) return reportedJob
    const command = { type: 'ReportExternal', ...reportedJob.right, at: caller.context.at } as const
    const reported = await executeOnPipeline(forge, target, command, caller.context)
    if (E.isLeft(reported)) return reported
  }
  const job = forge.read.pipelines.externalJob(target, input.name)
  return job === undefined ? refuse(notFound()) : E.right({ job, sha, ref: place.ref })
}
