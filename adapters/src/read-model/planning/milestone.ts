import {
  type MilestoneFilter,
  type MilestoneQueries,
  type MilestoneRow,
  milestone,
} from '@forgefold/core/domains/planning/milestone'
import type { ResourceParent } from '@forgefold/core/domains/projects/resource-parent'
import { idOf, type StoredEvent } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { AnswerCache, appliedEditionOf } from '../engine/answer-cache.js'
import { likePattern } from '../engine/like-pattern.js'
import { type Condition, Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'
import { ownersCondition } from '../projects/resource-parent-sql.js'

interface Stored extends Omit<MilestoneRow, 'place' | 'description'> {
  readonly placeKind: ResourceParent['kind']
  readonly placeId: number
  readonly text: string | null
  readonly blob: string | null
}

const COLUMNS = `s.id, s.iid, s.place_kind AS placeKind, s.place_id AS placeId, s.title, s.description AS text,
  s.description_blob AS blob, s.state, s.start_date AS startDate, s.due_date AS dueDate,
  s.created_at AS createdAt, s.updated_at AS updatedAt`

const rowOf = ({ placeKind, placeId, text, blob, ...rest }: Stored): MilestoneRow => ({
  ...rest,
  place: { kind: placeKind, id: placeId },
  description: { text, blob },
})

const conditions = (filter: MilestoneFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [ownersCondition('s', filter.places)]
  const add = (sql: string, value: unknown): void => {
    if (value !== undefined) where.push({ sql, values: [value] })
  }
  add('s.state = ?', filter.state)
  add(
    's.iid IN (SELECT value FROM json_each(?))',
    filter.iids === undefined || filter.iids.length === 0 ? undefined : JSON.stringify(filter.iids),
  )
  add('s.title = ?', filter.title)
  add('s.updated_at >= ?', filter.updatedAfter)
  add('s.updated_at <= ?', filter.updatedBefore)
  if (filter.search !== undefined && filter.search !== '')
    where.push({
      sql: "s.title LIKE ? ESCAPE '\\' OR s.description LIKE ? ESCAPE '\\'",
      values: [likePattern(filter.search), likePattern(filter.search)],
    })
  return where
}

const queries = (db: Database): MilestoneQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM milestones s WHERE s.id = ?`)
  const named = db.prepare<[string, number, string], Stored>(
    `SELECT ${COLUMNS} FROM milestones s WHERE s.place_kind = ? AND s.place_id = ? AND s.title = ?`,
  )
  const titled = db.prepare<[string], number>('SELECT id FROM milestones WHERE title = ?').pluck()
  const upcoming = db
    .prepare<[string], number>(
      `SELECT s.id FROM milestones s JOIN (
         SELECT place_kind, place_id, min(due_date) AS next FROM milestones
         WHERE state = 'active' AND due_date > ? GROUP BY place_kind, place_id
       ) n ON n.place_kind = s.place_kind AND n.place_id = s.place_id AND n.next = s.due_date
       WHERE s.state = 'active' ORDER BY s.id`,
    )
    .pluck()
  const started = db
    .prepare<[string], number>("SELECT id FROM milestones WHERE state = 'active' AND start_date <= ? ORDER BY id")
    .pluck()
  const edition = db.prepare<[], number>('SELECT edition FROM milestone_edition').pluck()
  const editions = new AnswerCache<number>(appliedEditionOf(db))
  const one = (stored: Stored | undefined): MilestoneRow | undefined =>
    stored === undefined ? undefined : rowOf(stored)
  return {
    byId: (id) => one(byId.get(id)),
    named: (places, title) => {
      for (const { kind, id } of places) {
        const found = named.get(kind, id, title)
        if (found !== undefined) return rowOf(found)
      }
      return undefined
    },
    titled: (title) => titled.all(title),
    list: (filter, request) => {
      const orderBy = 's.due_date IS NULL, s.due_date, s.id'
      const found = lists.page<Stored>(
        { select: COLUMNS, from: 'milestones s', where: conditions(filter), orderBy },
        request,
      )
      return { rows: found.rows.map(rowOf), total: found.total }
    },
    upcoming: (today) => upcoming.all(today),
    started: (today) => started.all(today),
    edition: () => editions.get('', () => edition.get() ?? 0),
  }
}

/** Milestones in the read model. */
export const milestones: Projection = {
  name: 'milestones',
  version: 1,
  schema: `
    CREATE TABLE milestones (
      id INTEGER PRIMARY KEY,
      iid INTEGER NOT NULL,
      place_kind TEXT NOT NULL,
      place_id INTEGER NOT NULL,
      title TEXT NOT NULL,
      description TEXT,
      description_blob TEXT,
      state TEXT NOT NULL DEFAULT 'active',
      start_date TEXT,
      due_date TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX milestones_by_place ON milestones (place_kind, place_id, title);
    CREATE INDEX milestones_by_title ON milestones (title);
    CREATE INDEX milestones_in_order ON milestones (place_kind, place_id, due_date IS NULL, due_date, id);
    CREATE INDEX milestones_by_due_date ON milestones (state, due_date);
    CREATE INDEX milestones_by_start_date ON milestones (state, start_date);
    CREATE TABLE milestone_edition (edition INTEGER NOT NULL) STRICT;
    INSERT INTO milestone_edition VALUES (0);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO milestones (id, iid, place_kind, place_id, title, description, description_blob, start_date, due_date,
         created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const setTitle = db.prepare('UPDATE milestones SET title = ? WHERE id = ?')
    const setDescription = db.prepare('UPDATE milestones SET description = ?, description_blob = ? WHERE id = ?')
    const setStart = db.prepare('UPDATE milestones SET start_date = ? WHERE id = ?')
    const setDue = db.prepare('UPDATE milestones SET due_date = ? WHERE id = ?')
    const setState = db.prepare('UPDATE milestones SET state = ? WHERE id = ?')
    const touch = db.prepare('UPDATE milestones SET updated_at = ? WHERE id = ?')
    const removals = [
      'DELETE FROM milestones WHERE id = ?',
      'UPDATE merge_requests SET milestone_id = NULL, edition = edition + 1 WHERE milestone_id = ?',
      'UPDATE issues SET milestone_id = NULL WHERE milestone_id = ?',
    ].map((text) => db.prepare(text))
    const promote = db.prepare("UPDATE milestones SET place_kind = 'group', place_id = ?, iid = ? WHERE id = ?")
    const relinks = ['merge_requests SET edition = edition + 1,', 'issues SET'].map((start) =>
      db.prepare(`UPDATE ${start} milestone_id = ? WHERE milestone_id = ?`),
    )
    const renew = db.prepare('UPDATE milestone_edition SET edition = edition + 1')
    const becomes =
      (state: MilestoneRow['state']) =>
      (_: unknown, { stream, metadata }: StoredEvent): void => {
        setState.run(state, idOf(stream))
        touch.run(metadata.at, idOf(stream))
        renew.run()
      }
    return [
      handle(context, milestone, {
        MilestoneCreated: (data, { stream, metadata: { at } }) => {
          const { iid, place, title, description, startDate, dueDate } = data
          const { text, blob } = description
          insert.run(idOf(stream), iid, place.kind, place.id, title, text, blob, startDate, dueDate, at, at)
          renew.run()
        },
        MilestoneChanged: ({ title, description, startDate, dueDate }, { stream, metadata: { at } }) => {
          const id = idOf(stream)
          if (title !== undefined) setTitle.run(title, id)
          if (description !== undefined) setDescription.run(description.text, description.blob, id)
          if (startDate !== undefined) setStart.run(startDate, id)
          if (dueDate !== undefined) setDue.run(dueDate, id)
          touch.run(at, id)
          renew.run()
        },
        MilestoneClosed: becomes('closed'),
        MilestoneActivated: becomes('active'),
        MilestonePromoted: ({ groupId, iid }, { stream, metadata: { at } }) => {
          promote.run(groupId, iid, idOf(stream))
          touch.run(at, idOf(stream))
          renew.run()
        },
        MilestoneMerged: ({ into }, { stream }) => {
          for (const relink of relinks) relink.run(into, idOf(stream))
          removals[0]?.run(idOf(stream))
          renew.run()
        },
        MilestoneDeleted: (_, { stream }) => {
          for (const removal of removals) removal.run(idOf(stream))
          renew.run()
        },
      }),
    ]
  },
  queries: { milestones: queries },
}
