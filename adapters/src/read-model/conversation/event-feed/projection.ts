import { commitComment } from '@forgefold/core/domains/conversation/commit-comment'
import { discussion } from '@forgefold/core/domains/conversation/discussion'
import { issue } from '@forgefold/core/domains/planning/issue'
import { milestone } from '@forgefold/core/domains/planning/milestone'
import { member } from '@forgefold/core/domains/projects/member'
import { project } from '@forgefold/core/domains/projects/project'
import { mergeRequest } from '@forgefold/core/domains/review/merge-request'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import { withBackdatedEvents } from '../../engine/backdated-events.js'
import { onIssuableDeleted } from '../../engine/issuable-deletions.js'
import { handle, type Projection } from '../../engine/projection.js'
import { type FeedEntryTarget, makeFeedWriter } from './feed-writer.js'
import { pushEntries } from './push-entries.js'
import { feedQueries } from './queries.js'
import { schema } from './schema.js'

/** Feeds in the read model: entries derived from the events of projects and of what is in them. */
export const eventFeed: Projection = {
  name: 'event-feed',
  version: 2,
  schema,
  handlers: (context) => {
    const { db } = context
    const write = makeFeedWriter(db)
    const issueAbout = db.prepare<[number], FeedEntryTarget>(
      "SELECT project_id AS projectId, 'issue' AS type, id, iid FROM issues WHERE id = ?",
    )
    const requestAbout = db.prepare<[number], FeedEntryTarget>(
      "SELECT target_project_id AS projectId, 'merge_request' AS type, id, iid FROM merge_requests WHERE id = ?",
    )
    const milestoneAbout = db.prepare<[number], FeedEntryTarget>(
      `SELECT project_id AS projectId, 'milestone' AS type, subject_id AS id, subject_iid AS iid
       FROM feed_entries WHERE subject_type = 'milestone' AND subject_id = ? LIMIT 1`,
    )
    const discussionAbout = db.prepare<[string], { projectId: number; noteableType: string; noteableId: number }>(
      `SELECT project_id AS projectId, noteable_type AS noteableType, noteable_id AS noteableId
       FROM discussions WHERE id = ?`,
    )
    const forgetNote = db.prepare("DELETE FROM feed_entries WHERE subject_type = 'note' AND subject_id = ?")
    const forget = db.prepare('DELETE FROM feed_entries WHERE subject_type = ? AND subject_id = ?')
    const forgetNotes = db.prepare('DELETE FROM feed_entries WHERE noteable_type = ? AND noteable_id = ?')
    const of = (rows: typeof issueAbout, action: Parameters<typeof write>[0]) => (data: object, event: StoredEvent) => {
      const about = rows.get(Number(idOf(event.stream)))
      if (about !== undefined) write(action, about, event, data)
    }
    /** The entry of a membership of a project; groups have no feeds. */
    const ofMember = (action: 'joined' | 'left' | 'expired') => (_: object, event: StoredEvent) => {
      const [source, sourceId, userId] = idOf(event.stream).split('-')
      if (source === 'project') write(action, { projectId: Number(sourceId) }, event, { userId: Number(userId) })
    }
    return [
      handle(context, project, {
        ProjectCreated: ({ creatorId }, event) => {
          write('created', { projectId: Number(idOf(event.stream)) }, event, { userId: creatorId })
        },
      }),
      handle(context, member, {
        MemberAdded: ofMember('joined'),
        MemberRemoved: ofMember('left'),
        MembershipExpired: ofMember('expired'),
      }),
      ...pushEntries(context, write),
      handle(context, milestone, {
        MilestoneCreated: ({ place, iid }, event) => {
          if (place.kind !== 'project') return
          const id = Number(idOf(event.stream))
          write('created', { projectId: place.id, type: 'milestone', id, iid }, event, {})
        },
        MilestoneClosed: of(milestoneAbout, 'closed'),
        MilestoneActivated: of(milestoneAbout, 'reopened'),
        MilestoneMerged: of(milestoneAbout, 'destroyed'),
        MilestoneDeleted: of(milestoneAbout, 'destroyed'),
      }),
      handle(
        context,
        issue,
        withBackdatedEvents({
          IssueCreated: ({ projectId, iid, authorId }, event) => {
            const id = Number(idOf(event.stream))
            write('created', { projectId, type: 'issue', id, iid }, event, { userId: authorId })
          },
          IssueClosed: of(issueAbout, 'closed'),
          IssueReopened: of(issueAbout, 'reopened'),
        }),
      ),
      handle(context, mergeRequest, {
        MergeRequestCreated: ({ targetProjectId, iid, authorId }, event) => {
          const about = { projectId: targetProjectId, type: 'merge_request', id: Number(idOf(event.stream)), iid }
          write('created', about, event, { userId: authorId })
        },
        MergeRequestClosed: of(requestAbout, 'closed'),
        MergeRequestReopened: of(requestAbout, 'reopened'),
        MergeRequestMerged: of(requestAbout, 'merged'),
        Approved: of(requestAbout, 'approved'),
      }),
      handle(
        context,
        discussion,
        withBackdatedEvents({
          NoteAdded: ({ noteId, authorId }, event) => {
            const about = discussionAbout.get(idOf(event.stream))
            if (about === undefined) return
            write('commented', { type: 'note', id: noteId, iid: noteId, ...about }, event, { userId: authorId })
          },
          NoteDeleted: ({ noteId }) => {
            forgetNote.run(noteId)
          },
        }),
      ),
      handle(
        context,
        commitComment,
        withBackdatedEvents({
          CommitCommentAdded: ({ projectId, authorId }, event) => {
            const id = Number(idOf(event.stream))
            write('commented', { projectId, type: 'note', id, iid: id }, event, { userId: authorId })
          },
          CommitCommentDeleted: (_, { stream }) => {
            forgetNote.run(idOf(stream))
          },
        }),
      ),
      ...onIssuableDeleted(context, (type, id) => {
        forget.run(type === 'Issue' ? 'issue' : 'merge_request', id)
        forgetNotes.run(type, id)
      }),
    ]
  },
  queries: { eventFeed: feedQueries },
}
