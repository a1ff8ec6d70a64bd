import { type RegistrationTokenQueries, registrationToken } from '@forgefold/core/domains/projects/registration-token'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

const queries = (db: Database): RegistrationTokenQueries => {
  const resets = db
    .prepare<[string, number], number>('SELECT resets FROM registration_tokens WHERE owner_kind = ? AND owner_id = ?')
    .pluck()
  return { resets: ({ kind, id }) => resets.get(kind, id) ?? 0 }
}

/** How often registration tokens were reset, in the read model. */
export const registrationTokens: Projection = {
  name: 'registration_tokens',
  version: 1,
  schema: `
    CREATE TABLE registration_tokens (
      owner_kind TEXT NOT NULL,
      owner_id INTEGER NOT NULL,
      resets INTEGER NOT NULL,
      PRIMARY KEY (owner_kind, owner_id)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: (context) => {
    const count = context.db.prepare(
      `INSERT INTO registration_tokens (owner_kind, owner_id, resets) VALUES (?, ?, 1)
       ON CONFLICT (owner_kind, owner_id) DO UPDATE SET resets = resets + 1`,
    )
    return [
      handle(context, registrationToken, {
        RegistrationTokenReset: ({ owner: { kind, id } }) => {
          count.run(kind, id)
        },
      }),
    ]
  },
  queries: { registrationTokens: queries },
}
