import {
  type Activity,
  type ActivityQueries,
  activityNumber,
  issueActivity,
  type Remembered,
  type ResourceEventRow,
  requestActivity,
  type Told,
} from '@forgefold/core/domains/activity'
import type { NoteableType } from '@forgefold/core/domains/discussion'
import { type IssueEvent, issue } from '@forgefold/core/domains/issue'
import { type MergeRequestEvent, mergeRequest } from '@forgefold/core/domains/merge-request'
import { idOf, type StoredEvent, userIdOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { goingWith } from './deletions.js'
import { Lists } from './paging.js'
import { type HandlerTable, handle, type Projection, type ProjectionContext } from './projection.js'

const COLUMNS = `id, kind, noteable_type AS noteableType, noteable_id AS noteableId, user_id AS userId,
  subject_id AS subjectId, action, created_at AS createdAt`

const queries = (db: Database): ActivityQueries => {
  const lists = new Lists(db)
  const one = db.prepare<[number, string, string, number], ResourceEventRow>(
    `SELECT ${COLUMNS} FROM resource_events WHERE id = ? AND kind = ? AND noteable_type = ? AND noteable_id = ?`,
  )
  return {
    resourceEvents: ({ noteableType, noteableId, kind }, page) => {
      const where = [
        { sql: 'noteable_type = ? AND noteable_id = ? AND kind = ?', values: [noteableType, noteableId, kind] },
      ]
      return lists.page<ResourceEventRow>(
        { select: COLUMNS, from: 'resource_events', where, orderBy: 'created_at, id' },
        page,
      )
    },
    resourceEvent: (kind, type, noteableId, id) => one.get(id, kind, type, noteableId),
  }
}

/** What an event says about a thing, given what was known of the thing. */
type Tell<Event> = (before: Remembered | undefined, event: Event) => Told | undefined

interface Thing {
  readonly type: NoteableType
  readonly id: number
}

const writer = ({ db }: ProjectionContext) => {
  const known = db
    .prepare<[string, number], string>('SELECT facts FROM remembered WHERE noteable_type = ? AND noteable_id = ?')
    .pluck()
  const remember = db.prepare(
    `INSERT INTO remembered (noteable_type, noteable_id, project_id, author_id, facts) VALUES (?, ?, ?, ?, ?)`,
  )
  const update = db.prepare('UPDATE remembered SET facts = ? WHERE noteable_type = ? AND noteable_id = ?')
  const about = db.prepare<[string, number], { readonly projectId: number; readonly authorId: number }>(
    `SELECT project_id AS projectId, author_id AS authorId FROM remembered WHERE noteable_type = ? AND noteable_id = ?`,
  )
  const begin = db.prepare(
    'INSERT INTO discussions (id, project_id, noteable_type, noteable_id, individual) VALUES (?, ?, ?, ?, 1)',
  )
  const say = db.prepare(
    `INSERT INTO notes (id, discussion_id, noteable_type, noteable_id, author_id, body, internal, system, open,
       created_at, updated_at) VALUES (?, ?, ?, ?, ?, '', 0, ?, 0, ?, ?)`,
  )
  const happen = db.prepare(
    `INSERT INTO resource_events (id, kind, noteable_type, noteable_id, user_id, subject_id, action, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const forget = ['remembered', 'resource_events'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE noteable_type = ? AND noteable_id = ?`),
  )

  const subjectOf = (activity: Exclude<Activity, { readonly of: 'note' }>): readonly [number | null, string] => {
    if (activity.of === 'state') return [null, activity.state]
    return [activity.of === 'label' ? activity.labelId : activity.milestoneId, activity.action]
  }

  const write = ({ type, id }: Thing, activity: Activity, number: number, by: number | undefined, at: string): void => {
    if (activity.of !== 'note') {
      happen.run(number, activity.of, type, id, by ?? null, ...subjectOf(activity), at)
      return
    }
    const place = about.get(type, id)
    if (place === undefined) return
    const discussion = number.toString(16).padStart(40, '0')
    begin.run(discussion, place.projectId, type, id)
    say.run(number, discussion, type, id, by ?? place.authorId, JSON.stringify(activity.note), at, at)
  }

  return {
    tell: (
      thing: Thing,
      told: Told | undefined,
      { revision, metadata: { at } }: StoredEvent,
      by: number | undefined,
    ) => {
      if (told === undefined) return
      update.run(JSON.stringify(told.after), thing.type, thing.id)
      for (const [index, activity] of told.activities.entries()) {
        const number = activityNumber(thing.type, thing.id, revision, index)
        if (number !== undefined) write(thing, activity, number, by, at)
      }
    },
    known: ({ type, id }: Thing): Remembered | undefined => {
      const facts = known.get(type, id)
      return facts === undefined ? undefined : (JSON.parse(facts) as Remembered)
    },
    remember: ({ type, id }: Thing, projectId: number, authorId: number): void => {
      remember.run(type, id, projectId, authorId, '{}')
    },
    forget: (type: NoteableType, id: number): void => {
      for (const statement of forget) statement.run(type, id)
    },
  }
}

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

export const activity: Projection = {
  name: 'activity',
  version: 1,
  schema: `
    CREATE TABLE remembered (
      noteable_type TEXT NOT NULL,
      noteable_id INTEGER NOT NULL,
      project_id INTEGER NOT NULL,
      author_id INTEGER NOT NULL,
      facts TEXT NOT NULL,
      PRIMARY KEY (noteable_type, noteable_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE resource_events (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      noteable_type TEXT NOT NULL,
      noteable_id INTEGER NOT NULL,
      user_id INTEGER,
      subject_id INTEGER,
      action TEXT NOT NULL,
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX resource_events_by_noteable ON resource_events (noteable_type, noteable_id, kind, created_at, id);
  `,
  handlers: (context) => {
    const rows = writer(context)
    const table = <Event extends MergeRequestEvent | IssueEvent>(
      type: NoteableType,
      types: ReadonlyArray<Event['type']>,
      tell: Tell<Event>,
    ) =>
      Object.fromEntries(
        types.map((name) => [
          name,
          (data: object, stored: StoredEvent) => {
            const thing = { type, id: Number(idOf(stored.stream)) }
            const told = tell(rows.known(thing), { type: name, data } as Event)
            rows.tell(thing, told, stored, doerOf(data, stored))
          },
        ]),
      )
    const requests = table<MergeRequestEvent>('MergeRequest', REQUEST_EVENTS, requestActivity)
    const issues = table<IssueEvent>('Issue', ISSUE_EVENTS, issueActivity)
    const thingOf = (type: NoteableType, { stream }: StoredEvent): Thing => ({ type, id: Number(idOf(stream)) })
    return [
      handle(context, mergeRequest, {
        ...(requests as HandlerTable<MergeRequestEvent>),
        MergeRequestCreated: (data, stored) => {
          rows.remember(thingOf('MergeRequest', stored), data.targetProjectId, data.authorId)
          requests['MergeRequestCreated']?.(data, stored)
        },
      }),
      handle(context, issue, {
        ...(issues as HandlerTable<IssueEvent>),
        IssueCreated: (data, stored) => {
          rows.remember(thingOf('Issue', stored), data.projectId, data.authorId)
          issues['IssueCreated']?.(data, stored)
        },
      }),
      ...goingWith(context, rows.forget),
    ]
  },
  queries: (db) => ({ activity: queries(db) }),
}
