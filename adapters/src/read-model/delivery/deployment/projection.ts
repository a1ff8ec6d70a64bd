import { type Approval, deployment } from '@forgefold/core/domains/delivery/deployment'
import { environment } from '@forgefold/core/domains/delivery/environment'
import { type Instant, idOf, type StoredEvent } from '@forgefold/core/kernel'
import { handle, type Projection, withListener } from '../../engine/projection.js'
import { deploymentCachesOf } from './caches.js'
import { type MoveType, moveAt, moveOf } from './moves.js'
import { deploymentQueries } from './queries.js'

/** Deployments, and who approved them. */
const schema = `
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
    -- Lists of a project, by number; those of one status; between two moments; by ref.
    CREATE INDEX deployments_by_project ON deployments (project_id, id);
    CREATE INDEX deployments_by_status ON deployments (project_id, status, id);
    CREATE INDEX deployments_by_update ON deployments (project_id, updated_at, id DESC);
    CREATE INDEX deployments_by_ref ON deployments (project_id, ref, id);
    -- Lists of an environment.
    CREATE INDEX deployments_by_environment ON deployments (environment_id, id);
    -- Lists of an environment of one status; the success before another.
    CREATE INDEX deployments_by_standing ON deployments (environment_id, status, id);
    -- The last success of an environment; merge requests by what was deployed to it, and when.
    CREATE INDEX deployments_by_end ON deployments (environment_id, finished_at, id) WHERE status = 'success';
    -- Merge requests by when they were deployed, wherever.
    CREATE INDEX deployments_by_success ON deployments (finished_at, id) WHERE status = 'success';
    -- The deployment of a job; older ones of an environment that have not ended.
    CREATE INDEX deployments_by_job ON deployments (job_id) WHERE job_id IS NOT NULL;
    CREATE INDEX deployments_unfinished ON deployments (environment_id, id)
      WHERE job_id IS NOT NULL AND status IN ('created', 'running');
    CREATE TABLE deployment_approvals (
      deployment_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      status TEXT NOT NULL,
      comment TEXT,
      rule_id INTEGER,
      at TEXT NOT NULL,
      PRIMARY KEY (deployment_id, user_id)
    ) STRICT;
  `

/** No approvals. */
const NONE: ReadonlyArray<Approval> = []

/** With its numbers negative a deployment is in no list and no count: so is one whose environment, which is written beside it, is not there yet. */
const TURN = 'UPDATE deployments SET project_id = -project_id, environment_id = -environment_id'

/** Deployments in the read model. */
export const deployments: Projection = {
  name: 'deployments',
  version: 3,
  schema,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO deployments (id, iid, project_id, environment_id, ref, tag, sha, status, user_id, job_id, created_at, updated_at, finished_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    const hide = db.prepare(
      `${TURN} WHERE id = ? AND NOT EXISTS (SELECT 1 FROM environments e WHERE e.id = deployments.environment_id)`,
    )
    const show = db.prepare(`${TURN} WHERE environment_id = -?`)
    const remove = db.prepare('DELETE FROM deployments WHERE id = ?')
    const removeApprovals = db.prepare('DELETE FROM deployment_approvals WHERE deployment_id = ?')
    /** The move that was written with the deployment itself. */
    let written: StoredEvent | undefined
    const moved =
      (type: MoveType) =>
      (data: { readonly at: Instant }, event: StoredEvent): void => {
        if (event === written) return
        const { status, at, finishedAt } = moveAt(type, data.at)
        setStatus.run(status, at, finishedAt, idOf(event.stream))
      }
    const caches = deploymentCachesOf(db)
    const forget = ({ stream, type }: StoredEvent): void => {
      const id = Number(idOf(stream))
      caches.rows.forget(id)
      caches.lastSuccesses.deploymentChanged(id, type)
      // A new deployment has no approvals.
      if (type === 'DeploymentCreated') caches.approvals.set(id, NONE)
      else caches.approvals.forget(id)
    }
    const forgetAll = (): void => {
      caches.rows.forgetAll()
      caches.lastSuccesses.forgetAll()
    }
    const own = withListener(
      forget,
      handle(context, deployment, {
        DeploymentCreated: (data, { stream, metadata: { at } }, next) => {
          const { iid, projectId, environmentId, ref, tag, sha, userId, jobId } = data
          const move = moveOf(next)
          written = move === undefined ? undefined : next
          const standing = [move?.status ?? 'created', userId, jobId, at, move?.at ?? at, move?.finishedAt ?? null]
          insert.run(idOf(stream), iid, projectId, environmentId, ref, tag ? 1 : 0, sha, ...standing)
        },
        EnvironmentIntroduced: (_, { stream }) => {
          hide.run(idOf(stream))
        },
        DeploymentStarted: moved('DeploymentStarted'),
        DeploymentSucceeded: moved('DeploymentSucceeded'),
        DeploymentFailed: moved('DeploymentFailed'),
        DeploymentCanceled: moved('DeploymentCanceled'),
        DeploymentSkipped: moved('DeploymentSkipped'),
        DeploymentBlocked: moved('DeploymentBlocked'),
        DeploymentUnblocked: moved('DeploymentUnblocked'),
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
    const shown = handle(context, environment, {
      EnvironmentCreated: (_, { stream }) => {
        if (show.run(Number(idOf(stream))).changes > 0) forgetAll()
      },
      EnvironmentChanged: forgetAll,
      EnvironmentDeleted: forgetAll,
    })
    return [own, shown]
  },
  queries: { deployments: deploymentQueries },
}
