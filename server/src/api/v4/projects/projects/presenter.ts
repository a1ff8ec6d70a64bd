import { ACCESS, type Principal, readLevel } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import {
  mayInProject,
  type ProjectAccess,
  type ProjectDetails,
  type ProjectRow,
  projectDetails,
} from '@forgefold/core/domains/projects/project'
import { shownProtocols } from '@forgefold/core/domains/projects/repository'
import { secondsAfter } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import { keptAvatarUrl } from '../../avatar.js'
import { textOf } from '../../fragments.js'
import { presentUserCard } from '../../identity/users/presenter.js'
import { presentNamespace } from '../namespaces/presenter.js'
import {
  presentCi,
  presentFeatures,
  presentMerging,
  presentOrigin,
  presentPaid,
  presentState,
  presentUltimate,
} from './fields.js'

const README = 'README.md'

/** The clone URLs of a project; null for a protocol that the settings disable. */
const cloneUrls = (project: ProjectRow, { instance: { externalUrl }, settings }: Forge) => {
  const { ssh, http } = shownProtocols(settings.current())
  return {
    ssh_url_to_repo: ssh ? `git@${new URL(externalUrl).hostname}:${project.fullPath}.git` : null,
    http_url_to_repo: http ? `${externalUrl}/${project.fullPath}.git` : null,
  }
}

/** The fields of `simple=true`, which every other form begins with. */
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
    avatar_url: keptAvatarUrl(externalUrl, 'project', project) ?? null,
    forks_count: project.forksCount,
    star_count: project.starsCount,
    last_activity_at: project.lastActivityAt,
    namespace: presentNamespace(project.namespace, forge),
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

const role = (level: number | undefined) =>
  level === undefined ? null : { access_level: level, notification_level: 3 }

const nothing = {}

const presentPermissions = ({ roles }: ProjectDetails) => ({
  permissions: { project_access: role(roles.project), group_access: role(roles.group) },
})

const presentSource = (forge: Forge, { mrDefaultTargetSelf }: ProjectRow, { source }: ProjectDetails) =>
  source === undefined
    ? nothing
    : { forked_from_project: presentProjectSimply(source, forge), mr_default_target_self: mrDefaultTargetSelf === true }

const presentOwner = ({ instance }: Forge, { owner }: ProjectDetails) =>
  owner === undefined ? nothing : { owner: presentUserCard(owner, instance.externalUrl) }

/** The only storage of repositories. */
const STORAGE = 'default'

/** The default policy, disabled: there is no container registry to clean up. */
const expirationPolicy = ({ createdAt }: ProjectRow) => ({
  cadence: '1d',
  enabled: false,
  keep_n: 10,
  older_than: '90d',
  name_regex: '.*',
  name_regex_keep: null,
  next_run_at: secondsAfter(createdAt, 86_400),
})

const presentServiceDesk = (access: ProjectAccess) => ({
  resolve_outdated_diff_discussions: access.project.resolveOutdatedDiffDiscussions,
  container_expiration_policy: expirationPolicy(access.project),
  service_desk_enabled: access.project.serviceDeskEnabled,
  service_desk_address: null,
  can_create_merge_request_in: mayInProject(access, 'create_merge_request_in'),
})

/** Counts the issues that the caller may see: confidential ones are for reporters and above. */
const presentIssues = ({ openIssues }: Forge, access: ProjectAccess) =>
  mayInProject(access, 'read_issue')
    ? { open_issues_count: openIssues.count(access.project.id, readLevel(access.viewer) >= ACCESS.reporter) }
    : nothing

/** A project as JSON text, depending on the caller: anonymous callers get the simple form. */
export const presentProject = (forge: Forge, principal: Principal, project: ProjectRow): string => {
  const { externalUrl, release, tier } = forge.instance
  const simple = presentProjectSimply(project, forge)
  if (principal.kind !== 'user') return textOf(simple)
  const details = projectDetails(forge, { user: principal, project })
  const { access } = details
  const administers = access.viewer.admin || access.viewer.level >= ACCESS.maintainer
  return textOf(
    simple,
    { _links: presentLinks(project, externalUrl, release) },
    presentState(project),
    presentOwner(forge, details),
    presentServiceDesk(access),
    presentFeatures(project),
    presentOrigin(project, forge, principal),
    presentIssues(forge, access),
    presentMerging(project),
    administers ? presentCi(project, forge) : nothing,
    access.viewer.admin ? { repository_storage: STORAGE } : nothing,
    tier === 'free' ? nothing : presentPaid(project, release),
    tier === 'ultimate' ? presentUltimate(project, release) : nothing,
    presentSource(forge, project, details),
    presentPermissions(details),
  )
}
