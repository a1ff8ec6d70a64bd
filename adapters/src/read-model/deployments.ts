import {
  type Approval,
  type DeploymentFilter,
  type DeploymentQueries,
  type DeploymentRow,
  type DeploymentStatus,
  deployment,
} from '@forgefold/core/domains/deployment'
import { environment } from '@forgefold/core/domains/environment'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { KeptRows, oncePerDatabase } from './kept-rows.js'
import { LastSuccesses } from './last-successes.js'
import { type Condition, Lists } from './paging.js'
import { handle, type Projection, telling } from './projection.js'

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

/** Nobody has said anything yet. */
const NONE: ReadonlyArray<Approval> = []

/** Deployments, their approvals and the last success of each environment as they were last read. */
const keptOf = oncePerDatabase(() => ({
  rows: new KeptRows<DeploymentRow>(),
  approvals: new KeptRows<ReadonlyArray<Approval>>(),
  latest: new LastSuccesses(),
}))

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

const queries = (db: Database): DeploymentQueries => {
  const lists = new Lists(db)
  const kept = keptOf(db)
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
  const byJob = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM ${TABLES} WHERE d.job_id = ?`)
  const one = (stored: Stored | undefined): DeploymentRow | undefined =>
    stored === undefined ? undefined : rowOf(stored)
  const read = (id: number): DeploymentRow | undefined => one(byId.get(id))
  const readLatest = (environmentId: number): DeploymentRow | undefined => one(latest.get(environmentId))
  const readApprovals = (id: number): ReadonlyArray<Approval> => approvals.all(id)
  return {
    byId: (id) => kept.rows.get(id, read),
    find: (projectId, id) => {
      const row = kept.rows.get(id, read)
      return row?.projectId === projectId ? row : undefined
    },
    // The list itself needs ids only: its rows are in memory, or on their way there.
    list: (filter, request) =>
      lists.keptPage<{ readonly id: number }, DeploymentRow>(
        { select: 'd.id', from: 'deployments d', where: conditions(filter), orderBy: orderOf(filter) },
        request,
        (ids) => ids.flatMap(({ id }) => kept.rows.get(id, read) ?? []),
      ),
    latest: (environmentId) => kept.latest.of(environmentId, readLatest),
    previousSuccess: (environmentId, before) => one(previous.get(environmentId, before)),
    olderJobs: (environmentId, before) => olderJobs.all(environmentId, before),
    ofEnvironment: (environmentId) => ofEnvironment.all(environmentId),
    approvals: (deploymentId) => kept.approvals.get(deploymentId, readApprovals),
    byJob: (jobId) => one(byJob.get(jobId)),
  }
}

export const deployments: Projection = {
  name: 'deployments',
  version: 2,
  schema: `
    CREATE TABLE deployments (
      id INTEGER PRIMARY KEY,
      iid INTEGER NOT NULL,
      project_id INTEGER NOT NULL,
      environment_id INTEGER NOT NULL,
      ref TEXT NOT NULL,
      tag INTEGER NOT NULL,
      sha TEXT NOT NULL,
      status TEXT NOT NULL,
      user_id INTEGER NOT NULL,
      job_id INTEGER,
      linked INTEGER NOT NULL DEFAULT 0,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      finished_at TEXT
    ) STRICT;
    CREATE UNIQUE INDEX deployments_by_iid ON deployments (project_id, iid);
    CREATE INDEX deployments_by_project ON deployments (project_id, id);
    CREATE INDEX deployments_by_status ON deployments (project_id, status, id);
    CREATE INDEX deployments_by_update ON deployments (project_id, updated_at, id DESC);
    CREATE INDEX deployments_by_ref ON deployments (project_id, ref, id);
    CREATE INDEX deployments_by_environment ON deployments (environment_id, id);
    CREATE INDEX deployments_by_end ON deployments (environment_id, status, finished_at, id);
    CREATE INDEX deployments_by_success ON deployments (finished_at, id) WHERE status = 'success';
    CREATE INDEX deployments_by_job ON deployments (job_id) WHERE job_id IS NOT NULL;
    CREATE TABLE deployment_approvals (
      deployment_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      status TEXT NOT NULL,
      comment TEXT,
      rule_id INTEGER,
      at TEXT NOT NULL,
      PRIMARY KEY (deployment_id, user_id)
    ) STRICT;
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO deployments (id, iid, project_id, environment_id, ref, tag, sha, status, user_id, job_id, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'created', ?, ?, ?, ?)`,
    )
    const setStatus = db.prepare(
      'UPDATE deployments SET status = ?, updated_at = ?, finished_at = coalesce(?, finished_at) WHERE id = ?',
    )
    const link = db.prepare('UPDATE deployments SET linked = 1 WHERE id = ?')
    const touch = db.prepare('UPDATE deployments SET updated_at = ? WHERE id = ?')
    const approve = db.prepare(
      `INSERT INTO deployment_approvals (deployment_id, user_id, status, comment, rule_id, at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (deployment_id, user_id) DO UPDATE SET status = excluded.status, comment = excluded.comment`,
    )
    const remove = db.prepare('DELETE FROM deployments WHERE id = ?')
    const removeApprovals = db.prepare('DELETE FROM deployment_approvals WHERE deployment_id = ?')
    const moved =
      (status: DeploymentStatus, ends = false) =>
      (data: { readonly at: string }, event: StoredEvent): void => {
        setStatus.run(status, data.at, ends ? data.at : null, idOf(event.stream))
      }
    const kept = keptOf(db)
    const forget = ({ stream, type }: StoredEvent): void => {
      const id = Number(idOf(stream))
      kept.rows.forget(id)
      kept.latest.hear(id, type)
      // What is new has none.
      if (type === 'DeploymentCreated') kept.approvals.set(id, NONE)
      else kept.approvals.forget(id)
    }
    const forgetAll = (): void => {
      kept.rows.forgetAll()
      kept.latest.forgetAll()
    }
    const own = telling(
      forget,
      handle(context, deployment, {
        DeploymentCreated: (data, { stream, metadata: { at } }) => {
          const { iid, projectId, environmentId, ref, tag, sha, userId, jobId } = data
          insert.run(idOf(stream), iid, projectId, environmentId, ref, tag ? 1 : 0, sha, userId, jobId, at, at)
        },
        DeploymentStarted: moved('running'),
        DeploymentSucceeded: moved('success', true),
        DeploymentFailed: moved('failed', true),
        DeploymentCanceled: moved('canceled', true),
        DeploymentSkipped: moved('skipped'),
        DeploymentBlocked: moved('blocked'),
        DeploymentUnblocked: moved('created'),
        ApprovalGiven: (data, { stream, metadata: { at } }) => {
          approve.run(idOf(stream), data.userId, data.status, data.comment, data.ruleId, data.at)
          touch.run(at, idOf(stream))
        },
        MergeRequestsLinked: (_, { stream }) => {
          link.run(idOf(stream))
        },
        DeploymentDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
          removeApprovals.run(idOf(stream))
        },
      }),
    )
    // A deployment shows its environment's name, slug and address.
    const shown = handle(context, environment, { EnvironmentChanged: forgetAll, EnvironmentDeleted: forgetAll })
    return [own, shown]
  },
  queries: (db) => ({ deployments: queries(db) }),
}
