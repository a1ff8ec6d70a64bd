import { firstRank, type IssueData, type IssueEvent } from '@forgefold/core/domains/planning/issue'
import { idOf } from '@forgefold/core/kernel'
import { Statements } from '../../engine/paging.js'
import type { HandlerTable, ProjectionContext } from '../../engine/projection.js'
import { openIssueCounter } from './open-counts.js'
import { SIDE_TABLES } from './schema.js'

type Value = string | number | null

const bit = (flag: boolean | null): number | null => (flag === null ? null : Number(flag))

/** The columns that a change of details sets. */
const columnsOf = (data: IssueData<'IssueChanged'>): Readonly<Record<string, Value>> => ({
  ...(data.title === undefined ? {} : { title: data.title }),
  ...(data.description === undefined
    ? {}
    : {
        description: data.description.text,
        description_blob: data.description.blob,
        tasks: data.description.tasks,
        tasks_done: data.description.tasksDone,
      }),
  ...(data.milestoneId === undefined ? {} : { milestone_id: data.milestoneId }),
  ...(data.dueDate === undefined ? {} : { due_date: data.dueDate }),
  ...(data.confidential === undefined ? {} : { confidential: Number(data.confidential) }),
  ...(data.weight === undefined ? {} : { weight: data.weight }),
  ...(data.issueType === undefined ? {} : { issue_type: data.issueType }),
  ...(data.discussionLocked === undefined ? {} : { discussion_locked: bit(data.discussionLocked) }),
})

