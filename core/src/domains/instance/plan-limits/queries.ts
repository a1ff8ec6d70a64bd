import type { Plan, PlanLimits } from './aggregate.js'

export interface PlanLimitsQueries {
  readonly of: (plan: Plan) => PlanLimits
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly planLimits: PlanLimitsQueries
  }
}
