import {
  type AttributeOwnerKind,
  type CustomAttributeQueries,
  type CustomAttributeRow,
  customAttributes,
} from '@forgefold/core/domains/identity/custom-attribute'
import { subjectOf } from '@forgefold/core/domains/identity/user'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import type { Condition } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

/** Matches rows with all of these custom attributes; `id` is the column of the row's id. Any number of them is one condition. */
export const hasAttributes = (
  kind: AttributeOwnerKind,
  id: string,
  wanted: Readonly<Record<string, string>> | undefined,
): ReadonlyArray<Condition> =>
  wanted === undefined
    ? []
    : [
        {
          sql: `NOT EXISTS (SELECT 1 FROM json_each(?) w WHERE NOT EXISTS (SELECT 1 FROM custom_attributes c
            WHERE c.owner = '${kind}-' || ${id} AND c.key = w.key AND c.value = w.value))`,
          values: [JSON.stringify(wanted)],
        },
      ]

const queries = (db: Database): CustomAttributeQueries => {
  const list = db.prepare<[string], CustomAttributeRow>(
    'SELECT key, value FROM custom_attributes WHERE owner = ? ORDER BY place',
  )
  return { list: (kind, id) => list.all(`${kind}-${id}`) }
}

/** Custom attributes in the read model. */
export const customAttributeRows: Projection = {
  name: 'custom-attributes',
  version: 1,
  schema: `
    CREATE TABLE custom_attributes (
      place INTEGER PRIMARY KEY,
      owner TEXT NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      UNIQUE (owner, key)
    ) STRICT;
  `,
  handlers: (context) => {
    const { db, personalData } = context
    const set = db.prepare(
      `INSERT INTO custom_attributes (owner, key, value) VALUES (?, ?, ?)
       ON CONFLICT (owner, key) DO UPDATE SET value = excluded.value`,
    )
    const remove = db.prepare('DELETE FROM custom_attributes WHERE owner = ? AND key = ?')
    return [
      handle(context, customAttributes, {
        CustomAttributeSet: ({ kind, id, key, value }) => {
          const clear = kind === 'user' ? personalData.open(subjectOf(id), value) : value
          if (clear !== undefined) set.run(`${kind}-${id}`, key, clear)
        },
        CustomAttributeDeleted: ({ key }, { stream }) => {
          remove.run(idOf(stream), key)
        },
      }),
    ]
  },
  queries: { customAttributes: queries },
}
