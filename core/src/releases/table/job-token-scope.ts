import { items } from '../release-item.js'

/** The scope of job tokens. */
export const jobTokenScopeItems = items({
  'job_token_scope.read': {
    kind: 'endpoint',
    area: 'Job tokens',
    name: 'GET /projects/:id/job_token_scope',
    since: '16.0',
    served: true,
    before: '404',
    after: 'both directions',
  },
  'job_token_scope.change': {
    kind: 'endpoint',
    area: 'Job tokens',
    name: 'PATCH /projects/:id/job_token_scope',
    since: '16.0',
    served: true,
    before: '404',
    after: 'lets the list count, or not',
  },
  'job_token_scope.list': {
    kind: 'endpoint',
    area: 'Job tokens',
    name: 'GET /projects/:id/job_token_scope/allowlist',
    since: '15.10',
    served: true,
    before: '404',
    after: 'the projects on the list',
  },
  'job_token_scope.allow': {
    kind: 'endpoint',
    area: 'Job tokens',
    name: 'POST /projects/:id/job_token_scope/allowlist',
    since: '15.10',
    served: true,
    before: '404',
    after: 'puts a project on the list',
  },
  'job_token_scope.disallow': {
    kind: 'endpoint',
    area: 'Job tokens',
    name: 'DELETE /projects/:id/job_token_scope/allowlist/:target_project_id',
    since: '15.10',
    served: true,
    before: '404',
    after: 'takes a project off the list',
  },
  'job_token_scope.inbound': {
    kind: 'rule',
    area: 'Job tokens',
    name: 'job tokens into private projects',
    since: '15.10',
    served: true,
    before: 'taken from the jobs of every project',
    after: 'taken from the jobs of listed projects, unless the project takes all',
  },
})
