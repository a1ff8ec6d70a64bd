import type {
  KeptApprovals,
  MergeRequestHeads,
  MergeRequestQueries,
  MergeRequestRow,
  VersionRow,
} from '@forgefold/core/domains/review/merge-request'
import type { Instant } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { AnswerCache, appliedEditionOf } from '../../engine/answer-cache.js'
import { Lists, Statements } from '../../engine/paging.js'
import { participantQueries } from '../../issuable/participants.js'
import { listMergeRequests } from './list.js'
import { makeRowReader } from './rows.js'
import { scopes } from './visible.js'

const VERSION = `id, merge_request_id AS mergeRequestId, head, base, start, state, real_size AS realSize, commits, cause,
  created_at AS createdAt`

const PARTICIPANTS = `
  SELECT author_id AS user_id, 0 AS rank, 0 AS place FROM merge_requests WHERE id = $id
  UNION ALL SELECT user_id, 1, place FROM merge_request_assignees WHERE merge_request_id = $id
  UNION ALL SELECT user_id, 2, place FROM merge_request_reviewers WHERE merge_request_id = $id
  UNION ALL SELECT user_id, 4, place FROM merge_request_mentions WHERE merge_request_id = $id
  UNION ALL SELECT user_id, 5, 0 FROM merge_request_awards WHERE merge_request_id = $id`

/** Queries of merge requests. */
export const mergeRequestQueries = (db: Database): MergeRequestQueries => {
  const lists = new Lists(db)
  const statements = new Statements(db)
  const rows = makeRowReader(db)
  const scope = scopes(db)
  const edition = appliedEditionOf(db)
  const singles = new AnswerCache<MergeRequestRow | undefined>(edition)
  const numbers = new AnswerCache<number | undefined>(edition)
  const wishes = new AnswerCache<number | undefined>(edition)
  const mergers = new AnswerCache<boolean>(edition)
  const firstDeployments = new AnswerCache<Instant | null>(edition)
  const ids = <Key extends ReadonlyArray<unknown>>(condition: string) =>
    db.prepare<[...Key], number>(`SELECT id FROM merge_requests WHERE ${condition} ORDER BY id`).pluck()
  const byIid = ids<[number, number]>('target_project_id = ? AND iid = ?')
  const openFrom = ids<[number, string]>("source_project_id = ? AND source_branch = ? AND status = 'opened'")
  const collaborativeFrom = ids<[number]>(
    "source_project_id = ? AND allow_collaboration = 1 AND +status = 'opened' AND source_project_id <> target_project_id",
  )
  const openInto = ids<[number, string]>("target_project_id = ? AND target_branch = ? AND status = 'opened'")
  const waiting = ids<[string]>("auto_merge_sha = ? AND status = 'opened'")
  const mergedInto = ids<[number, string]>("target_project_id = ? AND target_branch = ? AND status = 'merged'")
  const mergedAs = db
    .prepare<[string, number], number>(
      `SELECT m.id FROM json_each(?) w CROSS JOIN merge_requests m ON m.target_project_id = ? AND m.status = 'merged'
         AND coalesce(m.merge_commit_sha, m.squash_commit_sha, m.head) = w.value
       GROUP BY m.id ORDER BY m.id`,
    )
    .pluck()
  const unsettled = db
    .prepare<[], number>(
      "SELECT id FROM merge_requests WHERE status = 'locked' UNION SELECT id FROM merge_requests WHERE rebasing = 1",
    )
    .pluck()
  const version = db.prepare<[number, number], VersionRow>(
    `SELECT ${VERSION} FROM merge_request_versions WHERE merge_request_id = ? AND id = ?`,
  )
  const versionBefore = db.prepare<[number, number], VersionRow>(
    `SELECT ${VERSION} FROM merge_request_versions WHERE merge_request_id = ? AND id < ? ORDER BY id DESC LIMIT 1`,
  )
  const subscription = db
    .prepare<[number, number], number>(
      'SELECT subscribed FROM merge_request_subscriptions WHERE merge_request_id = ? AND user_id = ?',
    )
    .pluck()
  const heads = db.prepare<[number], MergeRequestHeads>(
    'SELECT iid, head, merge_ref AS mergeRef FROM merge_requests WHERE target_project_id = ? ORDER BY iid',
  )
  const hasMerged = db
    .prepare<[number, number], number>(
      "SELECT 1 FROM merge_requests WHERE author_id = ? AND target_project_id = ? AND status = 'merged' LIMIT 1",
    )
    .pluck()
  const keptApprovals = db
    .prepare<[number], string>('SELECT approvals FROM merge_request_kept_approvals WHERE merge_request_id = ?')
    .pluck()
  const toProduction = db
    .prepare<[number], Instant | null>(
      `SELECT min(d.finished_at) FROM merge_request_deployments s JOIN deployments d ON d.id = s.deployment_id
       JOIN environments e ON e.id = d.environment_id
       WHERE s.merge_request_id = ? AND d.status = 'success' AND e.tier = 'production'`,
    )
    .pluck()
  const one = (id: number | undefined): MergeRequestRow | undefined =>
    id === undefined ? undefined : singles.get(`${id}`, () => rows([id])[0])
  return {
    heads: (targetProjectId) => heads.all(targetProjectId),
    find: (projectId, iid) => one(numbers.get(`${projectId}/${iid}`, () => byIid.get(projectId, iid))),
    byId: one,
    rows,
    list: (filter, page) => listMergeRequests(lists, statements, scope, filter, page),
    openFrom: (projectId, branch) => openFrom.all(projectId, branch),
    collaborativeFrom: (projectId) => collaborativeFrom.all(projectId),
    openInto: (projectId, branch) => openInto.all(projectId, branch),
    mergedInto: (projectId, branch) => mergedInto.all(projectId, branch),
    mergedAs: (projectId, shas) => mergedAs.all(JSON.stringify(shas), projectId),
    unsettled: () => unsettled.all(),
    waitingFor: (sha) => waiting.all(sha),
    versions: (id, page) =>
      lists.page<VersionRow>(
        {
          select: VERSION,
          from: 'merge_request_versions',
          where: [{ sql: 'merge_request_id = ?', values: [id] }],
          orderBy: 'id DESC',
        },
        page,
      ),
    version: (id, versionId) => version.get(id, versionId),
    versionBefore: (id, versionId) => versionBefore.get(id, versionId),
    subscription: (id, userId) => {
      const wish = wishes.get(`${id}/${userId}`, () => subscription.get(id, userId))
      return wish === undefined ? undefined : wish === 1
    },
    ...participantQueries(db, 'MergeRequest', PARTICIPANTS),
    hasMerged: (authorId, projectId) =>
      mergers.get(`${authorId}/${projectId}`, () => hasMerged.get(authorId, projectId) === 1),
    keptApprovals: (id) => {
      const kept = keptApprovals.get(id)
      return kept === undefined ? undefined : (JSON.parse(kept) as KeptApprovals)
    },
    firstDeployedToProduction: (id) => firstDeployments.get(`${id}`, () => toProduction.get(id) ?? null),
  }
}
