import type { Description } from '@forgefold/core/domains/issuable'
import { isFilteredAsDraft, type MergeRequestEvent } from '@forgefold/core/domains/review/merge-request'
import { given } from '@forgefold/core/kernel'
import type { HandlerTable, ProjectionContext } from '../../engine/projection.js'
import { SIDE_TABLES } from './schema.js'
import { at, bit, id, type Patch, peopleWriter, rowWriter, textWriter } from './writers.js'

type EventData<T extends MergeRequestEvent['type']> = Extract<MergeRequestEvent, { readonly type: T }>['data']

/** The flag that a filter for any or none reads. */
const any = (ids: ReadonlyArray<number>): number => Number(ids.length > 0)

const textColumns = ({ text, blob, tasks, tasksDone, words }: Description): Patch => ({
  description: text,
  description_blob: blob,
  description_words: words ?? null,
  tasks,
  tasks_done: tasksDone,
})

const detailColumns = (data: EventData<'DetailsChanged'>): Patch =>
  Object.assign(
    given<Patch>({
      squash: bit(data.squash),
      force_remove_source_branch: bit(data.forceRemoveSourceBranch),
      allow_collaboration: bit(data.allowCollaboration),
      discussion_locked: bit(data.discussionLocked),
      approvals_before_merge: data.approvalsBeforeMerge,
      milestone_id: data.milestoneId,
    }),
    data.title === undefined ? {} : { title: data.title, draft: Number(isFilteredAsDraft(data.title)) },
    data.description === undefined ? {} : textColumns(data.description),
  )

interface TextRow {
  readonly title: string
  readonly description: string | null
  readonly words: string | null
}

/** The searchable text of a description. */
const searched = (beginning: string | null, words: string | null): string | null =>
  words === null ? beginning : `${beginning ?? ''}\n${words}`

/** Handlers of texts, people, labels and time of merge requests. */
export const contentHandlers = ({ db }: Pick<ProjectionContext, 'db'>): HandlerTable<MergeRequestEvent> => {
  const { patch } = rowWriter(db)
  const texts = textWriter(db)
  const assignees = peopleWriter(db, 'merge_request_assignees')
  const reviewers = peopleWriter(db, 'merge_request_reviewers')
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
    DetailsChanged: (data, event) => {
      const own = id(event)
      patch(event, detailColumns(data))
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
    TimeEstimateSet: (data, event) => patch(event, { time_estimate: data.seconds }),
    TimeSpent: (data, event) => {
      spend.run(data.seconds, id(event))
      patch(event, {})
    },
    MergeRequestDeleted: (_, event) => {
      remove.run(id(event))
      texts.remove(id(event))
      for (const statement of removeSides) statement.run(id(event))
    },
  }
}
