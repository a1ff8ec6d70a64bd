import * as t from 'io-ts'
import { type Aggregate, codecs, current, decideChange, type EventOf, eventCatalogue } from '../../../kernel/index.js'

const MEBIBYTE = 1024 * 1024
const GIBIBYTE = 1024 * MEBIBYTE

/** The default of each limit; sizes in bytes, 0: no limit. */
const DEFAULT_PLAN_LIMITS = {
  ci_pipeline_size: 0,
  ci_active_jobs: 0,
  ci_active_pipelines: 0,
  ci_project_subscriptions: 2,
  ci_pipeline_schedules: 10,
  ci_needs_size_limit: 50,
  ci_registered_group_runners: 1000,
  ci_registered_project_runners: 1000,
  conan_max_file_size: 3 * GIBIBYTE,
  generic_packages_max_file_size: 5 * GIBIBYTE,
  helm_max_file_size: 5 * MEBIBYTE,
  maven_max_file_size: 3 * GIBIBYTE,
  npm_max_file_size: 500 * MEBIBYTE,
  nuget_max_file_size: 500 * MEBIBYTE,
  pypi_max_file_size: 3 * GIBIBYTE,
  terraform_module_max_file_size: GIBIBYTE,
  storage_size_limit: 0,
} as const

export type PlanLimitName = keyof typeof DEFAULT_PLAN_LIMITS

/** The limits of a plan. */
export type PlanLimits = Readonly<Record<PlanLimitName, number>>

/** Every limit there is. */
export const PLAN_LIMIT_NAMES = Object.keys(DEFAULT_PLAN_LIMITS) as ReadonlyArray<PlanLimitName>

/** Limits that are only stored and shown, with the reason. */
export const PLAN_LIMITS_WITHOUT_EFFECT: { readonly [Name in PlanLimitName]?: string } = {
  ci_project_subscriptions: 'pipelines do not subscribe to other projects',
  storage_size_limit: 'the size of a namespace is not limited',
}

/** Plans by name; an instance is governed by `default`, the others are kept. */
export const PLANS = ['default', 'free', 'bronze', 'silver', 'premium', 'gold', 'ultimate'] as const
export type Plan = (typeof PLANS)[number]

const amounts = Object.fromEntries(PLAN_LIMIT_NAMES.map((name) => [name, codecs.safeInteger])) as Record<
  PlanLimitName,
  typeof codecs.safeInteger
>

const planLimitsEvents = eventCatalogue({ PlanLimitsChanged: current(t.partial(amounts)) })

export type PlanLimitsEvent = EventOf<typeof planLimitsEvents>

export interface PlanLimitsCommand {
  readonly type: 'Change'
  readonly changes: { readonly [Name in PlanLimitName]?: number | undefined }
}

/** The limits of one plan; its id is the plan's name. */
export const planLimits: Aggregate<PlanLimitsCommand, PlanLimitsEvent, PlanLimits> = {
  category: 'plan_limits',
  stateVersion: 1,
  events: planLimitsEvents,
  initial: DEFAULT_PLAN_LIMITS,
  decide: (command) => (state) => decideChange('PlanLimitsChanged', command.changes, state),
  evolve: (state, event) => ({ ...state, ...event.data }),
}
