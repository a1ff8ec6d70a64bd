import {
  changePlanLimits,
  PLAN_LIMIT_NAMES,
  PLAN_LIMITS_WITHOUT_EFFECT,
  PLANS,
  type PlanLimitName,
  readPlanLimits,
} from '@forgefold/core/domains/instance/plan-limits'
import { integer, oneOf, optional, type Route, required, respond, route } from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'
import { integer as amount, record, type Shape } from '../../shape.js'

const AREA = 'Plan limits'
const path = '/application/plan_limits'

const shape: Shape = record('PlanLimits', Object.fromEntries(PLAN_LIMIT_NAMES.map((name) => [name, amount])))

const WHAT: Readonly<Record<PlanLimitName, string>> = {
  ci_pipeline_size: 'Jobs in one pipeline',
  ci_active_jobs: 'Jobs of the unfinished pipelines of a project from the last 24 hours',
  ci_active_pipelines: 'Pipelines of a project that have not ended',
  ci_project_subscriptions: 'Subscriptions of a project to pipelines of others',
  ci_pipeline_schedules: 'Schedules of a project',
  ci_needs_size_limit: 'Jobs that one job needs',
  ci_registered_group_runners: 'Runners of a group',
  ci_registered_project_runners: 'Runners of a project',
  conan_max_file_size: 'Bytes of a file of a Conan package',
  generic_packages_max_file_size: 'Bytes of a file of a generic package',
  helm_max_file_size: 'Bytes of a Helm chart',
  maven_max_file_size: 'Bytes of a file of a Maven package',
  npm_max_file_size: 'Bytes of an npm package',
  nuget_max_file_size: 'Bytes of a NuGet package',
  pypi_max_file_size: 'Bytes of a file of a PyPI package',
  terraform_module_max_file_size: 'Bytes of a Terraform module',
  storage_size_limit: 'Megabytes of a namespace',
}

const described = (name: PlanLimitName): string => {
  const reason = PLAN_LIMITS_WITHOUT_EFFECT[name]
  return `${WHAT[name]}; ${reason === undefined ? '0: as many as there are' : `no effect: ${reason}`}`
}

const amounts = Object.fromEntries(
  PLAN_LIMIT_NAMES.map((name) => [name, optional(integer(), described(name))]),
) as Record<PlanLimitName, ReturnType<typeof optional<number>>>

const success = { status: 200, description: 'The limits', schemaFor: shape }
const present = <Limits>(limits: Limits): Limits => limits

/** Limits of plans (docs/reference/behaviour/instance.md#plan-limits). */
export const planLimitRoutes: ReadonlyArray<Route> = [
  route({
    method: 'GET',
    path,
    area: AREA,
    summary: 'Read the limits of a plan',
    caller: 'admin',
    params: { plan_name: optional(oneOf(PLANS), 'The plan; default: `default`') },
    success,
    handler: ({ forge, principal }, { plan_name: plan = 'default' }) =>
      respond(present)(readPlanLimits(forge, { principal }, plan)),
  }),
  route({
    method: 'PUT',
    path,
    area: AREA,
    summary: 'Change the limits of a plan',
    caller: 'admin',
    params: { plan_name: required(oneOf(PLANS), 'The plan'), ...amounts },
    success,
    handler: async (context, { plan_name: plan, ...changes }) =>
      respond(present)(await changePlanLimits(context.forge, callerOf(context), { plan, changes })),
  }),
]
