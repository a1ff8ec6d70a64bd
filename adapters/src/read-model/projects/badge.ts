import { type BadgeQueries, type BadgeRow, badge } from '@forgefold/core/domains/projects/badge'
import type { ResourceParentKind } from '@forgefold/core/domains/projects/resource-parent'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { type Condition, Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

interface Stored extends Omit<BadgeRow, 'place'> {
  readonly placeKind: ResourceParentKind
  readonly placeId: number
}

const COLUMNS = 'id, place_kind AS placeKind, place_id AS placeId, name, link_url AS linkUrl, image_url AS imageUrl'

const rowOf = ({ placeKind, placeId, ...row }: Stored): BadgeRow => ({
  ...row,
  place: { kind: placeKind, id: placeId },
})

const queries = (db: Database): BadgeQueries => {
  const lists = new Lists(db)
  const byId = db.prepare<[number], Stored>(`SELECT ${COLUMNS} FROM badges WHERE id = ?`)
  return {
    byId: (id) => {
      const found = byId.get(id)
      return found === undefined ? undefined : rowOf(found)
    },
    list: (places, name, page) => {
      const where: ReadonlyArray<Condition> = [
        {
          sql: `(place_kind, place_id) IN (SELECT value ->> 'kind', value ->> 'id' FROM json_each(?))`,
          values: [JSON.stringify(places)],
        },
        ...(name === undefined ? [] : [{ sql: 'name = ?', values: [name] }]),
      ]
      const found = lists.page<Stored>({ select: COLUMNS, from: 'badges', where, orderBy: 'id' }, page)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
  }
}

/** Badges in the read model. */
export const badges: Projection = {
  name: 'badges',
  version: 1,
  schema: `
    CREATE TABLE badges (
      id INTEGER PRIMARY KEY,
      place_kind TEXT NOT NULL,
      place_id INTEGER NOT NULL,
      name TEXT,
      link_url TEXT NOT NULL,
      image_url TEXT NOT NULL
    ) STRICT;
    CREATE INDEX badges_by_place ON badges (place_kind, place_id, id);
  `,
  handlers: (context) => {
    const { db } = context
    const insert = db.prepare(
      'INSERT INTO badges (id, place_kind, place_id, name, link_url, image_url) VALUES (?, ?, ?, ?, ?, ?)',
    )
    const change = db.prepare(
      'UPDATE badges SET name = coalesce(?, name), link_url = coalesce(?, link_url), image_url = coalesce(?, image_url) WHERE id = ?',
    )
    const remove = db.prepare('DELETE FROM badges WHERE id = ?')
    return [
      handle(context, badge, {
        BadgeCreated: ({ place, name, linkUrl, imageUrl }, { stream }) => {
          insert.run(idOf(stream), place.kind, place.id, name, linkUrl, imageUrl)
        },
        BadgeChanged: ({ name, linkUrl, imageUrl }, { stream }) => {
          change.run(name ?? null, linkUrl ?? null, imageUrl ?? null, idOf(stream))
        },
        BadgeDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { badges: queries },
}
