import { project } from '@forgefold/core/domains/projects/project'
import {
  type ExternalStatusCheckQueries,
  type ExternalStatusCheckRow,
  externalStatusCheck,
  type StatusCheckResult,
  statusCheckResponse,
} from '@forgefold/core/domains/review/external-status-check'
import { mergeRequest } from '@forgefold/core/domains/review/merge-request'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

const COLUMNS = `id, project_id AS projectId, name, external_url AS externalUrl, protected_branch_ids AS protectedBranchIds`

type Stored = Omit<ExternalStatusCheckRow, 'protectedBranchIds'> & { readonly protectedBranchIds: string }

const rowOf = ({ protectedBranchIds, ...rest }: Stored): ExternalStatusCheckRow => ({
  protectedBranchIds: JSON.parse(protectedBranchIds) as ReadonlyArray<number>,
  ...rest,
})

const queries = (db: Database): ExternalStatusCheckQueries => {
  const lists = new Lists(db)
  const find = db.prepare<[number, number], Stored>(
    `SELECT ${COLUMNS} FROM external_status_checks WHERE project_id = ? AND id = ?`,
  )
  const ofProject = db.prepare<[number], Stored>(
    `SELECT ${COLUMNS} FROM external_status_checks WHERE project_id = ? ORDER BY id`,
  )
  const statusOf = db
    .prepare<[number, number, string], StatusCheckResult>(
      `SELECT status FROM status_check_responses WHERE merge_request_id = ? AND check_id = ? AND sha = ?
       ORDER BY id DESC LIMIT 1`,
    )
    .pluck()
  return {
    find: (projectId, id) => {
      const stored = find.get(projectId, id)
      return stored === undefined ? undefined : rowOf(stored)
    },
    list: (projectId, page) => {
      const where = [{ sql: 'project_id = ?', values: [projectId] }]
      const found = lists.page<Stored>({ select: COLUMNS, from: 'external_status_checks', where, orderBy: 'id' }, page)
      return { ...found, rows: found.rows.map(rowOf) }
    },
    ofProject: (projectId) => ofProject.all(projectId).map(rowOf),
    statusOf: ({ checkId, mergeRequestId, sha }) => statusOf.get(mergeRequestId, checkId, sha),
  }
}

/** External status checks in the read model, and what their services say of merge requests. */
export const externalStatusChecks: Projection = {
  name: 'external_status_checks',
  version: 1,
  schema: `
    CREATE TABLE external_status_checks (
      id INTEGER PRIMARY KEY,
      project_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      external_url TEXT NOT NULL,
      protected_branch_ids TEXT NOT NULL
    ) STRICT;
    CREATE INDEX external_status_checks_by_project ON external_status_checks (project_id, id);
    CREATE TABLE status_check_responses (
      id INTEGER PRIMARY KEY,
      check_id INTEGER NOT NULL,
      merge_request_id INTEGER NOT NULL,
      sha TEXT NOT NULL,
      status TEXT NOT NULL
    ) STRICT;
    CREATE INDEX status_check_responses_by_request ON status_check_responses (merge_request_id, check_id, sha, id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO external_status_checks (id, project_id, name, external_url, protected_branch_ids)
       VALUES ($id, $projectId, $name, $externalUrl, $branches)`,
    )
    const update = db.prepare(
      `UPDATE external_status_checks SET name = coalesce($name, name), external_url = coalesce($externalUrl, external_url),
         protected_branch_ids = coalesce($branches, protected_branch_ids) WHERE id = $id`,
    )
    const remove = db.prepare('DELETE FROM external_status_checks WHERE id = ?')
    const removeOfProject = db.prepare('DELETE FROM external_status_checks WHERE project_id = ?')
    const insertResponse = db.prepare(
      `INSERT INTO status_check_responses (id, check_id, merge_request_id, sha, status)
       VALUES ($id, $checkId, $mergeRequestId, $sha, $status)`,
    )
    const removeResponses = db.prepare('DELETE FROM status_check_responses WHERE merge_request_id = ?')
    return [
      handle(context, externalStatusCheck, {
        StatusCheckCreated: ({ protectedBranchIds, ...data }, { stream }) => {
          insert.run({ branches: JSON.stringify(protectedBranchIds), id: idOf(stream), ...data })
        },
        StatusCheckChanged: ({ name = null, externalUrl = null, protectedBranchIds }, { stream }) => {
          const branches = protectedBranchIds === undefined ? null : JSON.stringify(protectedBranchIds)
          update.run({ id: idOf(stream), name, externalUrl, branches })
        },
        StatusCheckDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
      handle(context, statusCheckResponse, {
        StatusCheckResponseGiven: (data, { stream }) => {
          insertResponse.run({ ...data, id: idOf(stream) })
        },
      }),
      handle(context, mergeRequest, {
        MergeRequestDeleted: (_, { stream }) => {
          removeResponses.run(idOf(stream))
        },
      }),
      handle(context, project, {
        ProjectDeleted: (_, { stream }) => {
          removeOfProject.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { externalStatusChecks: queries },
}
