import { ACCESS, canInProject, type FeatureLevels, type Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { accessTo, type ProjectAccess, type ProjectRow } from '@forgefold/core/domains/project'
import { keepsLatestArtifact, shownProtocols } from '@forgefold/core/domains/settings'
import { releaseHas } from '@forgefold/core/releases'
import { textOf } from './fragments.js'
import { presentNamespace } from './namespaces.js'
import { presentUserCard } from './users.js'

const README = 'README.md'

/** Where git finds the project; null by a protocol that the settings switch off. */
const cloneUrls = (project: ProjectRow, { instance: { externalUrl }, settings }: Forge) => {
  const { ssh, http } = shownProtocols(settings.current())
  return {
    ssh_url_to_repo: ssh ? `git@${new URL(externalUrl).hostname}:${project.fullPath}.git` : null,
    http_url_to_repo: http ? `${externalUrl}/${project.fullPath}.git` : null,
  }
}

/** The shape of `simple=true`, and the beginning of every other. */
export const presentProjectSimply = (project: ProjectRow, forge: Forge) => {
  const { externalUrl } = forge.instance
  return {
    id: project.id,
    description: project.description,
    name: project.name,
    name_with_namespace: project.fullName,
    path: project.path,
    path_with_namespace: project.fullPath,
    created_at: project.createdAt,
    default_branch: project.defaultBranch,
    tag_list: project.topics,
    topics: project.topics,
    ...cloneUrls(project, forge),
    web_url: `${externalUrl}/${project.fullPath}`,
    readme_url:
      project.defaultBranch === null
        ? null
        : `${externalUrl}/${project.fullPath}/-/blob/${project.defaultBranch}/${README}`,
    avatar_url: null,
    forks_count: project.forksCount,
    star_count: 0,
    last_activity_at: project.lastActivityAt,
    namespace: presentNamespace(project.namespace, externalUrl),
  }
}

const presentLinks = (project: ProjectRow, externalUrl: string, release: string) => {
  const self = `${externalUrl}/api/v4/projects/${project.id}`
  return {
    self,
    ...(project.features.issues === 'disabled' ? {} : { issues: `${self}/issues` }),
    ...(project.features.mergeRequests === 'disabled' ? {} : { merge_requests: `${self}/merge_requests` }),
    repo_branches: `${self}/repository/branches`,
    labels: `${self}/labels`,
    events: `${self}/events`,
    members: `${self}/members`,
    ...(releaseHas('project.cluster_agents', release) ? { cluster_agents: `${self}/cluster_agents` } : {}),
  }
}

const on = (features: FeatureLevels, feature: keyof FeatureLevels): boolean => features[feature] !== 'disabled'

const presentFeatures = ({ features }: ProjectRow) => ({
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
const presentCi = (project: ProjectRow, forge: Forge) => ({
  ci_default_git_depth: project.ciDefaultGitDepth,
  ci_forward_deployment_enabled: project.ciForwardDeploymentEnabled,
  ci_job_token_scope_enabled: project.ciJobTokenScopeEnabled,
  ci_separated_caches: project.ciSeparatedCaches,
  ci_opt_in_jwt: false,
  ci_allow_fork_pipelines_to_run_in_parent_project: true,
  build_git_strategy: project.buildGitStrategy,
  keep_latest_artifact: keepsLatestArtifact(project.keepLatestArtifact, forge.settings.current()),
  restrict_user_defined_variables: project.restrictUserDefinedVariables,
  runners_token: null,
  runner_token_expiration_interval: null,
  group_runners_enabled: project.groupRunnersEnabled,
  auto_cancel_pending_pipelines: project.autoCancelPendingPipelines,
  build_timeout: project.buildTimeout,
  auto_devops_enabled: project.autoDevopsEnabled,
  auto_devops_deploy_strategy: project.autoDevopsDeployStrategy,
})

const presentMerging = (project: ProjectRow) => ({
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
const presentPaid = (project: ProjectRow) => ({
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
})

const role = (level: number | undefined) =>
  level === undefined ? null : { access_level: level, notification_level: 3 }

const presentPermissions = (forge: Forge, principal: Principal, project: ProjectRow) => {
  if (principal.kind !== 'user') return { permissions: { project_access: null, group_access: null } }
  const roles = forge.read.projects.roles(principal.userId, project.id)
  return { permissions: { project_access: role(roles.project), group_access: role(roles.group) } }
}

const presentSource = (forge: Forge, principal: Principal, project: ProjectRow) => {
  const source = project.forkedFrom === null ? undefined : forge.read.projects.byId(project.forkedFrom)
  if (source === undefined) return {}
  const access = accessTo(forge, principal, source)
  return canInProject('read_project', access.viewer, source, access.tier)
    ? { forked_from_project: presentProjectSimply(source, forge) }
    : {}
}

const presentOwner = (forge: Forge, project: ProjectRow) =>
  project.namespace.ownerId === null
    ? {}
    : { owner: presentUserCard(forge.read.users.card(project.namespace.ownerId), forge.instance.externalUrl) }

const presentState = (project: ProjectRow) => ({
  packages_enabled: project.packagesEnabled,
  empty_repo: project.defaultBranch === null,
  archived: project.archived,
  visibility: project.visibility,
})

const presentOrigin = (project: ProjectRow) => ({
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
  shared_with_groups: [],
  autoclose_referenced_issues: project.autocloseReferencedIssues,
})

const presentDesk = ({ project, viewer, tier }: ProjectAccess) => ({
  resolve_outdated_diff_discussions: project.resolveOutdatedDiffDiscussions,
  container_expiration_policy: null,
  service_desk_enabled: project.serviceDeskEnabled,
  service_desk_address: null,
  can_create_merge_request_in: canInProject('create_merge_request_in', viewer, project, tier),
})

const nothing = {}

/** A project as JSON text; it depends on who asks: the anonymous get the short shape. */
export const presentProject = (forge: Forge, principal: Principal, project: ProjectRow): string => {
  const { externalUrl, release, tier } = forge.instance
  const simple = presentProjectSimply(project, forge)
  if (principal.kind !== 'user') return textOf(simple)
  const access = accessTo(forge, principal, project)
  const administers = access.viewer.admin || access.viewer.level >= ACCESS.maintainer
  return textOf(
    simple,
    { _links: presentLinks(project, externalUrl, release) },
    presentState(project),
    presentOwner(forge, project),
    presentDesk(access),
    presentFeatures(project),
    presentOrigin(project),
    presentMerging(project),
    administers ? presentCi(project, forge) : nothing,
    tier === 'free' ? nothing : presentPaid(project),
    presentSource(forge, principal, project),
    presentPermissions(forge, principal, project),
  )
}
