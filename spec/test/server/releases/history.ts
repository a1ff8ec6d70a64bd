import { createHash } from 'node:crypto'
import { apiRoutes } from '@forgefold/server/api/v4'
import { type Answered, eventually, type TestInstance } from '@forgefold/spec/instance'
import { expect } from 'vitest'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type Json = Readonly<Record<string, unknown>>

/** One history with at least one of everything, and where each thing is. */
export interface History {
  readonly project: number
  readonly group: number
  readonly ann: number
  readonly annToken: string
  /** Of a maintainer of the project. */
  readonly keeperToken: string
  /** Of a job that runs. */
  readonly jobToken: string
  /** A public project with a Composer archive. */
  readonly open: number
  /** Environments with a job that stops them. */
  readonly stoppable: ReadonlyArray<number>
  /** Deployments that wait for an approval; root made them. */
  readonly gated: ReadonlyArray<number>
  /** From the path of a route to one that names something there. */
  readonly paths: ReadonlyMap<string, string>
}

const CI = "check: { script: ['true'] }\n"
const GATED = ['gate-one', 'gate-two']
const STOPPABLE = ['one', 'two']
const stoppableCi = (name: string): string => `ship:
  script: ['true']
  environment: { name: ${name}, on_stop: tear down }
tear down:
  script: ['true']
  when: manual
  environment: { name: ${name}, action: stop }
`
const OLD_CI = {
  'type-word': "ship: { type: deploy, script: ['true'] }\n",
  'types-word': "types: [ship]\nship: { stage: ship, script: ['true'] }\n",
  'long-name': `${'j'.repeat(256)}: { script: ['true'] }\n`,
  cobertura: "check: { script: ['true'], artifacts: { reports: { cobertura: c.xml } } }\n",
}

/** What the last piece of a path names, where it is not the id. */
const NAMED_BY: Readonly<Record<string, string>> = {
  merge_request_iid: 'iid',
  noteable_iid: 'iid',
  issue_iid: 'iid',
  eventable_iid: 'iid',
  name: 'name',
  branch: 'name',
  tag_name: 'name',
}

interface Places {
  readonly project: number
  readonly group: number
  readonly user: number
  readonly sha: string
  readonly blob: string
  readonly pipeline: number
  readonly deployment: number
  readonly notes: Readonly<Record<'issues' | 'merge_requests', number>>
}

/** Where something stands that no list leads to, or not first. */
const fixedPaths = (places: Places): Readonly<Record<string, string>> => {
  const { project, group, user, sha, blob, pipeline, deployment, notes } = places
  const at = `/projects/${project}`
  return {
    '/projects/:id/deployments/:deployment_id': `${at}/deployments/${deployment}`,
    '/users/:id': `/users/${user}`,
    '/users/:user_id': `/users/${user}`,
    '/projects/:id/merge_requests/:merge_request_iid': `${at}/merge_requests/1`,
    '/projects/:id/merge_requests/:merge_request_iid/merge_ref': `${at}/merge_requests/3/merge_ref`,
    '/projects/:id/merge_requests/:noteable_iid': `${at}/merge_requests/1`,
    '/projects/:id/merge_requests/:noteable_iid/notes/:note_id': `${at}/merge_requests/1/notes/${notes.merge_requests}`,
    '/projects/:id/merge_requests/:eventable_iid': `${at}/merge_requests/1`,
    '/projects/:id/issues/:eventable_iid': `${at}/issues/1`,
    '/projects/:id/issues/:issue_iid': `${at}/issues/1`,
    '/projects/:id/issues/:noteable_iid': `${at}/issues/1`,
    '/projects/:id/issues/:noteable_iid/notes/:note_id': `${at}/issues/1/notes/${notes.issues}`,
    '/projects/:id/pipelines/:pipeline_id': `${at}/pipelines/${pipeline}`,
    '/projects/:id': at,
    '/groups/:id': `/groups/${group}`,
    '/namespaces/:id': `/namespaces/${group}`,
    '/namespaces/:id/exists': '/namespaces/g/exists',
    '/projects/:id/repository/commits/:sha': `${at}/repository/commits/${sha}`,
    '/projects/:id/repository/blobs/:sha': `${at}/repository/blobs/${blob}`,
    '/projects/:id/repository/files/:file_path': `${at}/repository/files/README.md`,
    '/projects/:id/packages/maven/*path/:file_name': `${at}/packages/maven/com/acme/kit/1.0/kit-1.0.pom`,
    '/projects/:id/packages/npm/*package_name': `${at}/packages/npm/@g%2fwidget`,
    '/projects/:id/packages/npm/*package_name/-/:file_name': `${at}/packages/npm/@g%2fwidget/-/widget-1.0.0.tgz`,
    '/projects/:id/packages/npm/-/package/*package_name/dist-tags': `${at}/packages/npm/-/package/@g%2fwidget/dist-tags`,
    '/projects/:id/packages/:package_type/:package_name/:package_version/:file_name': `${at}/packages/generic/tool/1.0.0/tool.bin`,
    '/projects/:id/packages/pypi/simple/:package_name': `${at}/packages/pypi/simple/kit`,
    '/projects/:id/packages/pypi/files/:sha256/:file_name': `${at}/packages/pypi/files/${digestOf('wheel')}/kit-1.0.tar.gz`,
  }
}

