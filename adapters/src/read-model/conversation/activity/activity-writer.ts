import {
  type Activity,
  activityNumber,
  type DerivedActivity,
  type SystemNote,
  type TrackedState,
} from '@forgefold/core/domains/conversation/activity'
import type { IssuableType } from '@forgefold/core/domains/issuable'
import type { StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { noteAndAwardWriter } from '../../review/merge-request/index.js'
import type { CountedNumbers } from './counted-numbers.js'

export interface ActivityTarget {
  readonly type: IssuableType
  readonly id: number
}

/** Who did it, and when; undefined: the instance itself. */
export interface Action {
  readonly by: number | undefined
  readonly at: string
}

/** What is known of an issuable from its creation on. */
export interface Tracked {
  readonly projectId: number
  readonly iid: number
  readonly authorId: number
  readonly confidential: boolean
}

/** Writes the activity of issuables, and the state that is tracked to derive it. */
export interface ActivityWriter {
  /** Begins with the state and the activity of its creation. */
  readonly track: (
    issuable: ActivityTarget,
    tracked: Tracked,
    derived: DerivedActivity | undefined,
    event: StoredEvent,
    by: number | undefined,
  ) => void
  readonly trackedState: (issuable: ActivityTarget) => TrackedState | undefined
  readonly record: (
    issuable: ActivityTarget,
    derived: DerivedActivity | undefined,
    event: StoredEvent,
    by: number | undefined,
  ) => void
  /** Records activity on another issuable that the event changes too. */
  readonly writeElsewhere: (issuable: ActivityTarget, note: SystemNote, number: number, action: Action) => void
}

/** The subject, the action and the weight of a resource event. */
const changeOf = (
  activity: Exclude<Activity, { readonly of: 'note' }>,
): readonly [number | null, string, number | null] => {
  switch (activity.of) {
    case 'state':
      return [null, activity.state, null]
    case 'weight':
      return [null, 'set', activity.weight]
    case 'label':
      return [activity.labelId, activity.action, null]
    case 'milestone':
      return [activity.milestoneId, activity.action, null]
  }
}

export const makeActivityWriter = (db: Database, counted: CountedNumbers): ActivityWriter => {
  const stateOf = db
    .prepare<[string, number], string>('SELECT facts FROM remembered WHERE noteable_type = ? AND noteable_id = ?')
    .pluck()
  const insertState = db.prepare(
    `INSERT INTO remembered (noteable_type, noteable_id, project_id, iid, author_id, confidential, facts)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const updateState = db.prepare('UPDATE remembered SET facts = ? WHERE noteable_type = ? AND noteable_id = ?')
  const issuableRow = db.prepare<[string, number], { readonly projectId: number; readonly authorId: number }>(
    `SELECT project_id AS projectId, author_id AS authorId FROM remembered WHERE noteable_type = ? AND noteable_id = ?`,
  )
  const insertDiscussion = db.prepare(
    'INSERT INTO discussions (id, project_id, noteable_type, noteable_id, individual) VALUES (?, ?, ?, ?, 1)',
  )
  const insertNote = db.prepare(
    `INSERT INTO notes (id, discussion_id, noteable_type, noteable_id, author_id, body, internal, system, open,
       created_at, updated_at) VALUES (?, ?, ?, ?, ?, '', 0, ?, 0, ?, ?)`,
  )
  const insertEvent = db.prepare(
    `INSERT INTO resource_events (id, kind, noteable_type, noteable_id, user_id, subject_id, action, weight,
       created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )

  const requests = noteAndAwardWriter(db)
  const writeNote: ActivityWriter['writeElsewhere'] = ({ type, id }, note, number, { by, at }) => {
    const row = issuableRow.get(type, id)
    if (row === undefined) return
    const discussion = number.toString(16).padStart(40, '0')
    insertDiscussion.run(discussion, row.projectId, type, id)
    insertNote.run(number, discussion, type, id, by ?? row.authorId, JSON.stringify(note), at, at)
  }

  const touchIssue = db.prepare('UPDATE issues SET updated_at = max(updated_at, ?) WHERE id = ?')

  const writeActivities = (
    issuable: ActivityTarget,
    activities: ReadonlyArray<Activity>,
    event: StoredEvent,
    by: number | undefined,
  ): void => {
    const { type, id } = issuable
    const { at } = event.metadata
    for (const [index, activity] of activities.entries()) {
      const number = counted.take(event, index) ?? activityNumber(type, id, event.revision, index)
      if (number === undefined) continue
      if (activity.of === 'note') writeNote(issuable, activity.note, number, { by, at })
      else insertEvent.run(number, activity.of, type, id, by ?? null, ...changeOf(activity), at)
    }
  }

  return {
    track: (issuable, { projectId, iid, authorId, confidential }, derived, event, by) => {
      const { type, id } = issuable
      insertState.run(type, id, projectId, iid, authorId, Number(confidential), JSON.stringify(derived?.after ?? {}))
      if (derived !== undefined) writeActivities(issuable, derived.activities, event, by)
    },
    trackedState: ({ type, id }) => {
      const facts = stateOf.get(type, id)
      return facts === undefined ? undefined : (JSON.parse(facts) as TrackedState)
    },
    record: (issuable, derived, event, by) => {
      if (derived === undefined) return
      updateState.run(JSON.stringify(derived.after), issuable.type, issuable.id)
      writeActivities(issuable, derived.activities, event, by)
    },
    writeElsewhere: (issuable, note, number, action) => {
      writeNote(issuable, note, number, action)
      if (issuable.type === 'Issue') touchIssue.run(action.at, issuable.id)
      else requests.renew(issuable.id, action.at)
    },
  }
}
