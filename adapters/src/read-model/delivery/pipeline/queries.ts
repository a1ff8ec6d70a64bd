import type { JobRow, PipelineQueries, PipelineRow } from '@forgefold/core/domains/delivery/pipeline'
import type { Database } from 'better-sqlite3'
import { AnswerCache, appliedEditionOf } from '../../engine/answer-cache.js'
import { type Condition, Lists } from '../../engine/paging.js'
import { downstreamQueries } from './downstream-queries.js'
import { conditions, NO_CHILD } from './list-conditions.js'
import { ofMergeRequest } from './of-merge-request.js'
import {
  JOB_COLUMNS as JOB,
  jobOf,
  PIPELINE_COLUMNS as PIPELINE,
  pipelineOf,
  type StoredJob,
  type StoredPipeline,
} from './rows.js'

const marks = (values: ReadonlyArray<unknown>): string => values.map(() => '?').join(', ')

const READY_FIRST = "CASE j.status WHEN 'waiting_for_resource' THEN 0 ELSE 1 END"

/** As the index of resource groups has it. */
const UPCOMING = "j.status IN ('waiting_for_resource', 'created', 'scheduled')"

/** Pipelines that have not ended; those that wait for a person or a time do not count. */
const ACTIVE = "p.status IN ('created', 'waiting_for_resource', 'preparing', 'pending', 'running')"

/** The most pipelines and jobs that are kept until an event is applied. */
const MAX_KEPT = 1000

