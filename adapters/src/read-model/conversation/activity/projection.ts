import {
  activityNumber,
  type DerivedActivity,
  FIRST_MENTION_INDEX,
  issueActivity,
  mergeRequestActivity,
  noteMentionNumber,
  type TrackedState,
} from '@forgefold/core/domains/conversation/activity'
import { discussion } from '@forgefold/core/domains/conversation/discussion'
import type { IssuableType } from '@forgefold/core/domains/issuable'
import { type IssueEvent, issue } from '@forgefold/core/domains/planning/issue'
import { type MergeRequestEvent, mergeRequest } from '@forgefold/core/domains/review/merge-request'
import { idOf, type StoredEvent, userIdOf } from '@forgefold/core/kernel'
import { withBackdatedEvents } from '../../engine/backdated-events.js'
import { onIssuableDeleted } from '../../engine/issuable-deletions.js'
import { type HandlerTable, handle, type Projection } from '../../engine/projection.js'
import { type ActivityTarget, makeActivityWriter } from './activity-writer.js'
import { makeCountedNumbers } from './counted-numbers.js'
import { type MentioningText, makeMentionWriter, mayMention } from './mention-writer.js'
import { onSubjectsMerged } from './merged-subjects.js'
import { makePairWriter, type PairNotes } from './pair-writer.js'
import { activityQueries } from './queries.js'
import { ISSUE_EVENTS, MERGE_REQUEST_EVENTS } from './recorded-events.js'
import { schema } from './schema.js'

type Derive<Event> = (before: TrackedState | undefined, event: Event) => DerivedActivity | undefined

/** The user who acted: the one in the event, else the actor in its metadata. */
const userOf = (data: object, { metadata: { actor } }: StoredEvent): number | undefined => {
  const { by, userId } = data as { readonly by?: unknown; readonly userId?: unknown }
  const named = by ?? userId
  return typeof named === 'number' ? named : userIdOf(actor)
}

const issuableOf = (type: IssuableType, { stream }: StoredEvent): ActivityTarget => ({ type, id: Number(idOf(stream)) })

interface Texts extends Pick<MentioningText, 'speaksOf'> {
  readonly title?: string | undefined
  readonly description?: { readonly text: string | null } | undefined
}

