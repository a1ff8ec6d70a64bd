import {
  type LabelFilter,
  type LabelQueries,
  type LabelRow,
  label,
  titleKey,
} from '@forgefold/core/domains/planning/label'
import type { ResourceParent } from '@forgefold/core/domains/projects/resource-parent'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { AnswerCache, appliedEditionOf } from '../engine/answer-cache.js'
import { likePattern } from '../engine/like-pattern.js'
import { type Condition, Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'
import { ownersCondition, withinSql } from '../projects/resource-parent-sql.js'

interface Stored extends Omit<LabelRow, 'place'> {
  readonly placeKind: ResourceParent['kind']
  readonly placeId: number
}

const COLUMNS = 'l.id, l.place_kind AS placeKind, l.place_id AS placeId, l.title, l.color, l.description, l.priority'

const rowOf = ({ placeKind, placeId, ...rest }: Stored): LabelRow => ({
  ...rest,
  place: { kind: placeKind, id: placeId },
})

const conditions = ({ places, search }: LabelFilter): ReadonlyArray<Condition> => {
  const where: Array<Condition> = [ownersCondition('l', places)]
  if (search !== undefined && search !== '')
    where.push({
      sql: "l.title LIKE ? ESCAPE '\\' OR l.description LIKE ? ESCAPE '\\'",
      values: [likePattern(search), likePattern(search)],
    })
  return where
}

const queries = (db: Database): LabelQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM labels l WHERE l.id = ?`)
  const rows = db.prepare<[string], Stored>(
    `SELECT ${COLUMNS} FROM labels l WHERE l.id IN (SELECT value FROM json_each(?)) ORDER BY l.title, l.id`,
  )
  const named = db.prepare<[string, number, string], Stored>(
    `SELECT ${COLUMNS} FROM labels l WHERE l.place_kind = ? AND l.place_id = ? AND l.title_key = ?`,
  )
  const titled = db.prepare<[string], number>('SELECT id FROM labels WHERE title_key = ?').pluck()
  const subscribed = db.prepare<[number, number]>(
    'SELECT 1 FROM label_subscriptions WHERE label_id = ? AND user_id = ?',
  )
  const edition = db.prepare<[], number>('SELECT edition FROM label_edition').pluck()
  const editions = new AnswerCache<number>(appliedEditionOf(db))
  const counters = new Map(
    (['project', 'group'] as const).map((kind) => [
      kind,
      {
        issues: db
          .prepare<[number, string, number], number>(
            `SELECT count(*) FROM issue_labels s JOIN issues i ON i.id = s.issue_id
             WHERE s.label_id = ? AND i.state = ? AND ${withinSql(kind, 'i.project_id')}`,
          )
          .pluck(),
        requests: db
          .prepare<[number, number], number>(
            `SELECT count(*) FROM merge_request_labels s JOIN merge_requests m ON m.id = s.merge_request_id
             WHERE s.label_id = ? AND m.status = 'opened' AND ${withinSql(kind, 'm.target_project_id')}`,
          )
          .pluck(),
      },
    ]),
  )
  const one = (stored: Stored | undefined): LabelRow | undefined => (stored === undefined ? undefined : rowOf(stored))
  return {
    byId: (id) => one(byId.get(id)),
    rows: (ids) => rows.all(JSON.stringify(ids)).map(rowOf),
    named: (places, title) => {
      for (const place of places) {
        const found = named.get(place.kind, place.id, titleKey(title))
        if (found !== undefined) return rowOf(found)
      }
      return undefined
    },
    titled: (title) => titled.all(titleKey(title)),
    list: (filter, request) => {
      const query = { select: COLUMNS, from: 'labels l', where: conditions(filter), orderBy: 'l.title, l.id' }
      const found = lists.page<Stored>(query, request)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
    counts: (labelId, within) => {
      const counter = counters.get(within.kind)
      return {
        openIssues: counter?.issues.get(labelId, 'opened', within.id) ?? 0,
        closedIssues: counter?.issues.get(labelId, 'closed', within.id) ?? 0,
        openMergeRequests: counter?.requests.get(labelId, within.id) ?? 0,
      }
    },
    isSubscribed: (labelId, userId) => subscribed.get(labelId, userId) !== undefined,
    edition: () => editions.get('', () => edition.get() ?? 0),
  }
}

/** Labels in the read model. */
export const labels: Projection = {
  name: 'labels',
  version: 2,
  schema: `
    CREATE TABLE labels (
      id INTEGER PRIMARY KEY,
      place_kind TEXT NOT NULL,
      place_id INTEGER NOT NULL,
      title TEXT NOT NULL,
      title_key TEXT NOT NULL,
      color TEXT NOT NULL,
      description TEXT,
      priority INTEGER
    ) STRICT;
    CREATE INDEX labels_by_place ON labels (place_kind, place_id, title_key);
    CREATE INDEX labels_by_title ON labels (title_key);
    CREATE INDEX labels_in_order ON labels (place_kind, place_id, title, id);
    CREATE TABLE label_subscriptions (
      label_id INTEGER NOT NULL,
      user_id INTEGER NOT NULL,
      PRIMARY KEY (label_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE label_edition (edition INTEGER NOT NULL) STRICT;
    INSERT INTO label_edition VALUES (0);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      `INSERT INTO labels (id, place_kind, place_id, title, title_key, color, description, priority)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const setTitle = db.prepare('UPDATE labels SET title = ?, title_key = ? WHERE id = ?')
    const setColor = db.prepare('UPDATE labels SET color = ? WHERE id = ?')
    const setDescription = db.prepare('UPDATE labels SET description = ? WHERE id = ?')
    const setPriority = db.prepare('UPDATE labels SET priority = ? WHERE id = ?')
    const unlabel = db.prepare(
      `UPDATE merge_requests AS m SET edition = m.edition + 1, labelled =
         EXISTS (SELECT 1 FROM merge_request_labels s WHERE s.merge_request_id = m.id AND s.label_id <> $id)
       WHERE m.id IN (SELECT s.merge_request_id FROM merge_request_labels s WHERE s.label_id = $id)`,
    )
    const promote = db.prepare("UPDATE labels SET place_kind = 'group', place_id = ? WHERE id = ?")
    const relinks = [
      `UPDATE merge_requests SET edition = edition + 1 WHERE $into <> $id
       AND id IN (SELECT s.merge_request_id FROM merge_request_labels s WHERE s.label_id = $id)`,
      'UPDATE OR IGNORE merge_request_labels SET label_id = $into WHERE label_id = $id',
      'UPDATE OR IGNORE issue_labels SET label_id = $into WHERE label_id = $id',
      'UPDATE OR IGNORE label_subscriptions SET label_id = $into WHERE label_id = $id',
    ].map((text) => db.prepare(text))
    const removals = [
      'DELETE FROM labels WHERE id = ?',
      'DELETE FROM label_subscriptions WHERE label_id = ?',
      'DELETE FROM merge_request_labels WHERE label_id = ?',
      'DELETE FROM issue_labels WHERE label_id = ?',
    ].map((text) => db.prepare(text))
    const follow = db.prepare('INSERT OR IGNORE INTO label_subscriptions (label_id, user_id) VALUES (?, ?)')
    const leave = db.prepare('DELETE FROM label_subscriptions WHERE label_id = ? AND user_id = ?')
    const renew = db.prepare('UPDATE label_edition SET edition = edition + 1')
    return [
      handle(context, label, {
        LabelCreated: ({ place, title, color, description, priority }, { stream }) => {
          insert.run(idOf(stream), place.kind, place.id, title, titleKey(title), color, description, priority)
          renew.run()
        },
        LabelChanged: ({ title, color, description, priority }, { stream }) => {
          const id = idOf(stream)
          if (title !== undefined) setTitle.run(title, titleKey(title), id)
          if (color !== undefined) setColor.run(color, id)
          if (description !== undefined) setDescription.run(description, id)
          if (priority !== undefined) setPriority.run(priority, id)
          renew.run()
        },
        LabelSubscribed: ({ userId }, { stream }) => {
          follow.run(idOf(stream), userId)
        },
        LabelUnsubscribed: ({ userId }, { stream }) => {
          leave.run(idOf(stream), userId)
        },
        LabelPromoted: ({ groupId }, { stream }) => {
          promote.run(groupId, idOf(stream))
          renew.run()
        },
        LabelMerged: ({ into }, { stream }) => {
          for (const relink of relinks) relink.run({ id: Number(idOf(stream)), into })
          for (const removal of removals) removal.run(idOf(stream))
          renew.run()
        },
        LabelDeleted: (_, { stream }) => {
          unlabel.run({ id: Number(idOf(stream)) })
          for (const removal of removals) removal.run(idOf(stream))
          renew.run()
        },
      }),
    ]
  },
  queries: { labels: queries },
}
