import { type PlanLimits, type PlanLimitsQueries, planLimits } from '@forgefold/core/domains/instance/plan-limits'
import { idOf } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { handle, type Projection } from '../engine/projection.js'

const queries = (db: Database): PlanLimitsQueries => {
  const one = db.prepare<[string], { readonly limits: string }>('SELECT limits FROM plan_limits WHERE plan = ?')
  return {
    of: (plan) => {
      const stored = one.get(plan)
      const changed = stored === undefined ? {} : (JSON.parse(stored.limits) as Partial<PlanLimits>)
      return { ...planLimits.initial, ...changed }
    },
  }
}

/** Changed plan limits in the read model. */
export const planLimitChanges: Projection = {
  name: 'plan-limits',
  version: 1,
  schema: 'CREATE TABLE plan_limits (plan TEXT PRIMARY KEY, limits TEXT NOT NULL) STRICT, WITHOUT ROWID;',
  handlers: (context) => {
    const keep = context.db.prepare(
      `INSERT INTO plan_limits (plan, limits) VALUES (?, ?)
       ON CONFLICT (plan) DO UPDATE SET limits = json_patch(limits, excluded.limits)`,
    )
    return [
      handle(context, planLimits, {
        PlanLimitsChanged: (data, { stream }) => {
          keep.run(idOf(stream), JSON.stringify(data))
        },
      }),
    ]
  },
  queries: { planLimits: queries },
}
