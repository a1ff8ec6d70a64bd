import type { FeatureLevels, Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { keepsLatestArtifact } from '@forgefold/core/domains/projects/project'
import { registrationTokenOf } from '@forgefold/core/domains/projects/registration-token'
import { releaseHas } from '@forgefold/core/releases'
import { presentSharedWith } from '../shares/presenter.js'

const on = (features: FeatureLevels, feature: keyof FeatureLevels): boolean => features[feature] !== 'disabled'

/** The feature access levels of a project. */
export const presentFeatures = ({ features }: ProjectRow) => ({
  issues_enabled: on(features, 'issues'),
  merge_requests_enabled: on(features, 'mergeRequests'),
  wiki_enabled: on(features, 'wiki'),
  jobs_enabled: on(features, 'builds'),
  snippets_enabled: on(features, 'snippets'),
  container_registry_enabled: on(features, 'containerRegistry'),
  issues_access_level: features.issues,
  repository_access_level: features.repository,
  merge_requests_access_level: features.mergeRequests,
  forking_access_level: features.forking,
  wiki_access_level: features.wiki,
  builds_access_level: features.builds,
  snippets_access_level: features.snippets,
  pages_access_level: features.pages,
  operations_access_level: features.operations,
  analytics_access_level: features.analytics,
  container_registry_access_level: features.containerRegistry,
  security_and_compliance_access_level: features.securityAndCompliance,
  releases_access_level: features.releases,
  environments_access_level: features.environments,
  feature_flags_access_level: features.featureFlags,
  infrastructure_access_level: features.infrastructure,
  monitor_access_level: features.monitor,
  requirements_access_level: features.requirements,
})

/** What those who may change the project see of its pipelines. */
export const presentCi = (project: ProjectRow, forge: Forge) => ({
  ci_default_git_depth: project.ciDefaultGitDepth,
  ci_forward_deployment_enabled: project.ciForwardDeploymentEnabled,
  ci_job_token_scope_enabled: project.ciJobTokenScopeEnabled,
  ci_separated_caches: project.ciSeparatedCaches,
  ci_opt_in_jwt: false,
  ci_allow_fork_pipelines_to_run_in_parent_project: true,
  build_git_strategy: project.buildGitStrategy,
  keep_latest_artifact: keepsLatestArtifact(project.keepLatestArtifact, forge.settings.current()),
  restrict_user_defined_variables: project.restrictUserDefinedVariables,
  runners_token: registrationTokenOf(forge, { kind: 'project', id: project.id }),
  runner_token_expiration_interval: null,
  group_runners_enabled: project.groupRunnersEnabled,
  auto_cancel_pending_pipelines: project.autoCancelPendingPipelines,
  build_timeout: project.buildTimeout,
  auto_devops_enabled: project.autoDevopsEnabled,
  auto_devops_deploy_strategy: project.autoDevopsDeployStrategy,
})

/** The merge settings of a project. */
export const presentMerging = (project: ProjectRow) => ({
  only_allow_merge_if_pipeline_succeeds: project.onlyAllowMergeIfPipelineSucceeds,
  allow_merge_on_skipped_pipeline: project.allowMergeOnSkippedPipeline,
  request_access_enabled: project.requestAccessEnabled,
  only_allow_merge_if_all_discussions_are_resolved: project.onlyAllowMergeIfAllDiscussionsAreResolved,
  remove_source_branch_after_merge: project.removeSourceBranchAfterMerge,
  printing_merge_request_link_enabled: project.printingMergeRequestLinkEnabled,
  merge_method: project.mergeMethod,
  squash_option: project.squashOption,
  enforce_auth_checks_on_uploads: project.enforceAuthChecksOnUploads,
  suggestion_commit_message: project.suggestionCommitMessage,
  merge_commit_template: project.mergeCommitTemplate,
  squash_commit_template: project.squashCommitTemplate,
})

/** Fields of paid tiers. */
export const presentPaid = (project: ProjectRow, release: string) => ({
  approvals_before_merge: project.approvalsBeforeMerge,
  mirror: false,
  external_authorization_classification_label: project.externalAuthorizationClassificationLabel ?? '',
  marked_for_deletion_at: project.markedForDeletionOn,
  marked_for_deletion_on: project.markedForDeletionOn,
  requirements_enabled: on(project.features, 'requirements'),
  security_and_compliance_enabled: on(project.features, 'securityAndCompliance'),
  compliance_frameworks: [],
  issues_template: project.issuesTemplate,
  merge_requests_template: project.mergeRequestsTemplate,
  merge_pipelines_enabled: project.mergePipelinesEnabled,
  merge_trains_enabled: project.mergeTrainsEnabled,
  ...(releaseHas('project.allow_pipeline_trigger_approve_deployment', release)
    ? { allow_pipeline_trigger_approve_deployment: project.allowPipelineTriggerApproveDeployment === true }
    : {}),
})

/** Fields of the highest tier. */
export const presentUltimate = (project: ProjectRow, release: string) =>
  releaseHas('project.only_allow_merge_if_all_status_checks_passed', release)
    ? { only_allow_merge_if_all_status_checks_passed: project.onlyAllowMergeIfAllStatusChecksPassed === true }
    : {}

/** The state of a project: empty, archived, visibility. */
export const presentState = (project: ProjectRow) => ({
  packages_enabled: project.packagesEnabled,
  empty_repo: project.defaultBranch === null,
  archived: project.archived,
  visibility: project.visibility,
})

/** The fork parent of a project, and its remaining settings. */
export const presentOrigin = (project: ProjectRow, forge: Forge, principal: Principal) => ({
  emails_disabled: project.emailsDisabled,
  shared_runners_enabled: project.sharedRunnersEnabled,
  lfs_enabled: project.lfsEnabled,
  creator_id: project.creatorId,
  import_url: null,
  import_type: null,
  import_status: project.forkedFrom === null ? 'none' : 'finished',
  import_error: null,
  public_jobs: project.publicJobs,
  ci_config_path: project.ciConfigPath ?? '',
  shared_with_groups: presentSharedWith(forge, principal, { source: 'project', id: project.id }),
  autoclose_referenced_issues: project.autocloseReferencedIssues,
})
