import { BRANCHES } from '@forgefold/core/domains/projects/repository'
import { type MergeRequestEvent, type MergeStatus, nextMergeStatus } from '@forgefold/core/domains/review/merge-request'
import type { HandlerTable, ProjectionContext } from '../../engine/projection.js'
import { statusAfter } from './status-after.js'
import { at, bit, id, rowWriter } from './writers.js'

interface CheckedRow {
  readonly merge_status: MergeStatus
  readonly checked_head: string | null
  readonly checked_target: string | null
  /** The current head of the target branch. */
  readonly now: string | null
  readonly source_deleted: number
}

/** Handlers of versions, mergeability and merges of merge requests. */
export const mergingHandlers = ({ db }: Pick<ProjectionContext, 'db'>): HandlerTable<MergeRequestEvent> => {
  const { patch } = rowWriter(db)
  const keepApprovals = db.prepare(
    'INSERT OR REPLACE INTO merge_request_kept_approvals (merge_request_id, approvals) VALUES (?, ?)',
  )
  const insertVersion = db.prepare(
    `INSERT INTO merge_request_versions (id, merge_request_id, head, base, start, state, real_size, commits, cause, committer_ids,
       code_owners, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const purgeVersions = db.prepare(
    `UPDATE merge_request_versions SET state = 'without_files'
     WHERE merge_request_id = $id AND state <> 'empty' AND id < (SELECT version_id FROM merge_requests WHERE id = $id)`,
  )
  const heads = db.prepare<[string], { readonly head: string | null; readonly version_id: number }>(
    'SELECT head, version_id FROM merge_requests WHERE id = ?',
  )
  const checkedRow = db.prepare<[string], CheckedRow>(
    `SELECT m.merge_status, m.checked_head, m.checked_target, m.source_deleted,
       (SELECT r.target FROM repository_refs r
        WHERE r.project_id = m.target_project_id AND r.name = '${BRANCHES}' || m.target_branch) AS now
     FROM merge_requests m WHERE m.id = ?`,
  )
  const uncheck = db.prepare(`UPDATE merge_requests SET merge_status = ${statusAfter('uncheck')} WHERE id = ?`)
  const unlock = db.prepare("UPDATE merge_requests SET status = 'opened' WHERE id = ? AND status = 'locked'")

  return {
    VersionRecorded: (data, event) => {
      const own = id(event)
      const before = heads.get(own)
      const { head, base, start, state, realSize, commits, cause } = data
      const [committers, owners] = [data.committerIds, data.codeOwners].map((list) =>
        list === undefined ? null : JSON.stringify(list),
      )
      insertVersion.run(data.id, own, head, base, start, state, realSize, commits, cause, committers, owners, at(event))
      uncheck.run(own)
      const hasMoved = before !== undefined && before.version_id !== 0 && before.head !== head
      const counting = cause === 'created' || cause === 'target_pushed' ? 'touches' : 'updates'
      patch(event, { version_id: data.id, head, ...(hasMoved ? { merge_error: null } : {}) }, counting)
    },
    MergeRequestClosed: (data, event) =>
      patch(event, { status: 'closed', closed_by: data.by, closed_at: at(event), merge_error: null, rebasing: 0 }),
    MergeRequestReopened: (_, event) => patch(event, { status: 'opened', closed_by: null, closed_at: null }),
    CheckStarted: (data, event) => {
      const before = checkedRow.get(id(event))
      if (before === undefined) return
      const status = nextMergeStatus(nextMergeStatus(before.merge_status, 'uncheck'), 'check')
      patch(event, { merge_status: status, checked_head: data.head, checked_target: data.target }, 'touches')
    },
    CheckFinished: (data, event) => {
      const before = checkedRow.get(id(event))
      if (before?.checked_head !== data.head || before.checked_target !== data.target || before.now !== data.target)
        return
      // The check was in progress when the fork was deleted: the next one finds no source.
      if (data.mergeable && before.source_deleted === 1) return
      const status = nextMergeStatus(before.merge_status, data.mergeable ? 'mergeable' : 'unmergeable')
      patch(event, { merge_status: status, merge_ref: data.mergeRef }, 'touches')
    },
    MergeStarted: (data, event) =>
      patch(
        event,
        {
          status: 'locked',
          plan: JSON.stringify(data),
          ...(data.shouldRemoveSourceBranch === null
            ? {}
            : { should_remove_source_branch: Number(data.shouldRemoveSourceBranch) }),
        },
        'touches',
      ),
    MergeRequestMerged: (data, event) => {
      patch(event, {
        status: 'merged',
        plan: null,
        rebasing: 0,
        merge_error: null,
        merged_by: data.by,
        merged_at: at(event),
        merge_commit_sha: data.mergeCommitSha,
        squash_commit_sha: data.squashCommitSha,
      })
      purgeVersions.run({ id: id(event) })
      if (data.approvals !== undefined) keepApprovals.run(id(event), JSON.stringify(data.approvals))
    },
    MergeFailed: (data, event) => {
      unlock.run(id(event))
      patch(event, { plan: null, merge_error: data.error }, 'touches')
    },
    AutoMergeArmed: (data, event) =>
      patch(event, {
        auto_merge: JSON.stringify(data),
        auto_merge_sha: data.sha,
        should_remove_source_branch: bit(data.shouldRemoveSourceBranch),
      }),
    AutoMergeDisarmed: (_, event) =>
      patch(event, { auto_merge: null, auto_merge_sha: null, should_remove_source_branch: null }),
    RebaseQueued: (_, event) => patch(event, { rebasing: 1, merge_error: null }, 'touches'),
    RebaseFinished: (_, event) => patch(event, { rebasing: 0, merge_error: null }, 'touches'),
    RebaseFailed: (data, event) => patch(event, { rebasing: 0, merge_error: data.error }, 'touches'),
  }
}