/** Questions that need more than a path. */
export const QUERIES: Readonly<Record<string, string>> = {
  '/projects/:id/repository/files/:file_path': 'ref=main',
  '/projects/:id/repository/files/:file_path/raw': 'ref=main',
  '/projects/:id/repository/compare': 'from=main&to=feature',
  '/projects/:id/repository/merge_base': 'refs[]=main&refs[]=feature',
}

const isPerson = (entry: Json): boolean => entry['system'] !== true

/** Finds a thing for every route that reads one, by the lists that lead there. */
const findPaths = async (
  instance: TestInstance,
  known: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> => {
  const routes = apiRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const paths = new Map(Object.entries(known))
  const read = async (path: string): Promise<unknown> =>
    (await instance.ask('GET', `/api/v4${path}`, { as: instance.root })).json
  const find = async (pattern: string): Promise<string | undefined> => {
    const found = paths.get(pattern)
    if (found !== undefined || pattern === '') return found ?? ''
    const slash = pattern.lastIndexOf('/')
    const above = await find(pattern.slice(0, slash))
    const last = pattern.slice(slash + 1)
    if (above === undefined) return undefined
    if (!last.startsWith(':') && !last.startsWith('*')) {
      paths.set(pattern, `${above}/${last}`)
      return `${above}/${last}`
    }
    const list = await read(above)
    const first = Array.isArray(list) ? (list as ReadonlyArray<Json>).find(isPerson) : undefined
    const name = first?.[NAMED_BY[last.slice(1)] ?? 'id']
    if (name === undefined) return undefined
    paths.set(pattern, `${above}/${encodeURIComponent(String(name))}`)
    return paths.get(pattern)
  }
  for (const route of routes) await find(route)
  return paths
}

/** Makes one of everything on an instance of the newest release. */
export const writeHistory = async (instance: TestInstance): Promise<History> => {
  const answer = (method: string, path: string, json?: unknown, as = instance.root): Promise<Answered> =>
    instance.ask(method, `/api/v4${path}`, { as, ...(json === undefined ? {} : { json }) })
  const must = async (method: string, path: string, json?: unknown, as = instance.root): Promise<Json> => {
    const answered = await answer(method, path, json, as)
    expect(answered.status, `${method} ${path}: ${answered.text}`).toBeLessThan(300)
    return answered.json as Json
  }
  const make = async (path: string, json: unknown, as?: string): Promise<number> =>
    (await must('POST', path, json, as))['id'] as number
  const group = await make('/groups', { name: 'G', path: 'g' })
  await make('/groups', { name: 'Sub', path: 'sub', parent_id: group })
  const project = await make('/projects', {
    name: 'p',
    path: 'p',
    namespace_id: group,
    initialize_with_readme: true,
    visibility: 'private',
  })
  const at = `/projects/${project}`
  const { id: ann, token: annToken } = await instance.person('ann')
  const ben = await instance.person('ben')
  const keeper = await instance.person('keeper')
  await must('POST', `${at}/members`, { user_id: keeper.id, access_level: 40 })
  for (const user_id of [ann, ben.id]) await must('POST', `${at}/members`, { user_id, access_level: 30 })
  await must('POST', `/groups/${group}/members`, { user_id: ann, access_level: 20 })
  await make(`/users/${ann}/personal_access_tokens`, { name: 't', scopes: ['api'] })
  await make(`/users/${ann}/impersonation_tokens`, { name: 'i', scopes: ['api'] })
  await make('/applications', { name: 'a', redirect_uri: 'https://client.example/back', scopes: 'api' })
  for (const place of [at, `/groups/${group}`]) {
    await make(`${place}/deploy_tokens`, { name: 'd', scopes: ['read_repository'] })
    await make(`${place}/labels`, { name: `of ${place.slice(1, 3)}`, color: '#eeeeee' })
    await make(`${place}/milestones`, { title: 'm', due_date: '2022-12-24' })
  }

  const commit = (branch: string, file_path: string, content: string, start_branch = 'main') =>
    must('POST', `${at}/repository/commits`, {
      branch,
      ...(branch === start_branch ? {} : { start_branch }),
      commit_message: `On ${branch}\n\nCloses #1`,
      actions: [{ action: 'create', file_path, content }],
    })
  await commit('feature', '.gitlab-ci.yml', CI)
  await commit('ready', 'ready.txt', 'ready\n')
  await commit('merged', 'merged.txt', 'merged\n')
  for (const [branch, text] of Object.entries(OLD_CI)) await commit(branch, '.gitlab-ci.yml', text)
  await commit('built', '.gitlab-ci.yml', CI)
  const protection = { required_approval_count: 1, approval_rules: [{ access_level: 40 }] }
  for (const place of [at, `/groups/${group}`])
    await must('POST', `${place}/protected_environments`, {
      name: 'production',
      deploy_access_levels: [{ access_level: 40 }],
      ...protection,
    })
  for (const name of STOPPABLE) await commit(`stops-${name}`, '.gitlab-ci.yml', stoppableCi(name))
  await must('POST', `${at}/protected_tags`, { name: 'v*' })
  await must('POST', `${at}/repository/tags`, { tag_name: 'v1', ref: 'main', message: 'one' })
  const sha = ((await answer('GET', `${at}/repository/commits/main`)).json as Json)['id'] as string
  await must('POST', `${at}/statuses/${sha}`, { state: 'success', name: 'outside' })
  await must('POST', `${at}/repository/commits/${sha}/comments`, { note: 'Said of a commit' })
  const deployment = { sha, ref: 'main', tag: false, status: 'success' }
  await make(`${at}/deployments`, { ...deployment, environment: 'staging' })
  const [readme] = (await answer('GET', `${at}/repository/tree`)).json as ReadonlyArray<Json>

  const jobOf = (branch: string, called: string): Promise<Json> =>
    eventually(`${called} on ${branch}`, async () => {
      const found = await instance.ask('GET', `/api/v4${at}/jobs`, { as: instance.root, query: 'per_page=100' })
      return (found.json as ReadonlyArray<Json>).find(({ ref, name }) => ref === branch && name === called)
    })
  const stoppable: Array<number> = []
  for (const name of STOPPABLE) {
    const ship = await jobOf(`stops-${name}`, 'ship')
    for (const status of ['running', 'success']) await must('PUT', `${at}/jobs/${ship['id']}`, { status })
    const environment = await eventually(`the environment ${name}`, async () => {
      const found = (await answer('GET', `${at}/environments`)).json as ReadonlyArray<Json>
      return found.find((one) => one['name'] === name)
    })
    stoppable.push(environment['id'] as number)
    await eventually(`a deployment to ${name}`, async () => {
      const found = await instance.ask('GET', `/api/v4${at}/deployments`, {
        as: instance.root,
        query: `environment=${name}&status=success`,
      })
      return (found.json as ReadonlyArray<Json>).length > 0 ? true : undefined
    })
  }
  const gated: Array<number> = []
  for (const branch of GATED) {
    await commit(branch, '.gitlab-ci.yml', "deploy:\n  script: ['true']\n  environment: { name: production }\n")
    const blocked = await eventually(`a deployment of ${branch} that waits`, async () => {
      const query = 'environment=production&status=blocked&per_page=100'
      const found = await instance.ask('GET', `/api/v4${at}/deployments`, { as: instance.root, query })
      return (found.json as ReadonlyArray<Json>).find(({ ref }) => ref === branch)
    })
    gated.push(blocked['id'] as number)
  }
  const waiting = await jobOf('built', 'check')
  const job = await must('PUT', `${at}/jobs/${waiting['id']}`, { status: 'running' })
  const jobToken = String(job['token'])
  const upload = (path: string, headers: Readonly<Record<string, string>>, method = 'PUT') =>
    instance.ask(method, `/api/v4${at}/packages/${path}`, { bytes: Buffer.from('bytes'), headers })
  expect((await upload('generic/tool/1.0.0/tool.bin', { 'job-token': jobToken })).status).toBe(201)
  const pom = '<project><groupId>com.acme</groupId><artifactId>kit</artifactId><version>1.0</version></project>'
  const maven = await instance.ask('PUT', `/api/v4${at}/packages/maven/com/acme/kit/1.0/kit-1.0.pom`, {
    bytes: Buffer.from(pom),
    headers: { 'private-token': instance.root },
  })
  expect(maven.status, maven.text).toBeLessThan(300)
  const tarball = 'widget-1.0.0.tgz'
  await must('PUT', `${at}/packages/npm/@g%2fwidget`, {
    _id: '@g/widget',
    name: '@g/widget',
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': { name: '@g/widget', version: '1.0.0', dist: { tarball: `http://x/${tarball}` } } },
    _attachments: { [`@g/${tarball}`]: { data: Buffer.from('packed').toString('base64'), length: 6 } },
  })
  const form = new FormData()
  for (const [name, value] of [
    [':action', 'file_upload'],
    ['name', 'kit'],
    ['version', '1.0'],
  ] as const)
    form.append(name, value)
  form.append('content', new Blob(['wheel']), 'kit-1.0.tar.gz')
  const encoded = new Response(form)
  const sent = await instance.ask('POST', `/api/v4${at}/packages/pypi`, {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '', 'private-token': instance.root },
  })
  expect(sent.status, sent.text).toBeLessThan(300)

  const [milestone] = (await answer('GET', `${at}/milestones`)).json as ReadonlyArray<Json>
  const [wide] = (await answer('GET', `/groups/${group}/milestones`)).json as ReadonlyArray<Json>
  await must('POST', `${at}/issues`, { title: 'Issue', assignee_ids: [ann], milestone_id: milestone?.['id'] })
  const issue = `${at}/issues/1`
  await must('POST', `${at}/issues`, { title: 'For root', assignee_ids: [1], milestone_id: wide?.['id'] }, annToken)
  await must('POST', `${at}/approval_rules`, { name: 'Two', approvals_required: 1, user_ids: [ben.id] })
  const opened = await must('POST', `${at}/merge_requests`, {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'Draft: new',
    description: 'Closes #1',
    assignee_id: ann,
    reviewer_ids: [ann],
    labels: 'made by being named',
    milestone_id: milestone?.['id'],
  })
  const request = `${at}/merge_requests/${opened['iid']}`
  const notes = { issues: 0, merge_requests: 0 }
  for (const [kind, thing] of [
    ['merge_requests', request],
    ['issues', issue],
  ] as const) {
    await must('POST', `${thing}/award_emoji`, { name: 'thumbsup' })
    const note = await make(`${thing}/notes`, { body: 'Said' })
    notes[kind] = note
    await must('POST', `${thing}/notes/${note}/award_emoji`, { name: 'tada' })
    await must('POST', `${thing}/discussions`, { body: 'Discussed' })
    await must('POST', `${thing}/time_estimate`, { duration: '3h' })
  }
  // One after the other, so that each leaves an event of its own.
  for (const [thing, id] of [
    [request, milestone?.['id']],
    [issue, milestone?.['id']],
  ] as const)
    for (const change of [
      { milestone_id: 0 },
      { milestone_id: id },
      { add_labels: 'later' },
      { state_event: 'close' },
      { state_event: 'reopen' },
    ])
      await must('PUT', thing, change)
  await must('POST', `${request}/approve`, undefined, ben.token)
  await must('POST', `${request}/approval_rules`, { name: 'Own', approvals_required: 0 })
  const other = await must('POST', `${at}/merge_requests`, {
    source_branch: 'merged',
    target_branch: 'main',
    title: 'Done',
  })
  await must('POST', `${at}/merge_requests/${other['iid']}/approve`, undefined, ben.token)
  await must('PUT', `${at}/merge_requests/${other['iid']}/merge`)
  await must('POST', `${at}/merge_requests`, {
    source_branch: 'ready',
    target_branch: 'main',
    title: 'Ready',
    milestone_id: wide?.['id'],
  })

  const shipped = ((await answer('GET', `${at}/repository/commits/main`)).json as Json)['id']
  const second = await make(`${at}/deployments`, { ...deployment, sha: shipped, environment: 'staging' })
  await eventually('what the deployment shipped', async () => {
    const found = (await answer('GET', `${at}/deployments/${second}/merge_requests`)).json as ReadonlyArray<Json>
    return found.length > 0 ? found : undefined
  })
  await make(`${at}/fork`, { name: 'Copy', path: 'copy' })
  await make('/projects', { name: 'of ann' }, annToken)
  const open = await make('/projects', { name: 'open', visibility: 'public' })
  const archive = await instance.ask('PUT', `/api/v4/projects/${open}/packages/composer/acme/1.0/a.zip`, {
    bytes: Buffer.from('zip'),
    headers: { 'private-token': instance.root },
  })
  expect(archive.status, archive.text).toBe(201)
  await eventually('something to do for root', async () => {
    const todos = (await answer('GET', '/todos')).json as ReadonlyArray<Json>
    return todos.length > 0 ? todos : undefined
  })
  const pipeline = (job['pipeline'] as Json)['id'] as number
  const blob = String(readme?.['id'])
  const paths = await findPaths(
    instance,
    fixedPaths({ project, group, user: ann, sha, blob, pipeline, deployment: second, notes }),
  )
  return { project, group, ann, annToken, keeperToken: keeper.token, open, stoppable, gated, jobToken, paths }
}
