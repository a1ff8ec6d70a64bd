import {
  activityNumber,
  FIRST_MENTION_INDEX,
  issueActivity,
  mergeRequestActivity,
  noteMentionNumber,
  type Remembered,
  type Told,
} from '@forgefold/core/domains/conversation/activity'
import { discussion } from '@forgefold/core/domains/conversation/discussion'
import type { IssuableType } from '@forgefold/core/domains/issuable'
import { type IssueEvent, issue } from '@forgefold/core/domains/planning/issue'
import { type MergeRequestEvent, mergeRequest } from '@forgefold/core/domains/review/merge-request'
import { idOf, type StoredEvent, userIdOf } from '@forgefold/core/kernel'
import { onIssuableDeleted } from '../../engine/issuable-deletions.js'
import { type HandlerTable, handle, type Projection } from '../../engine/projection.js'
import { type ActivityTarget, makeActivityWriter } from './activity-writer.js'
import { makeDuplicateWriter } from './duplicate-writer.js'
import { type MentioningText, makeMentionWriter } from './mention-writer.js'
import { activityQueries } from './queries.js'
import { schema } from './schema.js'

/** What an event says about a thing, given what was known of the thing. */
type Tell<Event> = (before: Remembered | undefined, event: Event) => Told | undefined

const REQUEST_EVENTS: ReadonlyArray<MergeRequestEvent['type']> = [
  'MergeRequestCreated',
  'VersionRecorded',
  'DetailsChanged',
  'AssigneesSet',
  'ReviewersSet',
  'LabelsSet',
  'Retargeted',
  'MergeRequestClosed',
  'MergeRequestReopened',
  'MergeRequestMerged',
  'AutoMergeArmed',
  'AutoMergeDisarmed',
  'TimeEstimateSet',
  'TimeSpent',
  'Approved',
  'Unapproved',
]

const ISSUE_EVENTS: ReadonlyArray<IssueEvent['type']> = [
  'IssueCreated',
  'IssueChanged',
  'IssueAssigneesSet',
  'IssueLabelsSet',
  'IssueClosed',
  'IssueReopened',
  'IssueTimeEstimateSet',
  'IssueTimeSpent',
]

/** Who did it: as the event says, else as the circumstances do. */
const doerOf = (data: object, { metadata: { actor } }: StoredEvent): number | undefined => {
  const { by, userId } = data as { readonly by?: unknown; readonly userId?: unknown }
  const named = by ?? userId
  return typeof named === 'number' ? named : userIdOf(actor)
}

const thingOf = (type: IssuableType, { stream }: StoredEvent): ActivityTarget => ({ type, id: Number(idOf(stream)) })

interface Texts extends Pick<MentioningText, 'speaksOf'> {
  readonly title?: string | undefined
  readonly description?: { readonly text: string | null } | undefined
}

