import {
  type Appearance,
  type AppearanceQueries,
  appearance,
  defaultAppearance,
} from '@forgefold/core/domains/instance/appearance'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

const read = (db: Database) => db.prepare<[], { readonly fields: string }>('SELECT fields FROM appearance WHERE id = 1')

const currentOf = (stored: { readonly fields: string } | undefined): Appearance =>
  stored === undefined ? defaultAppearance : (JSON.parse(stored.fields) as Appearance)

const queries = (db: Database): AppearanceQueries => {
  const one = read(db)
  return { current: () => currentOf(one.get()) }
}

/** The appearance of the instance in the read model. */
export const appearances: Projection = {
  name: 'appearance',
  version: 1,
  schema: 'CREATE TABLE appearance (id INTEGER PRIMARY KEY, fields TEXT NOT NULL) STRICT;',
  handlers: (context) => {
    const one = read(context.db)
    const keep = context.db.prepare(
      'INSERT INTO appearance (id, fields) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET fields = excluded.fields',
    )
    return [
      handle(context, appearance, {
        AppearanceChanged: (data) => {
          keep.run(JSON.stringify({ ...currentOf(one.get()), ...data }))
        },
      }),
    ]
  },
  queries: { appearance: queries },
}
