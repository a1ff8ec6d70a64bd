import {
  type DeployKeyProject,
  type DeployKeyQueries,
  type DeployKeyRow,
  deployKey,
  type ProjectDeployKeyRow,
} from '@forgefold/core/domains/projects/deploy-key'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const COLUMNS =
  'k.id, k.title, k.key_text AS key, k.fingerprint, k.md5, k.created_at AS createdAt, k.expires_at AS expiresAt'
const IN_PROJECT = `${COLUMNS}, p.can_push AS canPush`
const JOINED = 'deploy_key_projects p JOIN deploy_keys k ON k.id = p.key_id'

/** The ids of the projects that all users of a JSON list, which is bound twice, maintain. */
const MAINTAINED_BY_ALL = `SELECT a.project_id FROM json_each(?) w
  JOIN project_authorizations a ON a.user_id = w.value AND a.level >= 40
  GROUP BY a.project_id HAVING count(*) = json_array_length(?)`

type Stored<Row> = Omit<Row, 'canPush'> & { readonly canPush: number }
const opened = <Row>(stored: Stored<Row>): Row => ({ ...stored, canPush: stored.canPush === 1 }) as Row

const queries = (db: Database): DeployKeyQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], DeployKeyRow>(`SELECT ${COLUMNS} FROM deploy_keys k WHERE k.id = ?`)
  const byFingerprint = db.prepare<[string, string], DeployKeyRow>(
    `SELECT ${COLUMNS} FROM deploy_keys k WHERE k.fingerprint = ? OR k.md5 = ?`,
  )
  const inProject = db.prepare<[number, number], Stored<ProjectDeployKeyRow>>(
    `SELECT ${IN_PROJECT} FROM ${JOINED} WHERE p.project_id = ? AND p.key_id = ?`,
  )
  const projects = db.prepare<[number], Stored<DeployKeyProject>>(
    `SELECT p.project_id AS projectId, p.can_push AS canPush FROM deploy_key_projects p
     JOIN projects here ON here.id = p.project_id WHERE p.key_id = ? ORDER BY p.project_id`,
  )
  const left = db
    .prepare<[number], number>('SELECT key_id FROM deploy_key_projects WHERE project_id = ? ORDER BY key_id')
    .pluck()
  const common = db.prepare<[string, string], number>(`SELECT 1 WHERE EXISTS (${MAINTAINED_BY_ALL})`).pluck()
  return {
    byId: (id) => byId.get(id),
    byFingerprint: (fingerprint) => byFingerprint.get(fingerprint, fingerprint),
    inProject: (projectId, id) => {
      const found = inProject.get(projectId, id)
      return found === undefined ? undefined : opened(found)
    },
    ofProject: (projectId, request) => {
      const where = [{ sql: 'p.project_id = ?', values: [projectId] }]
      const found = lists.page<Stored<ProjectDeployKeyRow>>(
        { select: IN_PROJECT, from: JOINED, where, orderBy: 'k.id ASC' },
        request,
      )
      return { rows: found.rows.map(opened<ProjectDeployKeyRow>), total: found.total }
    },
    ofMaintained: (userIds, request) => {
      const users = JSON.stringify(userIds)
      if (common.get(users, users) === undefined) return undefined
      const sql = `k.id IN (SELECT key_id FROM deploy_key_projects WHERE project_id IN (${MAINTAINED_BY_ALL}))`
      return lists.page<DeployKeyRow>(
        { select: COLUMNS, from: 'deploy_keys k', where: [{ sql, values: [users, users] }], orderBy: 'k.id ASC' },
        request,
      )
    },
    left: (projectId) => left.all(projectId),
    list: (request) =>
      lists.page<DeployKeyRow>({ select: COLUMNS, from: 'deploy_keys k', where: [], orderBy: 'k.id ASC' }, request),
    projects: (id) => projects.all(id).map(opened<DeployKeyProject>),
  }
}

/** Deploy keys and the projects that have them, in the read model. */
export const deployKeys: Projection = {
  name: 'deploy-keys',
  version: 1,
  schema: `
    CREATE TABLE deploy_keys (
      id INTEGER PRIMARY KEY,
      title TEXT NOT NULL,
      key_text TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      md5 TEXT NOT NULL,
      created_at TEXT NOT NULL,
      expires_at TEXT
    ) STRICT;
    CREATE INDEX deploy_keys_by_fingerprint ON deploy_keys (fingerprint);
    CREATE INDEX deploy_keys_by_md5 ON deploy_keys (md5);
    CREATE TABLE deploy_key_projects (
      project_id INTEGER NOT NULL,
      key_id INTEGER NOT NULL,
      can_push INTEGER NOT NULL,
      PRIMARY KEY (project_id, key_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deploy_key_projects_by_key ON deploy_key_projects (key_id, project_id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO deploy_keys (id, title, key_text, fingerprint, md5, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    const enable = db.prepare(
      `INSERT INTO deploy_key_projects (project_id, key_id, can_push) VALUES (?, ?, ?)
       ON CONFLICT (project_id, key_id) DO UPDATE SET can_push = excluded.can_push`,
    )
    const disable = db.prepare('DELETE FROM deploy_key_projects WHERE project_id = ? AND key_id = ?')
    const rename = db.prepare('UPDATE deploy_keys SET title = ? WHERE id = ?')
    const remove = db.prepare('DELETE FROM deploy_keys WHERE id = ?')
    return [
      handle(context, deployKey, {
        DeployKeyAdded: (data, { stream, metadata: { at } }) => {
          const { title, key, fingerprint, md5, expiresAt, projectId, canPush } = data
          insert.run(idOf(stream), title, key, fingerprint, md5, at, expiresAt)
          enable.run(projectId, idOf(stream), Number(canPush))
        },
        DeployKeyEnabled: ({ projectId, canPush }, { stream }) => {
          enable.run(projectId, idOf(stream), Number(canPush))
        },
        DeployKeyAccessChanged: ({ projectId, canPush }, { stream }) => {
          enable.run(projectId, idOf(stream), Number(canPush))
        },
        DeployKeyDisabled: ({ projectId }, { stream }) => {
          disable.run(projectId, idOf(stream))
        },
        DeployKeyRenamed: ({ title }, { stream }) => {
          rename.run(title, idOf(stream))
        },
        DeployKeyRemoved: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { deployKeys: queries },
}