/** What the forge tells of merge requests and issues, in the read model. */
export const activity: Projection = {
  name: 'activity',
  version: 3,
  schema,
  handlers: (context) => {
    const { db } = context
    const teller = makeActivityWriter(db)
    const mention = makeMentionWriter(db, teller)
    const tellDuplicate = makeDuplicateWriter(db, teller)
    const hide = db.prepare("UPDATE remembered SET confidential = ? WHERE noteable_type = 'Issue' AND noteable_id = ?")
    const talk = db.prepare<[string], ActivityTarget>(
      'SELECT noteable_type AS type, noteable_id AS id FROM discussions WHERE id = ?',
    )
    const told = db
      .prepare<[number | undefined, number | undefined], number>('SELECT count(*) FROM notes WHERE id >= ? AND id < ?')
      .pluck()
    const isPublic = db.prepare<[number], number>('SELECT internal = 0 FROM notes WHERE id = ?').pluck()
    const forget = [
      'DELETE FROM remembered WHERE noteable_type = ? AND noteable_id = ?',
      'DELETE FROM resource_events WHERE noteable_type = ? AND noteable_id = ?',
      'DELETE FROM cross_references WHERE target_type = ? AND target_id = ?',
      'DELETE FROM cross_references WHERE source_type = ? AND source_id = ?',
    ].map((sql) => db.prepare(sql))

    /** What is told of every event of these types. */
    const table = <Event extends MergeRequestEvent | IssueEvent>(
      type: IssuableType,
      types: ReadonlyArray<Event['type']>,
      tell: Tell<Event>,
    ): HandlerTable<Event> =>
      Object.fromEntries(
        types.map((name) => [
          name,
          (data: object, stored: StoredEvent) => {
            const thing = thingOf(type, stored)
            const told = tell(teller.known(thing), { type: name, data } as Event)
            teller.tell(thing, told, stored, doerOf(data, stored))
          },
        ]),
      ) as unknown as HandlerTable<Event>
    const requests = table<MergeRequestEvent>('MergeRequest', REQUEST_EVENTS, mergeRequestActivity)
    const issues = table<IssueEvent>('Issue', ISSUE_EVENTS, issueActivity)

    const mentionFrom = (type: IssuableType, { title, description, speaksOf }: Texts, stored: StoredEvent): void => {
      if (title === undefined && description === undefined) return
      const thing = thingOf(type, stored)
      const doing = { by: userIdOf(stored.metadata.actor), at: stored.metadata.at }
      const text = `${title ?? ''}\n${description?.text ?? ''}`
      mention(thing, { text, speaksOf }, doing, (index) =>
        activityNumber(type, thing.id, stored.revision, FIRST_MENTION_INDEX + index),
      )
    }
    const mentionInNote = (noteId: number, speech: MentioningText, stored: StoredEvent): void => {
      const thing = talk.get(idOf(stored.stream))
      const doing = { by: userIdOf(stored.metadata.actor), at: stored.metadata.at }
      // An edited note goes on with the numbers that are left.
      const from = told.get(noteMentionNumber(noteId, 0), noteMentionNumber(noteId + 1, 0)) ?? 0
      if (thing !== undefined) mention(thing, speech, doing, (index) => noteMentionNumber(noteId, from + index))
    }

    return [
      handle(context, mergeRequest, {
        ...requests,
        MergeRequestCreated: (data, stored) => {
          const where = { projectId: data.targetProjectId, iid: data.iid }
          teller.remember(thingOf('MergeRequest', stored), where, data.authorId)
          requests.MergeRequestCreated?.(data, stored)
          mentionFrom('MergeRequest', data, stored)
        },
        DetailsChanged: (data, stored) => {
          requests.DetailsChanged?.(data, stored)
          mentionFrom('MergeRequest', data, stored)
        },
      }),
      handle(context, issue, {
        ...issues,
        IssueCreated: (data, stored) => {
          teller.remember(thingOf('Issue', stored), data, data.authorId)
          hide.run(Number(data.confidential), idOf(stored.stream))
          issues.IssueCreated?.(data, stored)
          mentionFrom('Issue', data, stored)
        },
        IssueMarkedDuplicate: ({ canonicalId, by }, { stream, revision, metadata: { at } }) => {
          tellDuplicate(Number(idOf(stream)), revision, canonicalId, { by, at })
        },
        IssueChanged: (data, stored) => {
          if (data.confidential !== undefined) hide.run(Number(data.confidential), idOf(stored.stream))
          issues.IssueChanged?.(data, stored)
          mentionFrom('Issue', data, stored)
        },
      }),
      handle(context, discussion, {
        NoteAdded: ({ noteId, body, internal, speaksOf }, stored) => {
          if (!internal) mentionInNote(noteId, { text: body.text, speaksOf }, stored)
        },
        NoteEdited: ({ noteId, body, speaksOf }, stored) => {
          if (isPublic.get(noteId) === 1) mentionInNote(noteId, { text: body.text, speaksOf }, stored)
        },
      }),
      ...onIssuableDeleted(context, (type, id) => {
        for (const statement of forget) statement.run(type, id)
      }),
    ]
  },
  queries: (db) => ({ activity: activityQueries(db) }),
}
