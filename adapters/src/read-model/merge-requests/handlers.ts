import {
  type Description,
  isFilteredAsDraft,
  MERGE_STATUSES,
  type MergeRequestEvent,
  type MergeStatus,
  type MergeStatusMove,
  moveMergeStatus,
} from '@forgefold/core/domains/merge-request'
import { BRANCHES } from '@forgefold/core/domains/repository'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { HandlerTable, ProjectionContext } from '../projection.js'
import { SIDE_TABLES } from './schema.js'
import { type Patch, peopleWriter, rowWriter, textWriter } from './writers.js'

/** Whether there is one, as a filter asks for it. */
const any = (ids: ReadonlyArray<number>): number => Number(ids.length > 0)

const bit = (flag: boolean | null): number | null => (flag === null ? null : Number(flag))

const textColumns = ({ text, blob, tasks, tasksDone, words }: Description): Patch => ({
  description: text,
  description_blob: blob,
  description_words: words ?? null,
  tasks,
  tasks_done: tasksDone,
})

/** The machine's moves as SQL, so that many rows move at once. */
export const statusAfter = (move: MergeStatusMove, column = 'merge_status'): string =>
  `CASE ${column} ${MERGE_STATUSES.map((status) => `WHEN '${status}' THEN '${moveMergeStatus(status, move)}'`).join(' ')} END`

interface TextRow {
  readonly title: string
  readonly description: string | null
  readonly words: string | null
}

/** What is searched of a description. */
const searched = (beginning: string | null, words: string | null): string | null =>
  words === null ? beginning : `${beginning ?? ''}\n${words}`

interface CheckedRow {
  readonly merge_status: MergeStatus
  readonly checked_head: string | null
  readonly checked_target: string | null
  /** Where the target branch is by now. */
  readonly now: string | null
}

