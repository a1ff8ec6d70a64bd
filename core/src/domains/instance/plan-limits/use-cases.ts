import * as E from 'fp-ts/lib/Either.js'
import { administrator } from '../../../access/index.js'
import type { Lookup, Query, UseCase } from '../../../app/forge.js'
import { type FieldErrors, fieldErrors, invalid, refuse } from '../../../kernel/index.js'
import { type Plan, type PlanLimits, type PlanLimitsCommand, planLimits } from './aggregate.js'

/** The limits of a plan, for administrators. Rejections: `Unauthenticated`; `Forbidden`. */
export const readPlanLimits: Query<Plan, PlanLimits> = (forge, { principal }, plan) => {
  const admin = administrator(principal)
  return E.isLeft(admin) ? admin : E.right(forge.read.planLimits.of(plan))
}

/** Some limits of a plan as they are to be. */
export interface ChangePlanLimits {
  readonly plan: Plan
  readonly changes: PlanLimitsCommand['changes']
}

const NEGATIVE = ['must be greater than or equal to 0']

const negativesIn = (changes: PlanLimitsCommand['changes']): FieldErrors | undefined =>
  fieldErrors(
    Object.fromEntries(
      Object.entries(changes).map(([name, amount]) => [name, amount !== undefined && amount < 0 ? NEGATIVE : []]),
    ),
  )

/** Changes what is given of a plan's limits. Rejections: `Unauthenticated`; `Forbidden`; `Invalid` (below 0). */
export const changePlanLimits: UseCase<ChangePlanLimits, PlanLimits> = async (
  forge,
  { principal, context },
  { plan, changes },
) => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  const wrong = negativesIn(changes)
  if (wrong !== undefined) return refuse(invalid(wrong))
  const done = await forge.aggregates.execute(planLimits, plan, { type: 'Change', changes }, context)
  return E.isLeft(done) ? done : E.right(done.right.state)
}

/** The limits that govern the instance. */
export const currentLimits: Lookup<void, PlanLimits> = ({ read }) => read.planLimits.of('default')
