import type { MergeRequestEvent } from '@forgefold/core/domains/review/merge-request'
import type { HandlerTable, ProjectionContext } from '../../engine/projection.js'
import { at, id, peopleWriter, rowWriter } from './writers.js'

/** Handlers of approvals, reviews and subscriptions of merge requests. */
export const approvalHandlers = ({ db }: Pick<ProjectionContext, 'db'>): HandlerTable<MergeRequestEvent> => {
  const { patch } = rowWriter(db)
  const approvals = peopleWriter(db, 'merge_request_approvals')
  const setReview = db.prepare(
    'UPDATE merge_request_reviewers SET state = ?, state_by = ? WHERE merge_request_id = ? AND user_id = ?',
  )
  const subscribe = db.prepare(
    'INSERT OR REPLACE INTO merge_request_subscriptions (merge_request_id, user_id, subscribed) VALUES (?, ?, ?)',
  )
  const hasApproval = db.prepare('SELECT 1 FROM merge_request_approvals WHERE merge_request_id = ? LIMIT 1').pluck()

  return {
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
  }
}
