import type { Place, Request, Write } from './write.js'

const NUMBERS = 'numbers, its events'
const NAMED = 'number and name, its events'

const deploymentOf =
  (environment: (n: number) => string) =>
  ({ sha }: Place, n: number) => ({
    environment: environment(n),
    sha,
    ref: 'main',
    tag: false,
    status: 'running',
  })

const of = (
  name: string,
  method: Request['method'],
  path: (place: Place, n: number) => string,
  json: ((place: Place, n: number) => unknown) | undefined,
  [rounds, waits]: readonly [number, string],
  also: ReadonlyArray<string> = [],
): Write => ({
  name,
  request: (place, n) => ({ method, path: path(place, n), ...(json === undefined ? {} : { json: json(place, n) }) }),
  rounds,
  waits,
  also,
})

const inProject =
  (rest: string) =>
  ({ project }: Place) =>
    `${project}${rest}`

/** The documented writes that make something, and the commonest changes. */
export const creations: ReadonlyArray<Write> = [
  of(
    'record a deployment',
    'POST',
    inProject('/deployments'),
    deploymentOf(() => 'production'),
    [2, NUMBERS],
  ),
  of(
    'record one in a new environment',
    'POST',
    inProject('/deployments'),
    deploymentOf((n) => `review/${n}`),
    [2, 'numbers and name, its events and its environment'],
  ),
  of(
    'change a deployment',
    'PUT',
    ({ project, deployments }, n) => `${project}/deployments/${deployments[n]}`,
    () => ({ status: 'failed' }),
    [1, 'its events'],
    ['POST /projects/{id}/deployments/{deployment_id}/approval'],
  ),
  of('create an environment', 'POST', inProject('/environments'), (_, n) => ({ name: `env-${n}` }), [2, NAMED]),
  of(
    'create a group',
    'POST',
    () => '/groups',
    (_, n) => ({ name: `G${n}`, path: `g-${n}` }),
    [2, 'number and name, its events and the membership of the owner'],
  ),
  of(
    'create a project',
    'POST',
    () => '/projects',
    (_, n) => ({ name: `p-${n}` }),
    [2, 'number and names, its events and the membership of the owner'],
    ['POST /projects/user/{user_id}'],
  ),
  of('change a project', 'PUT', inProject(''), (_, n) => ({ description: `d${n}` }), [1, 'its events']),
  of(
    'commit',
    'POST',
    inProject('/repository/commits'),
    (_, n) => ({
      branch: 'main',
      commit_message: 'm',
      actions: [{ action: 'create', file_path: `c${n}`, content: 'c' }],
    }),
    [1, 'the ref move'],
    // What follows for the merge request is done by the request or by the reactor, whichever is first: it has no count of its own.
    ['PUT /suggestions/{id}/apply', 'PUT /suggestions/batch_apply'],
  ),
  of('create a branch', 'POST', inProject('/repository/branches'), (_, n) => ({ branch: `b${n}`, ref: 'main' }), [
    1,
    'the ref move',
  ]),
  of('create a tag', 'POST', inProject('/repository/tags'), (_, n) => ({ tag_name: `v${n}`, ref: 'main' }), [
    1,
    'the ref move',
  ]),
  of('open an issue', 'POST', inProject('/issues'), (_, n) => ({ title: `i${n}` }), [2, NUMBERS]),
  of(
    'change an issue',
    'PUT',
    ({ project, issue }) => `${project}/issues/${issue}`,
    (_, n) => ({ title: `t${n}` }),
    [1, 'its events'],
  ),
  of(
    'write a note',
    'POST',
    ({ project, issue }) => `${project}/issues/${issue}/notes`,
    (_, n) => ({ body: `n${n}` }),
    [2, NUMBERS],
  ),
  of(
    'start a thread',
    'POST',
    ({ project, mergeRequest }) => `${project}/merge_requests/${mergeRequest}/discussions`,
    (_, n) => ({ body: `n${n}` }),
    [2, NUMBERS],
  ),
  of(
    'award an emoji',
    'POST',
    ({ project, issue }) => `${project}/issues/${issue}/award_emoji`,
    (_, n) => ({ name: n === 1 ? 'thumbsup' : 'tada' }),
    [2, NAMED],
  ),
  of('create a label', 'POST', inProject('/labels'), (_, n) => ({ name: `l${n}`, color: '#fff000' }), [2, NAMED]),
  of('create a milestone', 'POST', inProject('/milestones'), (_, n) => ({ title: `m${n}` }), [
    2,
    'numbers and name, its events',
  ]),
  of(
    'open a merge request',
    'POST',
    inProject('/merge_requests'),
    (_, n) => ({ source_branch: `b${n}`, target_branch: 'main', title: 't' }),
    [2, 'numbers and pair of branches, its events'],
  ),
  of(
    'change a merge request',
    'PUT',
    ({ project, mergeRequest }) => `${project}/merge_requests/${mergeRequest}`,
    (_, n) => ({ title: `t${n}` }),
    [1, 'its events'],
  ),
  of(
    'comment on a commit',
    'POST',
    ({ project, sha }) => `${project}/repository/commits/${sha}/comments`,
    (_, n) => ({ note: `n${n}` }),
    [2, NUMBERS],
  ),
  of(
    'write a changelog',
    'POST',
    ({ project }) => `${project}/repository/changelog`,
    (_, n) => ({ version: `1.0.${n}`, from: 'main', branch: 'log' }),
    [1, 'the ref move'],
  ),
  of(
    'start a discussion of a commit',
    'POST',
    ({ project, sha }) => `${project}/repository/commits/${sha}/discussions`,
    (_, n) => ({ body: `n${n}` }),
    [2, NUMBERS],
  ),
  of('protect a branch', 'POST', inProject('/protected_branches'), (_, n) => ({ name: `release-${n}` }), [
    2,
    'numbers and name, its events',
  ]),
  of('protect a tag', 'POST', inProject('/protected_tags'), (_, n) => ({ name: `v${n}` }), [2, NUMBERS]),
  of(
    'add an approval rule',
    'POST',
    inProject('/approval_rules'),
    (_, n) => ({ name: `r${n}`, approvals_required: 0, user_ids: [1] }),
    [2, NUMBERS],
    ['POST /projects/{id}/merge_requests/{merge_request_iid}/status_check_responses'],
  ),
  of(
    'add an external status check',
    'POST',
    inProject('/external_status_checks'),
    (_, n) => ({ name: `c${n}`, external_url: `https://c${n}.example` }),
    [2, NAMED],
  ),
  of(
    'create a deploy token',
    'POST',
    inProject('/deploy_tokens'),
    (_, n) => ({ name: `d${n}`, scopes: ['read_package_registry'] }),
    [2, NUMBERS],
  ),
  of(
    'create a user',
    'POST',
    () => '/users',
    (_, n) => ({ email: `u${n}@b.example`, username: `u${n}`, name: 'U', password: 'a-long-password-1' }),
    [2, 'numbers and names, its events'],
  ),
  of(
    'change the settings',
    'PUT',
    () => '/application/settings',
    (_, n) => ({ default_branch_name: `trunk-${n}` }),
    [1, 'its events'],
  ),
]