/** Activity of merge requests and issues in the read model: system notes, resource events, cross-references. */
export const activity: Projection = {
  name: 'activity',
  version: 6,
  schema,
  handlers: (context) => {
    const { db } = context
    const counted = makeCountedNumbers(db)
    const writer = makeActivityWriter(db, counted)
    const recordMentions = makeMentionWriter(db, writer)
    const writePair = makePairWriter(db, writer)
    const setConfidential = db.prepare(
      "UPDATE remembered SET confidential = ? WHERE noteable_type = 'Issue' AND noteable_id = ?",
    )
    const issuableOfDiscussion = db.prepare<[string], ActivityTarget>(
      'SELECT noteable_type AS type, noteable_id AS id FROM discussions WHERE id = ?',
    )
    const countNotes = db
      .prepare<[number | undefined, number | undefined], number>('SELECT count(*) FROM notes WHERE id >= ? AND id < ?')
      .pluck()
    const isPublic = db.prepare<[number], number>('SELECT internal = 0 FROM notes WHERE id = ?').pluck()
    const deletions = [
      'DELETE FROM remembered WHERE noteable_type = ? AND noteable_id = ?',
      'DELETE FROM resource_events WHERE noteable_type = ? AND noteable_id = ?',
      'DELETE FROM cross_references WHERE target_type = ? AND target_id = ?',
      'DELETE FROM cross_references WHERE source_type = ? AND source_id = ?',
    ].map((sql) => db.prepare(sql))

    /** Handlers that record the activity of these types of events. */
    const table = <Event extends MergeRequestEvent | IssueEvent>(
      type: IssuableType,
      types: ReadonlyArray<Event['type']>,
      derive: Derive<Event>,
    ): HandlerTable<Event> =>
      Object.fromEntries(
        types.map((name) => [
          name,
          (data: object, stored: StoredEvent) => {
            const issuable = issuableOf(type, stored)
            const derived = derive(writer.trackedState(issuable), { type: name, data } as Event)
            writer.record(issuable, derived, stored, userOf(data, stored))
          },
        ]),
      ) as unknown as HandlerTable<Event>
    const mergeRequestHandlers = table<MergeRequestEvent>('MergeRequest', MERGE_REQUEST_EVENTS, mergeRequestActivity)
    const issueHandlers = table<IssueEvent>('Issue', ISSUE_EVENTS, issueActivity)
    const numberOf = ({ type, id }: ActivityTarget, stored: StoredEvent, index: number): number | undefined =>
      counted.take(stored, index) ?? activityNumber(type, id, stored.revision, index)
    const begin = ({ activityNumbers }: { readonly activityNumbers?: 'counted' }): void => {
      if (activityNumbers === 'counted') counted.begin()
    }
    const writeBoth = (kinds: PairNotes, otherId: number, by: number, stored: StoredEvent): void => {
      const one = issuableOf('Issue', stored)
      const action = { by, at: stored.metadata.at }
      writePair(kinds, one.id, otherId, action, (index) => numberOf(one, stored, index))
    }
    const mentionsInDescription = (
      type: IssuableType,
      { title, description, speaksOf }: Texts,
      stored: StoredEvent,
    ): void => {
      if (title === undefined && description === undefined) return
      const issuable = issuableOf(type, stored)
      const action = { by: userIdOf(stored.metadata.actor), at: stored.metadata.at }
      const text = `${title ?? ''}\n${description?.text ?? ''}`
      recordMentions(issuable, { text, speaksOf }, action, (index) =>
        numberOf(issuable, stored, FIRST_MENTION_INDEX + index),
      )
    }
    const mentionsInNote = (noteId: number, mentioning: MentioningText, stored: StoredEvent): void => {
      if (!mayMention(mentioning)) return
      const issuable = issuableOfDiscussion.get(idOf(stored.stream))
      const action = { by: userIdOf(stored.metadata.actor), at: stored.metadata.at }
      // An edited note continues with the remaining numbers.
      const from = countNotes.get(noteMentionNumber(noteId, 0), noteMentionNumber(noteId + 1, 0)) ?? 0
      if (issuable !== undefined)
        recordMentions(
          issuable,
          mentioning,
          action,
          (index) => counted.take(stored, index) ?? noteMentionNumber(noteId, from + index),
        )
    }

    return [
      handle(context, mergeRequest, {
        ...mergeRequestHandlers,
        MergeRequestCreated: (data, stored) => {
          begin(data)
          const tracked = {
            projectId: data.targetProjectId,
            iid: data.iid,
            authorId: data.authorId,
            confidential: false,
          }
          const derived = mergeRequestActivity(undefined, { type: 'MergeRequestCreated', data })
          writer.track(issuableOf('MergeRequest', stored), tracked, derived, stored, userOf(data, stored))
          mentionsInDescription('MergeRequest', data, stored)
        },
        DetailsChanged: (data, stored) => {
          mergeRequestHandlers.DetailsChanged?.(data, stored)
          mentionsInDescription('MergeRequest', data, stored)
        },
      }),
      handle(
        context,
        issue,
        withBackdatedEvents({
          ...issueHandlers,
          IssueCreated: (data, stored) => {
            begin(data)
            const derived = issueActivity(undefined, { type: 'IssueCreated', data })
            writer.track(issuableOf('Issue', stored), data, derived, stored, userOf(data, stored))
            mentionsInDescription('Issue', data, stored)
          },
          IssueMarkedDuplicate: ({ canonicalId, by }, stored) => {
            writeBoth(['duplicate_of', 'has_duplicate'], canonicalId, by, stored)
          },
          IssueMoved: ({ issueId, by, toProjectId }, stored) => {
            // With the project, the other issue records the move as well, in whichever order.
            if (toProjectId === undefined) writeBoth(['moved_to', 'moved_from'], issueId, by, stored)
          },
          IssueMovedFrom: ({ issueId, by }, stored) => {
            writeBoth(['moved_from', 'moved_to'], issueId, by, stored)
          },
          IssueClonedFrom: ({ issueId, by }, stored) => {
            writeBoth(['cloned_from', 'cloned_to'], issueId, by, stored)
          },
          IssueCloned: ({ issueId, by }, stored) => {
            writeBoth(['cloned_to', 'cloned_from'], issueId, by, stored)
          },
          IssueChanged: (data, stored) => {
            if (data.confidential !== undefined) setConfidential.run(Number(data.confidential), idOf(stored.stream))
            issueHandlers.IssueChanged?.(data, stored)
            mentionsInDescription('Issue', data, stored)
          },
        }),
      ),
      handle(
        context,
        discussion,
        withBackdatedEvents({
          NoteAdded: ({ noteId, body, internal, speaksOf }, stored) => {
            if (!internal) mentionsInNote(noteId, { text: body.text, speaksOf }, stored)
          },
          NoteEdited: ({ noteId, body, speaksOf }, stored) => {
            if (isPublic.get(noteId) === 1) mentionsInNote(noteId, { text: body.text, speaksOf }, stored)
          },
        }),
      ),
      ...onSubjectsMerged(context),
      ...onIssuableDeleted(context, (type, id) => {
        for (const statement of deletions) statement.run(type, id)
      }),
    ]
  },
  queries: { activity: activityQueries },
}
