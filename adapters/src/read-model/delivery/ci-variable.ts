import {
  type CiVariableOwner,
  type CiVariableQueries,
  type CiVariableRow,
  ciVariable,
} from '@forgefold/core/domains/delivery/ci-variable'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { Lists } from '../engine/paging.js'
import { handle, type Projection } from '../engine/projection.js'

interface Stored extends Omit<CiVariableRow, 'owner' | 'protected' | 'masked' | 'raw'> {
  readonly ownerKind: CiVariableOwner['kind']
  readonly ownerId: number
  readonly protected: 0 | 1
  readonly masked: 0 | 1
  readonly raw: 0 | 1
}

const COLUMNS = `v.id, v.owner_kind AS ownerKind, v.owner_id AS ownerId, v.key, v.value, v.type, v.protected, v.masked, v.raw,
  v.environment_scope AS environmentScope`

const rowOf = ({ ownerKind, ownerId, ...rest }: Stored): CiVariableRow => ({
  ...rest,
  owner: { kind: ownerKind, id: ownerId },
  protected: rest.protected === 1,
  masked: rest.masked === 1,
  raw: rest.raw === 1,
})

const queries = (db: Database): CiVariableQueries => {
  const lists = new Lists(db)
  const named = db.prepare<[string, number, string], Stored>(
    `SELECT ${COLUMNS} FROM ci_variables v WHERE v.owner_kind = ? AND v.owner_id = ? AND v.key = ? ORDER BY v.id`,
  )
  const all = db.prepare<[string, number], Stored>(
    `SELECT ${COLUMNS} FROM ci_variables v WHERE v.owner_kind = ? AND v.owner_id = ? ORDER BY v.id`,
  )
  return {
    named: ({ kind, id }, key) => named.all(kind, id, key).map(rowOf),
    all: ({ kind, id }) => all.all(kind, id).map(rowOf),
    list: ({ kind, id }, request) => {
      const where = [{ sql: 'v.owner_kind = ? AND v.owner_id = ?', values: [kind, id] }]
      const found = lists.page<Stored>({ select: COLUMNS, from: 'ci_variables v', where, orderBy: 'v.id' }, request)
      return { rows: found.rows.map(rowOf), total: found.total }
    },
  }
}

/** CI/CD variables in the read model. */
export const ciVariables: Projection = {
  name: 'ci_variables',
  version: 1,
  schema: `
    CREATE TABLE ci_variables (
      id INTEGER PRIMARY KEY,
      owner_kind TEXT NOT NULL,
      owner_id INTEGER NOT NULL,
      key TEXT NOT NULL,
      value TEXT NOT NULL,
      type TEXT NOT NULL,
      protected INTEGER NOT NULL,
      masked INTEGER NOT NULL,
      raw INTEGER NOT NULL,
      environment_scope TEXT NOT NULL
    ) STRICT;
    CREATE INDEX ci_variables_by_owner ON ci_variables (owner_kind, owner_id, key);
  `,
  handlers: (context) => {
    const insert = context.db.prepare(
      `INSERT INTO ci_variables (id, owner_kind, owner_id, key, value, type, protected, masked, raw, environment_scope)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const change = context.db.prepare(
      `UPDATE ci_variables SET value = coalesce(?, value), type = coalesce(?, type), protected = coalesce(?, protected),
         masked = coalesce(?, masked), raw = coalesce(?, raw), environment_scope = coalesce(?, environment_scope) WHERE id = ?`,
    )
    const remove = context.db.prepare('DELETE FROM ci_variables WHERE id = ?')
    const flag = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value))
    return [
      handle(context, ciVariable, {
        CiVariableCreated: ({ owner, key, value, type, masked, raw, environmentScope, ...rest }, { stream }) => {
          const flags = [flag(rest.protected), flag(masked), flag(raw)]
          insert.run(idOf(stream), owner.kind, owner.id, key, value, type, ...flags, environmentScope)
        },
        CiVariableChanged: ({ value, type, masked, raw, environmentScope, ...rest }, { stream }) => {
          const flags = [flag(rest.protected), flag(masked), flag(raw)]
          change.run(value ?? null, type ?? null, ...flags, environmentScope ?? null, idOf(stream))
        },
        CiVariableDeleted: (_, { stream }) => {
          remove.run(idOf(stream))
        },
      }),
    ]
  },
  queries: { ciVariables: queries },
}