/** Handlers of issues. */
export const issueHandlers = ({ db }: Pick<ProjectionContext, 'db'>): HandlerTable<IssueEvent> => {
  const statements = new Statements(db)
  const insert = db.prepare(
    `INSERT INTO issues (id, iid, project_id, author_id, title, description, description_blob, tasks, tasks_done,
       milestone_id, due_date, confidential, discussion_locked, weight, issue_type, rank, created_at,
       updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const countOpen = openIssueCounter(db)
  const follow = db.prepare(
    `INSERT INTO issue_subscriptions (issue_id, user_id, subscribed) VALUES (?, ?, ?)
     ON CONFLICT (issue_id, user_id) DO UPDATE SET subscribed = excluded.subscribed`,
  )
  const assign = db.prepare('INSERT OR IGNORE INTO issue_assignees (issue_id, user_id, place) VALUES (?, ?, ?)')
  const addLabel = db.prepare('INSERT OR IGNORE INTO issue_labels (issue_id, label_id) VALUES (?, ?)')
  const mention = db.prepare('INSERT OR IGNORE INTO issue_mentions (issue_id, user_id) VALUES (?, ?)')
  const addCloser = db.prepare('INSERT OR IGNORE INTO issue_closers (issue_id, merge_request_id) VALUES (?, ?)')
  const dropCloser = db.prepare('DELETE FROM issue_closers WHERE issue_id = ? AND merge_request_id = ?')
  const clear = new Map(SIDE_TABLES.map((table) => [table, db.prepare(`DELETE FROM ${table} WHERE issue_id = ?`)]))
  const spend = db.prepare('UPDATE issues SET time_spent = time_spent + ?, updated_at = ? WHERE id = ?')
  const remove = db.prepare('DELETE FROM issues WHERE id = ?')
  const set = (id: string, values: Readonly<Record<string, Value>>): void => {
    const sets = Object.keys(values).map((column) => `${column} = ?`)
    statements.get(`UPDATE issues SET ${sets.join(', ')} WHERE id = ?`).run(...Object.values(values), id)
  }
  const addText = db.prepare('INSERT OR REPLACE INTO issue_texts (rowid, title, description) VALUES (?, ?, ?)')
  const dropText = db.prepare('DELETE FROM issue_texts WHERE rowid = ?')
  const text = db.prepare<[string], { readonly title: string; readonly description: string | null }>(
    'SELECT title, description FROM issues WHERE id = ?',
  )
  /** Updates the full-text index from the row. */
  const index = (id: string): void => {
    const now = text.get(id)
    if (now !== undefined) addText.run(Number(id), now.title, now.description ?? '')
  }
  const addAssignees = (id: string, userIds: ReadonlyArray<number>): void => {
    userIds.forEach((userId, place) => {
      assign.run(id, userId, place)
    })
  }
  const addLabels = (id: string, labelIds: ReadonlyArray<number>): void => {
    for (const labelId of labelIds) addLabel.run(id, labelId)
  }
  const addMentions = (id: string, userIds: ReadonlyArray<number>): void => {
    for (const userId of userIds) mention.run(id, userId)
  }
  const setAssignees = (id: string, userIds: ReadonlyArray<number>): void => {
    clear.get('issue_assignees')?.run(id)
    addAssignees(id, userIds)
  }
  const setLabels = (id: string, labelIds: ReadonlyArray<number>): void => {
    clear.get('issue_labels')?.run(id)
    addLabels(id, labelIds)
  }
  const setMentions = (id: string, userIds: ReadonlyArray<number>): void => {
    clear.get('issue_mentions')?.run(id)
    addMentions(id, userIds)
  }
  return {
    IssueCreated: (data, { stream, metadata: { at } }) => {
      const id = idOf(stream)
      const { text, blob, tasks, tasksDone } = data.description
      const [iid, projectId, authorId, title] = [data.iid, data.projectId, data.authorId, data.title]
      const [confidential, locked] = [Number(data.confidential), bit(data.discussionLocked)]
      const { milestoneId, dueDate, weight = null, issueType = 'issue' } = data
      insert.run(
        ...[id, iid, projectId, authorId, title, text, blob, tasks, tasksDone],
        ...[milestoneId, dueDate, confidential, locked, weight, issueType, firstRank(Number(id)), at, at],
      )
      countOpen(projectId, data.confidential)
      addAssignees(id, data.assigneeIds)
      addLabels(id, data.labelIds)
      addMentions(id, data.mentionedIds)
      addText.run(Number(id), title, text ?? '')
    },
    IssueChanged: (data, { stream, metadata: { at } }) => {
      set(idOf(stream), { ...columnsOf(data), updated_at: at })
      if (data.mentionedIds !== undefined) setMentions(idOf(stream), data.mentionedIds)
      if (data.title !== undefined || data.description !== undefined) index(idOf(stream))
    },
    IssueAssigneesSet: ({ userIds }, { stream, metadata: { at } }) => {
      setAssignees(idOf(stream), userIds)
      set(idOf(stream), { updated_at: at })
    },
    IssueLabelsSet: ({ labelIds }, { stream, metadata: { at } }) => {
      setLabels(idOf(stream), labelIds)
      set(idOf(stream), { updated_at: at })
    },
    IssueClosed: ({ by }, { stream, metadata: { at } }) => {
      set(idOf(stream), { state: 'closed', closed_at: at, closed_by: by, updated_at: at })
    },
    IssueReopened: (_, { stream, metadata: { at } }) => {
      set(idOf(stream), { state: 'opened', closed_at: null, closed_by: null, duplicate_of: null, updated_at: at })
    },
    IssueMarkedDuplicate: ({ canonicalId }, { stream, metadata: { at } }) => {
      set(idOf(stream), { duplicate_of: canonicalId, updated_at: at })
    },
    IssueMoved: ({ issueId }, { stream, metadata: { at } }) => {
      set(idOf(stream), { moved_to: issueId, updated_at: at })
    },
    IssueReordered: ({ rank }, { stream, metadata: { at } }) => {
      set(idOf(stream), { rank, updated_at: at })
    },
    IssueCloserNoted: ({ mergeRequestId }, { stream }) => {
      addCloser.run(idOf(stream), mergeRequestId)
    },
    IssueCloserDropped: ({ mergeRequestId }, { stream }) => {
      dropCloser.run(idOf(stream), mergeRequestId)
    },
    IssueTimeEstimateSet: ({ seconds }, { stream, metadata: { at } }) => {
      set(idOf(stream), { time_estimate: seconds, updated_at: at })
    },
    IssueTimeSpent: ({ seconds }, { stream, metadata: { at } }) => {
      spend.run(seconds, at, idOf(stream))
    },
    IssueSubscribed: ({ userId }, { stream }) => {
      follow.run(idOf(stream), userId, 1)
    },
    IssueUnsubscribed: ({ userId }, { stream }) => {
      follow.run(idOf(stream), userId, 0)
    },
    IssueDeleted: (_, { stream }) => {
      remove.run(idOf(stream))
      dropText.run(Number(idOf(stream)))
      for (const statement of clear.values()) statement.run(idOf(stream))
    },
  }
}
