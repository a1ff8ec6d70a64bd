import {
  type Activity,
  activityNumber,
  type Remembered,
  type SystemNote,
  type Told,
} from '@forgefold/core/domains/conversation/activity'
import type { IssuableType } from '@forgefold/core/domains/issuable'
import type { StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'

export interface ActivityTarget {
  readonly type: IssuableType
  readonly id: number
}

/** Who did it, and when; undefined: the forge itself. */
export interface Action {
  readonly by: number | undefined
  readonly at: string
}

/** Writes what is told of things, and what has to be remembered of them for that. */
export interface ActivityWriter {
  readonly remember: (
    thing: ActivityTarget,
    where: { readonly projectId: number; readonly iid: number },
    authorId: number,
  ) => void
  readonly known: (thing: ActivityTarget) => Remembered | undefined
  readonly tell: (thing: ActivityTarget, told: Told | undefined, event: StoredEvent, by: number | undefined) => void
  readonly say: (thing: ActivityTarget, note: SystemNote, number: number, doing: Action) => void
}

const subjectOf = (activity: Exclude<Activity, { readonly of: 'note' }>): readonly [number | null, string] => {
  if (activity.of === 'state') return [null, activity.state]
  return [activity.of === 'label' ? activity.labelId : activity.milestoneId, activity.action]
}

export const makeActivityWriter = (db: Database): ActivityWriter => {
  const known = db
    .prepare<[string, number], string>('SELECT facts FROM remembered WHERE noteable_type = ? AND noteable_id = ?')
    .pluck()
  const remember = db.prepare(
    `INSERT INTO remembered (noteable_type, noteable_id, project_id, iid, author_id, facts) VALUES (?, ?, ?, ?, ?, '{}')`,
  )
  const update = db.prepare('UPDATE remembered SET facts = ? WHERE noteable_type = ? AND noteable_id = ?')
  const about = db.prepare<[string, number], { readonly projectId: number; readonly authorId: number }>(
    `SELECT project_id AS projectId, author_id AS authorId FROM remembered WHERE noteable_type = ? AND noteable_id = ?`,
  )
  const begin = db.prepare(
    'INSERT INTO discussions (id, project_id, noteable_type, noteable_id, individual) VALUES (?, ?, ?, ?, 1)',
  )
  const write = db.prepare(
    `INSERT INTO notes (id, discussion_id, noteable_type, noteable_id, author_id, body, internal, system, open,
       created_at, updated_at) VALUES (?, ?, ?, ?, ?, '', 0, ?, 0, ?, ?)`,
  )
  const happen = db.prepare(
    `INSERT INTO resource_events (id, kind, noteable_type, noteable_id, user_id, subject_id, action, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )

  const say: ActivityWriter['say'] = ({ type, id }, note, number, { by, at }) => {
    const place = about.get(type, id)
    if (place === undefined) return
    const discussion = number.toString(16).padStart(40, '0')
    begin.run(discussion, place.projectId, type, id)
    write.run(number, discussion, type, id, by ?? place.authorId, JSON.stringify(note), at, at)
  }

  return {
    remember: ({ type, id }, { projectId, iid }, authorId) => {
      remember.run(type, id, projectId, iid, authorId)
    },
    known: ({ type, id }) => {
      const facts = known.get(type, id)
      return facts === undefined ? undefined : (JSON.parse(facts) as Remembered)
    },
    tell: (thing, told, { revision, metadata: { at } }, by) => {
      if (told === undefined) return
      const { type, id } = thing
      update.run(JSON.stringify(told.after), type, id)
      for (const [index, activity] of told.activities.entries()) {
        const number = activityNumber(type, id, revision, index)
        if (number === undefined) continue
        if (activity.of === 'note') say(thing, activity.note, number, { by, at })
        else happen.run(number, activity.of, type, id, by ?? null, ...subjectOf(activity), at)
      }
    },
    say,
  }
}