export const mergeRequestHandlers = ({ db }: Pick<ProjectionContext, 'db'>): HandlerTable<MergeRequestEvent> => {
  const { patch } = rowWriter(db)
  const texts = textWriter(db)
  const assignees = peopleWriter(db, 'merge_request_assignees')
  const reviewers = peopleWriter(db, 'merge_request_reviewers')
  const approvals = peopleWriter(db, 'merge_request_approvals')
  const keepApprovals = db.prepare(
    'INSERT OR REPLACE INTO merge_request_kept_approvals (merge_request_id, approvals) VALUES (?, ?)',
  )
  const mentions = peopleWriter(db, 'merge_request_mentions')
  const insert = db.prepare(
    `INSERT INTO merge_requests (id, iid, target_project_id, source_project_id, source_branch, target_branch, author_id,
       title, draft, description, description_blob, description_words, tasks, tasks_done, milestone_id, squash, force_remove_source_branch,
       allow_collaboration, discussion_locked, approvals_before_merge, assigned, reviewed, labelled, created_at, updated_at,
       touched_at)
     VALUES (${Array.from({ length: 26 }, () => '?').join(', ')})`,
  )
  const addLabel = db.prepare('INSERT OR IGNORE INTO merge_request_labels (merge_request_id, label_id) VALUES (?, ?)')
  const clearLabels = db.prepare('DELETE FROM merge_request_labels WHERE merge_request_id = ?')
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
    `SELECT m.merge_status, m.checked_head, m.checked_target,
       (SELECT r.target FROM repository_refs r
        WHERE r.project_id = m.target_project_id AND r.name = '${BRANCHES}' || m.target_branch) AS now
     FROM merge_requests m WHERE m.id = ?`,
  )
  const uncheck = db.prepare(`UPDATE merge_requests SET merge_status = ${statusAfter('uncheck')} WHERE id = ?`)
  const setReview = db.prepare(
    'UPDATE merge_request_reviewers SET state = ?, state_by = ? WHERE merge_request_id = ? AND user_id = ?',
  )
  const subscribe = db.prepare(
    'INSERT OR REPLACE INTO merge_request_subscriptions (merge_request_id, user_id, subscribed) VALUES (?, ?, ?)',
  )
  const hasApproval = db.prepare('SELECT 1 FROM merge_request_approvals WHERE merge_request_id = ? LIMIT 1').pluck()
  const unlock = db.prepare("UPDATE merge_requests SET status = 'opened' WHERE id = ? AND status = 'locked'")
  const spend = db.prepare('UPDATE merge_requests SET time_spent = time_spent + ? WHERE id = ?')
  const text = db.prepare<[string], TextRow>(
    'SELECT title, description, description_words AS words FROM merge_requests WHERE id = ?',
  )
  const remove = db.prepare('DELETE FROM merge_requests WHERE id = ?')
  const removeSides = SIDE_TABLES.map((table) => db.prepare(`DELETE FROM ${table} WHERE merge_request_id = ?`))

  const setLabels = (id: string, labelIds: ReadonlyArray<number>): void => {
    clearLabels.run(id)
    for (const labelId of labelIds) addLabel.run(id, labelId)
  }
  const at = (event: StoredEvent): string => event.metadata.at
  const id = (event: StoredEvent): string => idOf(event.stream)

  return {
    MergeRequestCreated: (data, event) => {
      const when = at(event)
      const own = id(event)
      const { text: beginning, blob, tasks, tasksDone, words } = data.description
      insert.run(
        own,
        data.iid,
        data.targetProjectId,
        data.sourceProjectId,
        data.sourceBranch,
        data.targetBranch,
        data.authorId,
        data.title,
        Number(isFilteredAsDraft(data.title)),
        beginning,
        blob,
        words ?? null,
        tasks,
        tasksDone,
        data.milestoneId,
        Number(data.squash),
        bit(data.forceRemoveSourceBranch),
        Number(data.allowCollaboration),
        bit(data.discussionLocked),
        data.approvalsBeforeMerge,
        any(data.assigneeIds),
        any(data.reviewerIds),
        any(data.labelIds),
        when,
        when,
        when,
      )
      assignees.set(own, data.assigneeIds, when)
      reviewers.set(own, data.reviewerIds, when)
      mentions.set(own, data.mentionedIds, when)
      setLabels(own, data.labelIds)
      texts.set(own, data.title, searched(beginning, words ?? null))
    },
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
    DetailsChanged: (data, event) => {
      const own = id(event)
      patch(event, {
        ...(data.title === undefined ? {} : { title: data.title, draft: Number(isFilteredAsDraft(data.title)) }),
        ...(data.description === undefined ? {} : textColumns(data.description)),
        ...(data.squash === undefined ? {} : { squash: Number(data.squash) }),
        ...(data.forceRemoveSourceBranch === undefined
          ? {}
          : { force_remove_source_branch: bit(data.forceRemoveSourceBranch) }),
        ...(data.allowCollaboration === undefined ? {} : { allow_collaboration: Number(data.allowCollaboration) }),
        ...(data.discussionLocked === undefined ? {} : { discussion_locked: bit(data.discussionLocked) }),
        ...(data.approvalsBeforeMerge === undefined ? {} : { approvals_before_merge: data.approvalsBeforeMerge }),
        ...(data.milestoneId === undefined ? {} : { milestone_id: data.milestoneId }),
      })
      if (data.mentionedIds !== undefined) mentions.set(own, data.mentionedIds, at(event))
      const now = data.title === undefined && data.description === undefined ? undefined : text.get(own)
      if (now !== undefined) texts.set(own, now.title, searched(now.description, now.words))
    },
    AssigneesSet: (data, event) => {
      assignees.set(id(event), data.userIds, at(event))
      patch(event, { assigned: any(data.userIds) })
    },
    ReviewersSet: (data, event) => {
      reviewers.set(id(event), data.userIds, at(event))
      patch(event, { reviewed: any(data.userIds) })
    },
    LabelsSet: (data, event) => {
      setLabels(id(event), data.labelIds)
      patch(event, { labelled: any(data.labelIds) })
    },
    Retargeted: (data, event) => patch(event, { target_branch: data.targetBranch }),
    MergeRequestClosed: (data, event) =>
      patch(event, { status: 'closed', closed_by: data.by, closed_at: at(event), merge_error: null, rebasing: 0 }),
    MergeRequestReopened: (_, event) => patch(event, { status: 'opened', closed_by: null, closed_at: null }),
    CheckStarted: (data, event) => {
      const before = checkedRow.get(id(event))
      if (before === undefined) return
      const status = moveMergeStatus(moveMergeStatus(before.merge_status, 'uncheck'), 'check')
      patch(event, { merge_status: status, checked_head: data.head, checked_target: data.target }, 'touches')
    },
    CheckFinished: (data, event) => {
      const before = checkedRow.get(id(event))
      if (before?.checked_head !== data.head || before.checked_target !== data.target || before.now !== data.target)
        return
      const status = moveMergeStatus(before.merge_status, data.mergeable ? 'mergeable' : 'unmergeable')
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
    TimeEstimateSet: (data, event) => patch(event, { time_estimate: data.seconds }),
    TimeSpent: (data, event) => {
      spend.run(data.seconds, id(event))
      patch(event, {})
    },
    Subscribed: (data, event) => {
      subscribe.run(id(event), data.userId, 1)
    },
    Unsubscribed: (data, event) => {
      subscribe.run(id(event), data.userId, 0)
    },
    Approved: (data, event) => {
      approvals.add(id(event), data.userId, at(event))
      patch(event, { approved: 1 })
    },
    Unapproved: (data, event) => {
      approvals.remove(id(event), data.userId)
      patch(event, { approved: Number(hasApproval.get(id(event)) === 1) })
    },
    ApprovalsReset: (_, event) => {
      approvals.clear(id(event))
      patch(event, { approved: 0 })
    },
    ReviewStateChanged: (data, event) => {
      setReview.run(data.state, data.by, id(event), data.userId)
      patch(event, {}, 'touches')
    },
    MergeRequestDeleted: (_, event) => {
      remove.run(id(event))
      texts.remove(id(event))
      for (const statement of removeSides) statement.run(id(event))
    },
  }
}
