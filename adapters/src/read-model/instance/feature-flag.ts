import { type FeatureFlagQueries, type FeatureGates, featureFlag } from '@forgefold/core/domains/instance/feature-flag'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

const queries = (db: Database): FeatureFlagQueries => {
  const all = db.prepare<[], { readonly name: string; readonly gates: string }>(
    'SELECT name, gates FROM instance_feature_flags ORDER BY name',
  )
  return { list: () => all.all().map(({ name, gates }) => ({ name, gates: JSON.parse(gates) as FeatureGates })) }
}

/** Feature flags of the instance in the read model. */
export const featureFlags: Projection = {
  name: 'feature-flags',
  version: 1,
  schema: 'CREATE TABLE instance_feature_flags (name TEXT PRIMARY KEY, gates TEXT NOT NULL) STRICT, WITHOUT ROWID;',
  handlers: (context) => {
    const { db } = context
    const keep = db.prepare(
      `INSERT INTO instance_feature_flags (name, gates) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET gates = excluded.gates`,
    )
    const remove = db.prepare('DELETE FROM instance_feature_flags WHERE name = ?')
    return [
      handle(context, featureFlag, {
        FeatureFlagSet: ({ name, gates }) => {
          keep.run(name, JSON.stringify(gates))
        },
        FeatureFlagDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { featureFlags: queries },
}