/** Queries of pipelines and jobs. */
export const pipelineQueries = (db: Database): PipelineQueries => {
  const lists = new Lists(db)
  const headPipelines = new AnswerCache<PipelineRow | undefined>(appliedEditionOf(db))
  const byId = db.prepare<[number], StoredPipeline>(`SELECT ${PIPELINE} FROM pipelines p WHERE p.id = ?`)
  const variables = db.prepare<[number], string | null>('SELECT variables FROM pipelines WHERE id = ?').pluck()
  const jobVariables = db.prepare<[number], string | null>('SELECT variables FROM jobs WHERE id = ?').pluck()
  const newest = db.prepare<[number, string], StoredPipeline>(
    `SELECT ${PIPELINE} FROM pipelines p WHERE p.project_id = ? AND p.sha = ? AND ${NO_CHILD} ORDER BY p.id DESC LIMIT 1`,
  )
  const newestOn = db.prepare<[number, string, string], StoredPipeline>(
    `SELECT ${PIPELINE} FROM pipelines p WHERE p.project_id = ? AND p.sha = ? AND p.ref = ? AND ${NO_CHILD} ORDER BY p.id DESC LIMIT 1`,
  )
  const activeCount = db
    .prepare<[number], number>(`SELECT count(*) FROM pipelines p WHERE p.project_id = ? AND ${ACTIVE}`)
    .pluck()
  const activeJobsCount = db
    .prepare<[number, string], number>(
      `SELECT count(*) FROM pipelines p JOIN jobs j ON j.pipeline_id = p.id AND j.kind = 'build'
       WHERE p.project_id = ? AND ${ACTIVE} AND p.created_at > ?`,
    )
    .pluck()
  const ownHead = db.prepare<[number, string, string], StoredPipeline>(
    `SELECT ${PIPELINE} FROM pipelines p WHERE p.merge_request_id = ? AND (p.sha = ? OR p.source_sha = ?) AND ${NO_CHILD}
     ORDER BY CASE p.source WHEN 'merge_request_event' THEN 0 ELSE 1 END, p.id DESC LIMIT 1`,
  )
  const branchHead = db.prepare<[number, string, string], StoredPipeline>(
    `SELECT ${PIPELINE} FROM pipelines p WHERE p.project_id = ? AND p.sha = ? AND p.ref = ? AND p.tag = 0
       AND p.merge_request_id IS NULL AND ${NO_CHILD}
     ORDER BY CASE p.source WHEN 'merge_request_event' THEN 0 ELSE 1 END, p.id DESC LIMIT 1`,
  )
  const jobs = db.prepare<[number, number], StoredJob>(
    `SELECT ${JOB} FROM jobs j WHERE j.pipeline_id = ? AND j.retried <= ? ORDER BY j.id`,
  )
  const unbegun = db.prepare<[number], StoredJob>(
    `SELECT ${JOB} FROM jobs j WHERE j.pipeline_id = ? AND j.retried = 0 AND j.environment <> ''
       AND j.status IN ('created', 'scheduled', 'skipped') ORDER BY j.id`,
  )
  const external = db.prepare<[number, string], StoredJob>(
    `SELECT ${JOB} FROM jobs j WHERE j.pipeline_id = ? AND j.retried = 0 AND j.kind = 'external' AND j.name = ?
     ORDER BY j.id LIMIT 1`,
  )
  const job = db.prepare<[number], StoredJob>(`SELECT ${JOB} FROM jobs j WHERE j.id = ?`)
  const groupOfJob = db.prepare<[number], number | null>('SELECT resource_group_id FROM jobs WHERE id = ?').pluck()
  const waiting = db.prepare<[number], StoredJob>(
    `SELECT ${JOB} FROM jobs j WHERE j.status = 'pending' AND j.kind = 'build' AND j.id > ? ORDER BY j.id LIMIT 100`,
  )
  const due = db.prepare<[string], StoredJob>(
    `SELECT ${JOB} FROM jobs j WHERE j.status = 'scheduled' AND j.scheduled_at <= ? ORDER BY j.scheduled_at LIMIT 100`,
  )
  const onePipeline = (stored: StoredPipeline | undefined): PipelineRow | undefined =>
    stored === undefined ? undefined : pipelineOf(stored)
  const oneJob = (stored: StoredJob | undefined): JobRow | undefined =>
    stored === undefined ? undefined : jobOf(stored)
  // What is written together in one pipeline reads it, and reactors read the same jobs again.
  const keptJobs = new AnswerCache<JobRow | undefined>(appliedEditionOf(db), MAX_KEPT)
  const keptPipelines = new AnswerCache<PipelineRow | undefined>(appliedEditionOf(db), MAX_KEPT)
  const jobById = (id: number): JobRow | undefined => keptJobs.get(`${id}`, () => oneJob(job.get(id)))
  const pipelineById = (id: number): PipelineRow | undefined =>
    keptPipelines.get(`${id}`, () => onePipeline(byId.get(id)))
  return {
    ...downstreamQueries(db, pipelineById),
    byId: pipelineById,
    find: (projectId, id) => {
      const row = pipelineById(id)
      return row?.projectId === projectId ? row : undefined
    },
    variables: (id) => JSON.parse(variables.get(id) ?? '[]') as ReturnType<PipelineQueries['variables']>,
    jobVariables: (id) => JSON.parse(jobVariables.get(id) ?? '[]') as ReturnType<PipelineQueries['jobVariables']>,
    list: (filter, request) => {
      const way = filter.sort === 'desc' ? 'DESC' : 'ASC'
      const column = { id: 'id', status: 'status', ref: 'ref', updated_at: 'updated_at', user_id: 'user_id' }[
        filter.orderBy
      ]
      const orderBy = column === 'id' ? `p.id ${way}` : `p.${column} ${way}, p.id ${way}`
      const found = lists.page<StoredPipeline>(
        { select: PIPELINE, from: 'pipelines p', where: conditions(filter), orderBy },
        request,
      )
      return { rows: found.rows.map(pipelineOf), total: found.total }
    },
    activeCount: (projectId) => activeCount.get(projectId) ?? 0,
    activeJobsCount: (projectId, createdAfter) => activeJobsCount.get(projectId, createdAfter) ?? 0,
    newestOf: (projectId, sha, ref) =>
      keptPipelines.get(JSON.stringify([projectId, sha, ref]), () =>
        onePipeline(ref === undefined ? newest.get(projectId, sha) : newestOn.get(projectId, sha, ref)),
      ),
    headOfMergeRequest: ({ mergeRequestId, sourceProjectId, sourceBranch, sha }) =>
      headPipelines.get(`${mergeRequestId}/${sha}/${sourceProjectId}/${sourceBranch}`, () =>
        onePipeline(ownHead.get(mergeRequestId, sha, sha) ?? branchHead.get(sourceProjectId, sha, sourceBranch)),
      ),
    ofMergeRequest: (wanted, request) =>
      lists.keptPage<StoredPipeline, PipelineRow>(
        wanted,
        request,
        () => ofMergeRequest(PIPELINE, wanted),
        (rows) => rows.map(pipelineOf),
      ),
    jobs: (pipelineId, retriedToo) => jobs.all(pipelineId, retriedToo ? 1 : 0).map(jobOf),
    unbegunWithEnvironment: (pipelineId) => unbegun.all(pipelineId).map(jobOf),
    externalJob: (pipelineId, name) => oneJob(external.get(pipelineId, name)),
    job: (projectId, id) => {
      const row = jobById(id)
      return row?.projectId === projectId ? row : undefined
    },
    jobById,
    resourceGroupOf: (jobId) => groupOfJob.get(jobId),
    pendingJobs: (after) => waiting.all(after).map(jobOf),
    dueJobs: (now) => due.all(now).map(jobOf),
    upcomingJobs: ({ id, processMode }, request) => {
      const where: Array<Condition> = [{ sql: `j.resource_group_id = ? AND ${UPCOMING}`, values: [id] }]
      // In an ordered mode, jobs whose turn has not come hold back those that are ready.
      if (processMode === 'unordered') where.push({ sql: "j.status = 'waiting_for_resource'", values: [] })
      const orderBy = `j.pipeline_id ${processMode === 'newest_first' ? 'DESC' : 'ASC'}, ${READY_FIRST}, j.id`
      const found = lists.page<StoredJob>({ select: JOB, from: 'jobs j', where, orderBy }, request)
      return { rows: found.rows.map(jobOf), total: found.total }
    },
    projectJobs: (projectId, statuses, request) => {
      const where: Array<Condition> = [{ sql: "j.project_id = ? AND j.kind = 'build'", values: [projectId] }]
      if (statuses.length > 0) where.push({ sql: `j.status IN (${marks(statuses)})`, values: statuses })
      const found = lists.page<StoredJob>({ select: JOB, from: 'jobs j', where, orderBy: 'j.id DESC' }, request)
      return { rows: found.rows.map(jobOf), total: found.total }
    },
    statuses: (filter, request) => {
      const where: Array<Condition> = [
        { sql: 'p.project_id = ? AND p.sha = ?', values: [filter.projectId, filter.sha] },
      ]
      if (filter.ref !== undefined) where.push({ sql: 'p.ref = ?', values: [filter.ref] })
      if (filter.stage !== undefined) where.push({ sql: 'j.stage = ?', values: [filter.stage] })
      if (filter.name !== undefined) where.push({ sql: 'j.name = ?', values: [filter.name] })
      if (!filter.all) where.push({ sql: 'j.retried = 0', values: [] })
      const found = lists.page<StoredJob & { readonly ref: string; readonly sha: string }>(
        {
          select: `${JOB}, p.ref, p.sha`,
          from: 'jobs j JOIN pipelines p ON p.id = j.pipeline_id',
          where,
          orderBy: 'j.id ASC',
        },
        request,
      )
      return { rows: found.rows.map(jobOf), total: found.total }
    },
  }
}
