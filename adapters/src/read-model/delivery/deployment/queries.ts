import type {
  Approval,
  DeploymentFilter,
  DeploymentQueries,
  DeploymentRow,
} from '@forgefold/core/domains/delivery/deployment'
import type { Database } from 'better-sqlite3'
import { type Condition, Lists } from '../../engine/paging.js'
import { deploymentCachesOf } from './caches.js'

type Stored = Omit<DeploymentRow, 'tag' | 'linked'> & { readonly tag: number; readonly linked: number }

const COLUMNS = `d.id, d.iid, d.project_id AS projectId, d.ref, d.tag, d.sha, d.status, d.user_id AS userId, d.job_id AS jobId,
  d.created_at AS createdAt, d.updated_at AS updatedAt, d.finished_at AS finishedAt, d.environment_id AS environmentId,
  e.name AS environmentName, e.slug AS environmentSlug, e.external_url AS environmentUrl,
  e.tier AS environmentTier, d.linked`

const TABLES = 'deployments d JOIN environments e ON e.id = d.environment_id'

const rowOf = (stored: Stored): DeploymentRow => ({
  ...stored,
  tag: stored.tag === 1,
  linked: stored.linked === 1,
})

const conditions = (filter: DeploymentFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [{ sql: 'd.project_id = ?', values: [filter.projectId] }]
  if (filter.environment !== undefined)
    where.push({
      sql: 'd.environment_id = (SELECT id FROM environments WHERE project_id = ? AND name = ?)',
      values: [filter.projectId, filter.environment],
    })
  if (filter.status !== undefined) where.push({ sql: 'd.status = ?', values: [filter.status] })
  if (filter.updatedAfter !== undefined) where.push({ sql: 'd.updated_at >= ?', values: [filter.updatedAfter] })
  if (filter.updatedBefore !== undefined) where.push({ sql: 'd.updated_at <= ?', values: [filter.updatedBefore] })
  return where
}

/** Ids follow the order of creation, so `iid` and `created_at` sort as ids do; a bound on `updated_at` sorts by it. */
const orderOf = (filter: DeploymentFilter): string => {
  const way = filter.sort === 'desc' ? 'DESC' : 'ASC'
  const bounded = filter.updatedAfter !== undefined || filter.updatedBefore !== undefined
  if (bounded || filter.orderBy === 'updated_at') return `d.updated_at ${way}, d.id DESC`
  return filter.orderBy === 'ref' ? `d.ref ${way}, d.id ${way}` : `d.id ${way}`
}

/** Queries of deployments. */
export const deploymentQueries = (db: Database): DeploymentQueries => {
  const lists = new Lists(db)
  const caches = deploymentCachesOf(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE d.id = ?`)
  const latest = db.prepare<[number], Stored>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE d.environment_id = ? AND d.status = 'success'
     ORDER BY d.finished_at DESC, d.id DESC LIMIT 1`,
  )
  const previous = db.prepare<[number, number], Stored>(
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE d.environment_id = ? AND d.status = 'success' AND d.id < ?
     ORDER BY d.id DESC LIMIT 1`,
  )
  const ofEnvironment = db
    .prepare<[number], number>('SELECT id FROM deployments WHERE environment_id = ? ORDER BY id')
    .pluck()
  const everOn = db
    .prepare<[number, string], number>(
      `SELECT DISTINCT environment_id FROM deployments
       WHERE project_id = ? AND ref = ? AND tag = 0 AND status = 'success' ORDER BY environment_id`,
    )
    .pluck()
  const olderJobs = db
    .prepare<[number, number], number>(
      `SELECT job_id FROM deployments WHERE environment_id = ? AND status IN ('created', 'running') AND id < ?
       AND job_id IS NOT NULL ORDER BY id`,
    )
    .pluck()
  const approvals = db.prepare<[number], Approval>(
    `SELECT user_id AS userId, status, comment, rule_id AS ruleId, at FROM deployment_approvals
     WHERE deployment_id = ? ORDER BY at, rowid`,
  )
  const ahead = db.prepare<[number]>('SELECT 1 FROM deployments WHERE id = ? AND environment_id < 0')
  const byJob = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE d.job_id = ?`)
  const one = (stored: Stored | undefined): DeploymentRow | undefined =>
    stored === undefined ? undefined : rowOf(stored)
  const read = (id: number): DeploymentRow | undefined => one(byId.get(id))
  const readLatest = (environmentId: number): DeploymentRow | undefined => one(latest.get(environmentId))
  const readApprovals = (id: number): ReadonlyArray<Approval> => approvals.all(id)
  return {
    byId: (id) => caches.rows.get(id, read),
    find: (projectId, id) => {
      const row = caches.rows.get(id, read)
      return row?.projectId === projectId ? row : undefined
    },
    // The list query selects only ids: the rows come from the cache or are read once.
    list: (filter, request) =>
      lists.keptPage<{ readonly id: number }, DeploymentRow>(
        filter,
        request,
        () => ({ select: 'd.id', from: 'deployments d', where: conditions(filter), orderBy: orderOf(filter) }),
        (ids) => ids.flatMap(({ id }) => caches.rows.get(id, read) ?? []),
      ),
    latest: (environmentId) => caches.lastSuccesses.of(environmentId, readLatest),
    previousSuccess: (environmentId, before) => one(previous.get(environmentId, before)),
    olderJobs: (environmentId, before) => olderJobs.all(environmentId, before),
    ofEnvironment: (environmentId) => ofEnvironment.all(environmentId),
    environmentsOn: (projectId, branch) =>
      everOn.all(projectId, branch).filter((id) => {
        const last = caches.lastSuccesses.of(id, readLatest)
        return last?.ref === branch && !last.tag
      }),
    approvals: (deploymentId) => caches.approvals.get(deploymentId, readApprovals),
    awaitsEnvironment: (id) => ahead.get(id) !== undefined,
    byJob: (jobId) => one(byJob.get(jobId)),
  }
}
