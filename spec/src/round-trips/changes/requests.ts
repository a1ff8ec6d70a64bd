import type { Made, Place, Request, Write } from '../write.js'

export type Ask = (place: Place, n: number, made: Made) => Request

export const post = (path: string, json: unknown = {}): Request => ({ method: 'POST', path, json })
export const put = (path: string, json: unknown = {}): Request => ({ method: 'PUT', path, json })
export const remove = (path: string): Request => ({ method: 'DELETE', path })

const user = (n: string): Request =>
  post('/users', { email: `${n}@c.example`, username: n, name: 'C', password: 'a-long-password-1' })

export const write = (
  name: string,
  rounds: number,
  waits: string,
  request: Ask,
  before?: Write['before'],
  also: ReadonlyArray<string> = [],
): Write => ({ name, request, rounds, waits, also, ...(before === undefined ? {} : { before }) })

export const ONE = 'its events'
export const NUMBERS = 'numbers, its events'
/** What had a name gives it back: under the fencing token that it had before. */
export const NAMED = 'number and name, its events'
const get = (path: string): Request => ({ method: 'GET', path })

const CI_FILE = 'build:\n  script: make\nby-hand:\n  when: manual\n  script: make\n'

export const commitOf = (file: string, branch = 'main', more: object = {}) => ({
  branch,
  commit_message: 'm',
  actions: [{ action: 'create', file_path: file, content: file === '.gitlab-ci.yml' ? CI_FILE : 'c' }],
  ...more,
})

export const protect = ({ project }: Place, name: string, approvals = 0): Request =>
  post(`${project}/protected_environments`, {
    name,
    deploy_access_levels: [{ access_level: 40 }],
    required_approval_count: approvals,
  })

export const deploy = ({ project, sha }: Place, environment: string, status = 'running'): Request =>
  post(`${project}/deployments`, { environment, sha, ref: 'main', tag: false, status })

export type Before = NonNullable<Write['before']>

export const environmentIn: Before = ({ project }, n) => [
  () => post(`${project}/environments`, { name: `changed-${n}-${Math.random()}` }),
]
export const pipelineIn: Before = ({ project }) => [() => post(`${project}/pipeline`, { ref: 'ci' })]
export const jobsIn: Before = (place, n) => [
  ...pipelineIn(place, n),
  ({ id }) => get(`${place.project}/pipelines/${id}/jobs`),
]
export const issueIn: Before = ({ project }) => [() => post(`${project}/issues`, { title: 'i' })]
export const groupOf =
  (path: string): Before =>
  (_, n) => [() => post('/groups', { name: `${path}-${n}`, path: `${path}-${n}` })]
export const projectOf =
  (path: string): Before =>
  (_, n) => [() => post('/projects', { name: `${path}-${n}` })]
export const userOf =
  (name: string): Before =>
  (_, n) => [() => user(`${name}${n}`)]
export const noteOn =
  (of: (place: Place) => string): Before =>
  (place) => [() => post(`${of(place)}/notes`, { body: 'n' })]
export const issueOf = ({ project, issue }: Place): string => `${project}/issues/${issue}`
export const requestOf = ({ project, mergeRequest }: Place): string => `${project}/merge_requests/${mergeRequest}`
export const threadIn: Before = (place) => [() => post(`${requestOf(place)}/discussions`, { body: 'n' })]
export const branchIn =
  (name: string): Before =>
  ({ project }, n) => [() => post(`${project}/repository/branches`, { branch: `${name}${n}`, ref: 'main' })]
/** A merge request of a branch with a commit of its own. */
export const requestIn =
  (name: string): Before =>
  ({ project }, n) => [
    () => post(`${project}/repository/commits`, commitOf(`${name}${n}`, `${name}${n}`, { start_branch: 'main' })),
    () =>
      post(`${project}/merge_requests`, { source_branch: `${name}${n}`, target_branch: 'main', title: `${name}${n}` }),
  ]
export const byAuthor =
  (name: string): Before =>
  (place, n) => [
    () => post(`${place.project}/approvals`, { merge_requests_author_approval: true }),
    ...requestIn(name)(place, n),
  ]
export const packageFile = ({ project }: Place, name: string): Request => ({
  method: 'PUT',
  path: `${project}/packages/generic/${name}/1.0.0/f.bin`,
  bytes: new Uint8Array([1, 2, 3]),
})
export const newest =
  (path: string): Before =>
  (place, n) => [() => packageFile(place, `${path}-${n}`), () => get(`${place.project}/packages`)]
export const last = (made: Made): Made => (made as unknown as ReadonlyArray<Made>).at?.(-1) ?? made
export const jobOf = (made: Made, name: string): number | undefined =>
  (Array.isArray(made) ? (made as ReadonlyArray<Made>) : []).find((one) => one['name'] === name)?.id
export const npm = ({ project }: Pick<Place, 'project'>, name: string, version = '1.0.0'): Request => ({
  ...put(`${project}/packages/npm/${name}`, {
    name,
    versions: { [version]: { name, version, dist: { shasum: '0'.repeat(40), tarball: 'http://localhost/t.tgz' } } },
    'dist-tags': { latest: version },
    _attachments: {
      [`${name}-${version}.tgz`]: { content_type: 'application/octet-stream', data: 'AAAA', length: 3 },
    },
  }),
})
