import { customAttributesField } from '../../custom-attributes.js'
import { userCardShape } from '../../identity/users/shape.js'
import {
  allOptional,
  arrayOf,
  boolean,
  day,
  type Fields,
  inRelease,
  instant,
  integer,
  maybe,
  nothing,
  oneOf,
  optionalField,
  paid,
  record,
  type Shape,
  text,
} from '../../shape.js'
import { namespaceShape, visibility } from '../namespaces/shape.js'
import { sharedWithShape } from '../shares/shape.js'
import { licenseShape } from './license.js'
import { statisticsShape } from './statistics.js'

const simpleProjectFields: Fields = {
  id: integer,
  description: maybe(text),
  name: text,
  name_with_namespace: text,
  path: text,
  path_with_namespace: text,
  created_at: instant,
  default_branch: maybe(text),
  tag_list: arrayOf(text),
  topics: arrayOf(text),
  ssh_url_to_repo: maybe(text),
  http_url_to_repo: maybe(text),
  web_url: text,
  readme_url: maybe(text),
  avatar_url: maybe(text),
  forks_count: integer,
  star_count: integer,
  last_activity_at: instant,
  namespace: namespaceShape,
}

/** The form of `simple=true`, and for anonymous callers. */
export const simpleProjectShape: Shape = record('SimpleProject', simpleProjectFields)

const projectLinks = record(undefined, {
  self: text,
  issues: optionalField(text),
  merge_requests: optionalField(text),
  repo_branches: text,
  labels: text,
  events: text,
  members: text,
  cluster_agents: inRelease('project.cluster_agents', text),
})

const FEATURES = [
  'issues',
  'repository',
  'merge_requests',
  'forking',
  'wiki',
  'builds',
  'snippets',
  'pages',
  'operations',
  'analytics',
  'container_registry',
  'security_and_compliance',
  'releases',
  'environments',
  'feature_flags',
  'infrastructure',
  'monitor',
  'requirements',
]

const featureFields: Fields = {
  issues_enabled: boolean,
  merge_requests_enabled: boolean,
  wiki_enabled: boolean,
  jobs_enabled: boolean,
  snippets_enabled: boolean,
  container_registry_enabled: boolean,
  ...Object.fromEntries(FEATURES.map((name) => [`${name}_access_level`, text])),
}

const originFields: Fields = {
  packages_enabled: boolean,
  empty_repo: boolean,
  archived: boolean,
  visibility,
  emails_disabled: maybe(boolean),
  shared_runners_enabled: boolean,
  lfs_enabled: boolean,
  creator_id: integer,
  import_url: maybe(text),
  import_type: maybe(text),
  import_status: text,
  import_error: nothing,
  open_issues_count: integer,
  public_jobs: boolean,
  ci_config_path: text,
  shared_with_groups: arrayOf(sharedWithShape),
  autoclose_referenced_issues: boolean,
  resolve_outdated_diff_discussions: maybe(boolean),
  container_expiration_policy: record(undefined, {
    cadence: text,
    enabled: boolean,
    keep_n: integer,
    older_than: text,
    name_regex: text,
    name_regex_keep: nothing,
    next_run_at: instant,
  }),
  service_desk_enabled: boolean,
  service_desk_address: nothing,
  can_create_merge_request_in: boolean,
}

const mergingFields: Fields = {
  only_allow_merge_if_pipeline_succeeds: boolean,
  allow_merge_on_skipped_pipeline: maybe(boolean),
  request_access_enabled: boolean,
  only_allow_merge_if_all_discussions_are_resolved: maybe(boolean),
  remove_source_branch_after_merge: maybe(boolean),
  printing_merge_request_link_enabled: boolean,
  merge_method: oneOf(['merge', 'rebase_merge', 'ff']),
  squash_option: oneOf(['never', 'always', 'default_on', 'default_off']),
  enforce_auth_checks_on_uploads: boolean,
  suggestion_commit_message: maybe(text),
  merge_commit_template: maybe(text),
  squash_commit_template: maybe(text),
}

/** Shown to callers who may change the project. */
const ciFields: Fields = {
  ci_default_git_depth: maybe(integer),
  ci_forward_deployment_enabled: boolean,
  ci_job_token_scope_enabled: boolean,
  ci_separated_caches: boolean,
  ci_opt_in_jwt: boolean,
  ci_allow_fork_pipelines_to_run_in_parent_project: boolean,
  build_git_strategy: text,
  keep_latest_artifact: boolean,
  restrict_user_defined_variables: boolean,
  runners_token: text,
  runner_token_expiration_interval: nothing,
  group_runners_enabled: boolean,
  auto_cancel_pending_pipelines: text,
  build_timeout: integer,
  auto_devops_enabled: boolean,
  auto_devops_deploy_strategy: text,
}

/** Shown to administrators. */
const storageFields: Fields = { repository_storage: optionalField(text) }
const paidFields: Fields = {
  approvals_before_merge: paid(optionalField(integer)),
  mirror: paid(optionalField(boolean)),
  external_authorization_classification_label: paid(optionalField(text)),
  marked_for_deletion_at: paid(optionalField(maybe(day))),
  marked_for_deletion_on: paid(optionalField(maybe(day))),
  requirements_enabled: paid(optionalField(boolean)),
  security_and_compliance_enabled: paid(optionalField(boolean)),
  compliance_frameworks: paid(optionalField(arrayOf(text))),
  issues_template: paid(optionalField(maybe(text))),
  merge_requests_template: paid(optionalField(maybe(text))),
  merge_pipelines_enabled: paid(optionalField(boolean)),
  merge_trains_enabled: paid(optionalField(boolean)),
  only_allow_merge_if_all_status_checks_passed: paid(
    inRelease('project.only_allow_merge_if_all_status_checks_passed', optionalField(boolean)),
  ),
  allow_pipeline_trigger_approve_deployment: paid(
    inRelease('project.allow_pipeline_trigger_approve_deployment', optionalField(boolean)),
  ),
}

const roleShape = record(undefined, { access_level: integer, notification_level: integer })

/** A project; its fields depend on the caller. */
export const projectShape: Shape = record('Project', {
  ...simpleProjectFields,
  ...allOptional({ _links: projectLinks, ...featureFields, ...originFields, ...mergingFields, ...ciFields }),
  ...storageFields,
  ...paidFields,
  owner: optionalField(userCardShape),
  statistics: optionalField(statisticsShape),
  license_url: optionalField(maybe(text)),
  license: optionalField(maybe(licenseShape)),
  custom_attributes: customAttributesField,
  forked_from_project: optionalField(simpleProjectShape),
  mr_default_target_self: optionalField(boolean),
  permissions: optionalField(record(undefined, { project_access: maybe(roleShape), group_access: maybe(roleShape) })),
})
