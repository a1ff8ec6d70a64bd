import { items, type ReleaseItem } from '../release-item.js'

/** Keywords and rules of the CI file, and security reports (docs/reference/behaviour/instance.md#deprecation-schedule). */
export const ciItems = items({
  'ci.type_keyword': {
    kind: 'keyword',
    area: 'CI configuration',
    name: 'type',
    deprecated: '14.6',
    until: '15.0',
    replacedBy: 'stage',
    served: true,
    before: 'says the stage of a job',
    after: 'makes the configuration invalid',
  },
  'ci.types_keyword': {
    kind: 'keyword',
    area: 'CI configuration',
    name: 'types',
    deprecated: '14.6',
    until: '15.0',
    replacedBy: 'stages',
    served: true,
    before: 'lists the stages',
    after: 'makes the configuration invalid',
  },
  'ci.long_job_names': {
    kind: 'rule',
    area: 'CI configuration',
    name: 'job names above 255 characters',
    deprecated: '14.6',
    until: '15.0',
    served: true,
    before: 'taken',
    after: 'the pipeline is refused',
  },
  'ci.artifacts_reports_cobertura': {
    kind: 'keyword',
    area: 'CI configuration',
    name: 'artifacts:reports:cobertura',
    deprecated: '14.7',
    until: '15.0',
    replacedBy: 'artifacts:reports:coverage_report',
    served: true,
    before: 'names a coverage report',
    after: 'makes the configuration invalid',
  },
  'ci.parallel_above_50': {
    kind: 'rule',
    area: 'CI configuration',
    name: 'parallel above 50',
    since: '15.9',
    served: true,
    before: 'makes the configuration invalid',
    after: 'up to 200 jobs',
  },
  'ci.lint_endpoint': {
    kind: 'endpoint',
    area: 'CI configuration',
    name: 'POST /ci/lint',
    deprecated: '15.7',
    until: '16.0',
    replacedBy: 'POST /projects/:id/ci/lint',
    served: true,
    before: 'looks over a CI file without a project',
    after: 'gone',
  },
  'security_reports.below_14': {
    kind: 'rule',
    area: 'Security reports',
    name: 'schemas below 14.0.0',
    deprecated: '14.7',
    until: '15.0',
    replacedBy: 'schemas from 14.0.0 on',
    served: false,
    before: 'processed, with a warning',
    after: 'an invalid report is not processed',
  },
  'security_reports.14': {
    kind: 'rule',
    area: 'Security reports',
    name: 'schemas 14.x.x',
    deprecated: '15.8',
    until: '16.0',
    replacedBy: 'schemas 15.x',
    served: false,
    before: 'processed, with a warning',
    after: 'not processed',
  },
})

/** Old predefined CI variables and their replacements (docs/reference/behaviour/instance.md#deprecation-schedule). */
export const CI_BUILD_VARIABLES = {
  CI_BUILD_BEFORE_SHA: 'CI_COMMIT_BEFORE_SHA',
  CI_BUILD_ID: 'CI_JOB_ID',
  CI_BUILD_MANUAL: 'CI_JOB_MANUAL',
  CI_BUILD_NAME: 'CI_JOB_NAME',
  CI_BUILD_REF: 'CI_COMMIT_SHA',
  CI_BUILD_REF_NAME: 'CI_COMMIT_REF_NAME',
  CI_BUILD_REF_SLUG: 'CI_COMMIT_REF_SLUG',
  CI_BUILD_REPO: 'CI_REPOSITORY_URL',
  CI_BUILD_STAGE: 'CI_JOB_STAGE',
  CI_BUILD_TAG: 'CI_COMMIT_TAG',
  CI_BUILD_TOKEN: 'CI_JOB_TOKEN',
  CI_BUILD_TRIGGERED: 'CI_PIPELINE_TRIGGERED',
} as const

/** An old predefined variable. */
export type CiBuildVariable = keyof typeof CI_BUILD_VARIABLES

type CiVariableItems = { readonly [V in CiBuildVariable as `ci_variable.${V}`]: ReleaseItem }

const variableItem = (name: string, replacedBy: string): ReleaseItem => ({
  kind: 'variable',
  area: 'CI variables',
  name,
  deprecated: '14.8',
  until: '16.0',
  replacedBy,
  served: true,
  before: `has the value of ${replacedBy}`,
  after: `not set; ${replacedBy} remains`,
})

export const ciVariableItems = Object.fromEntries(
  Object.entries(CI_BUILD_VARIABLES).map(([name, replacedBy]) => [
    `ci_variable.${name}`,
    variableItem(name, replacedBy),
  ]),
) as CiVariableItems
