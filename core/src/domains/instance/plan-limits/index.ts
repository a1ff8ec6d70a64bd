/** Plan limits: how much of something an instance takes, such as jobs in a pipeline and bytes of a package file. */
export {
  PLAN_LIMIT_NAMES,
  PLAN_LIMITS_WITHOUT_EFFECT,
  PLANS,
  type Plan,
  type PlanLimitName,
  type PlanLimits,
  type PlanLimitsCommand,
  type PlanLimitsEvent,
  planLimits,
} from './aggregate.js'
export * from './queries.js'
export * from './use-cases.js'
