import { items } from '../release-item.js'

/** Contract 1, Versioning: packages and deployments, with their rows of contract 3. */
export const packageAndDeploymentItems = items({
  'package.pipelines_in_lists': {
    kind: 'field', area: 'Packages', name: 'pipelines (package lists)', deprecated: '14.5', until: '16.0',
    replacedBy: 'pipelines of the single package', served: true,
    before: 'each entry of a package list carries its pipelines', after: 'list entries without them; the single package keeps them',
  },
  'package.pipeline': {
    kind: 'field', area: 'Packages', name: 'pipeline', deprecated: '13.6', replacedBy: 'pipelines', served: true,
    before: 'the newest pipeline as one object beside pipelines', after: 'pipelines alone',
  },
  'package.build_info': {
    kind: 'field', area: 'Packages', name: 'build_info', deprecated: '12.10', until: '13.7', replacedBy: 'pipeline, then pipelines', served: true,
    before: 'an object that describes the build', after: 'absent',
  },
  'package.last_downloaded_at': {
    kind: 'field', area: 'Packages', name: 'last_downloaded_at', since: '15.4', served: true,
    before: 'absent', after: 'when a file of the package was fetched last, or null',
  },
  'packages.job_token': {
    kind: 'rule', area: 'Packages', name: 'CI job token on the package endpoints of a project', since: '15.3', served: true,
    before: 'a job token is refused', after: 'a job token is taken',
  },
  'packages.composer_anonymous': {
    kind: 'rule', area: 'Packages', name: 'Composer dependency download without authentication', deprecated: '14.9', until: '15.0',
    replacedBy: 'authenticated download', served: false,
    before: 'anybody may fetch the archive of a visible project', after: '401 without credentials',
  },
  'packages.dependency_proxy_anonymous': {
    kind: 'rule', area: 'Packages', name: 'dependency proxy on private groups without authentication', deprecated: '14.5', until: '15.0',
    replacedBy: 'authenticated pull', served: false,
    before: 'a feature flag lets anonymous pulls through', after: '401 without credentials',
  },
  'registry.group_repositories.tags': {
    kind: 'parameter', area: 'Packages', name: 'tags, tags_count (GET /groups/:id/registry/repositories)', deprecated: '14.5', until: '15.0',
    replacedBy: 'the endpoint of one repository', served: false,
    before: 'list entries tell their tags on request', after: 'both parameters are ignored',
  },
  'deployments.approval': {
    kind: 'endpoint', area: 'Deployments', name: 'POST /projects/:id/deployments/:deployment_id/approval', since: '14.8', served: true,
    before: '404 (in 14.7 behind a feature flag)', after: 'approves or rejects a blocked deployment',
  },
  'deployments.delete': {
    kind: 'endpoint', area: 'Deployments', name: 'DELETE /projects/:id/deployments/:deployment_id', since: '15.3', served: true,
    before: '404', after: 'removes a deployment that is neither the last one nor running',
  },
  'protected_environments.update': {
    kind: 'endpoint', area: 'Deployments', name: 'PUT /projects/:id/protected_environments/:name', since: '15.4', served: true,
    before: '404', after: 'changes who may deploy and approve',
  },
})
