import { subjectOf } from '@forgefold/core/domains/identity/user'
import {
  type CustomAttributeQueries,
  type CustomAttributeRow,
  customAttributes,
} from '@forgefold/core/domains/projects/custom-attribute'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

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
  queries: (db) => ({ customAttributes: queries(db) }),
}
