import { FEATURES, type FeatureLevels, VISIBILITIES } from '@forgefold/core/access'
import { MERGE_METHODS, type ProjectChanges, SQUASH_OPTIONS } from '@forgefold/core/domains/projects/project'
import { lifespanOf } from '@forgefold/core/releases'
import {
  boolean,
  type Decoded,
  integer,
  listOf,
  nullable,
  oneOf,
  optional,
  type Param,
  type ParamSpecs,
  string,
} from '../../../../http/index.js'
import { camelized, picked } from '../params.js'

/** Settings for creating and changing a project, by the API's names. */
const settings = {
  description: optional(nullable(string()), 'What the project is for'),
  visibility: optional(oneOf(VISIBILITIES), 'Who may see the project'),
  merge_method: optional(oneOf(MERGE_METHODS), 'How merge requests are merged'),
  squash_option: optional(oneOf(SQUASH_OPTIONS), 'Whether merge requests are squashed'),
  only_allow_merge_if_pipeline_succeeds: optional(boolean(), 'Merge only after a good pipeline'),
  only_allow_merge_if_all_status_checks_passed: optional(boolean(), 'Merge only after every external status check', {
    tier: 'ultimate',
    ...lifespanOf('project.only_allow_merge_if_all_status_checks_passed'),
  }),
  only_allow_merge_if_all_discussions_are_resolved: optional(boolean(), 'Merge only with every thread resolved'),
  allow_merge_on_skipped_pipeline: optional(boolean(), 'A skipped pipeline counts as good'),
  remove_source_branch_after_merge: optional(boolean(), 'Default of new merge requests'),
  printing_merge_request_link_enabled: optional(boolean(), 'Pushes print a link'),
  resolve_outdated_diff_discussions: optional(boolean(), 'Threads on changed lines are resolved'),
  autoclose_referenced_issues: optional(boolean(), 'A merge closes the issues it names'),
  merge_commit_template: optional(nullable(string()), 'Template of merge messages'),
  squash_commit_template: optional(nullable(string()), 'Template of squash messages'),
  suggestion_commit_message: optional(nullable(string()), 'Message of applied suggestions'),
  merge_pipelines_enabled: optional(boolean(), 'Pipelines of merged results', { tier: 'premium' }),
  merge_trains_enabled: optional(boolean(), 'Merge trains', { tier: 'premium' }),
  merge_requests_template: optional(nullable(string()), 'Default text of merge requests', { tier: 'premium' }),
  issues_template: optional(nullable(string()), 'Default text of issues', { tier: 'premium' }),
  approvals_before_merge: optional(integer(), 'How many approvals a merge needs', { tier: 'premium' }),
  ci_config_path: optional(nullable(string()), 'Where the CI file is'),
  ci_default_git_depth: optional(integer(), 'How deep jobs clone'),
  ci_forward_deployment_enabled: optional(boolean(), 'Older deployment jobs are left out'),
  ci_job_token_scope_enabled: optional(boolean(), 'Job tokens reach listed projects only'),
  allow_pipeline_trigger_approve_deployment: optional(
    boolean(),
    'The user who started a pipeline may approve its deployments',
    { tier: 'premium', ...lifespanOf('project.allow_pipeline_trigger_approve_deployment') },
  ),
  ci_separated_caches: optional(boolean(), 'Protected branches have caches of their own'),
  auto_cancel_pending_pipelines: optional(oneOf(['enabled', 'disabled']), 'New pushes cancel waiting pipelines'),
  auto_devops_enabled: optional(boolean(), 'Auto DevOps'),
  auto_devops_deploy_strategy: optional(
    oneOf(['continuous', 'manual', 'timed_incremental']),
    'How Auto DevOps deploys',
  ),
  build_git_strategy: optional(oneOf(['fetch', 'clone']), 'How jobs get the code'),
  build_timeout: optional(integer(), 'How long a job may take, in seconds'),
  keep_latest_artifact: optional(boolean(), 'The newest artifacts never expire'),
  restrict_user_defined_variables: optional(boolean(), 'Only maintainers set variables'),
  shared_runners_enabled: optional(boolean(), 'Runners of the instance'),
  group_runners_enabled: optional(boolean(), 'Runners of the group'),
  packages_enabled: optional(boolean(), 'The package registry'),
  lfs_enabled: optional(boolean(), 'Large files'),
  request_access_enabled: optional(boolean(), 'People may ask for access'),
  service_desk_enabled: optional(boolean(), 'Service desk'),
  emails_disabled: optional(boolean(), 'No e-mail notifications'),
  enforce_auth_checks_on_uploads: optional(boolean(), 'Uploads are shown to members only'),
  show_default_award_emojis: optional(boolean(), 'Thumbs are always shown'),
  external_authorization_classification_label: optional(nullable(string()), 'Label for outside authorization', {
    tier: 'premium',
  }),
} satisfies ParamSpecs

const SWITCHES = ['disabled', 'private', 'enabled'] as const

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const accessParam = (feature: keyof FeatureLevels): string => `${snake(feature)}_access_level`

const accessParams: Readonly<Record<string, Param<string | undefined>>> = Object.fromEntries(
  FEATURES.map((feature) => {
    const levels = feature === 'pages' ? [...SWITCHES, 'public'] : SWITCHES
    return [accessParam(feature), optional(oneOf(levels), `Who has ${snake(feature).replaceAll('_', ' ')}`)]
  }),
)

/** Older switches: everyone or no one. */
const OLD_SWITCHES: Readonly<Record<string, keyof FeatureLevels>> = {
  issues_enabled: 'issues',
  merge_requests_enabled: 'mergeRequests',
  wiki_enabled: 'wiki',
  jobs_enabled: 'builds',
  snippets_enabled: 'snippets',
  container_registry_enabled: 'containerRegistry',
}

const oldParams: Readonly<Record<string, Param<boolean | undefined>>> = Object.fromEntries(
  Object.entries(OLD_SWITCHES).map(([name, feature]) => [
    name,
    optional(boolean(), `Use ${accessParam(feature)} instead`),
  ]),
)

/** The settings of a project, besides name and path. */
export const projectSettingParams = {
  ...settings,
  topics: optional(listOf(string()), 'Topics'),
  tag_list: optional(listOf(string()), 'Use topics instead', lifespanOf('project.tag_list')),
  public_builds: optional(boolean(), 'Whether visitors see pipelines'),
  public_jobs: optional(boolean(), 'Whether visitors see pipelines', lifespanOf('project.public_jobs')),
}

/** Switches of features, old and new. */
export const projectFeatureParams: Readonly<Record<string, Param<string | boolean | undefined>>> = {
  ...accessParams,
  ...oldParams,
}

type Given = Decoded<typeof projectSettingParams>

/** The features that a request enables or disables. */
export const featuresOf = (given: Readonly<Record<string, unknown>>): Partial<FeatureLevels> | undefined => {
  const switched: Record<string, unknown> = {}
  for (const [name, feature] of Object.entries(OLD_SWITCHES))
    if (given[name] !== undefined) switched[feature] = given[name] === true ? 'enabled' : 'disabled'
  for (const feature of FEATURES) {
    const level = given[accessParam(feature)]
    if (level !== undefined) switched[feature] = level
  }
  return Object.keys(switched).length === 0 ? undefined : (switched as Partial<FeatureLevels>)
}

/** The settings of a request, without features. */
export const settingsOf = (given: Given): Omit<ProjectChanges, 'name' | 'path' | 'features'> => ({
  ...camelized(picked(given, settings)),
  topics: given.topics ?? given.tag_list,
  publicJobs: given.public_jobs ?? given.public_builds,
})
