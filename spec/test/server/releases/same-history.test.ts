import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isServed, type Release, releaseDiff, releaseItems } from '@forgefold/core/releases'
import { apiRoutes } from '@forgefold/server/api/v4'
import { type Answered, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What one release answers to every path that can be read. */
type Answers = ReadonlyMap<string, Answered>

const STEPS: ReadonlyArray<Release> = [
  '14.0',
  '14.3',
  '14.6',
  '14.7',
  '14.10',
  '15.0',
  '15.1',
  '15.3',
  '15.5',
  '15.6',
  '15.11',
  '16.0',
]

const created = (answered: Answered): Readonly<Record<string, unknown>> => {
  expect(answered.status, answered.text).toBe(201)
  return answered.json as Readonly<Record<string, unknown>>
}

/** Makes one of each thing, and gives the ids that stand for the parameters of paths. */
const seed = async (instance: TestInstance): Promise<ReadonlyMap<string, string>> => {
  const post = (path: string, json: unknown) => instance.ask('POST', `/api/v4${path}`, { as: instance.root, json })
  const group = created(await post('/groups', { name: 'G', path: 'g' }))
  const made = { name: 'p', path: 'p', namespace_id: group['id'], initialize_with_readme: true, visibility: 'private' }
  const project = created(await post('/projects', made))
  const ann = await instance.person('ann')
  created(await post(`/projects/${project['id']}/members`, { user_id: ann.id, access_level: 30 }))
  created(await post(`/groups/${group['id']}/members`, { user_id: ann.id, access_level: 20 }))
  const token = created(await post(`/users/${ann.id}/personal_access_tokens`, { name: 't', scopes: ['api'] }))
  const commits = await instance.ask('GET', `/api/v4/projects/${project['id']}/repository/commits`, {
    as: instance.root,
  })
  const sha = (commits.json as ReadonlyArray<{ readonly id: string }>)[0]?.id ?? ''
  const deployment = created(
    await post(`/projects/${project['id']}/deployments`, {
      environment: 'production',
      sha,
      ref: 'main',
      tag: false,
      status: 'success',
    }),
  )
  const environment = deployment['environment'] as { readonly id: number }
  const change = [{ action: 'create', file_path: 'new.txt', content: 'new\n' }]
  const commit = { branch: 'feature', start_branch: 'main', commit_message: 'New', actions: change }
  created(await post(`/projects/${project['id']}/repository/commits`, commit))
  const request = {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'Draft: new',
    assignee_id: ann.id,
    reviewer_ids: [ann.id],
  }
  const text = "check: { script: ['true'] }\n"
  const ci = [{ action: 'create', file_path: '.gitlab-ci.yml', content: text }]
  const built = { branch: 'built', start_branch: 'main', commit_message: 'CI', actions: ci }
  created(await post(`/projects/${project['id']}/repository/commits`, built))
  const pipeline = created(await post(`/projects/${project['id']}/pipeline`, { ref: 'built' }))
  const mergeRequest = created(await post(`/projects/${project['id']}/merge_requests`, request))
  const issue = created(await post(`/projects/${project['id']}/issues`, { title: 'An issue' }))
  expect(issue['iid']).toBe(mergeRequest['iid'])
  const talk = `/projects/${project['id']}/merge_requests/${mergeRequest['iid']}`
  const discussion = created(await post(`${talk}/discussions`, { body: 'why?' }))
  const [note] = discussion['notes'] as ReadonlyArray<{ readonly id: number }>
  created(await post(`/projects/${project['id']}/issues/${issue['iid']}/notes`, { body: 'said' }))
  const rule = { name: 'two', approvals_required: 1, user_ids: [ann.id] }
  const approvalRule = created(await post(`/projects/${project['id']}/approval_rules`, rule))
  created(await post(`/projects/${project['id']}/merge_requests/${mergeRequest['iid']}/approval_rules`, rule))
  return new Map(
    Object.entries({
      '/projects/:id': `/projects/${project['id']}`,
      '/groups/:id': `/groups/${group['id']}`,
      '/users/:id': `/users/${ann.id}`,
      '/users/:user_id': `/users/${ann.id}`,
      '/personal_access_tokens/:id': `/personal_access_tokens/${token['id']}`,
      '/namespaces/:id': `/namespaces/${group['id']}`,
      ':user_id': String(ann.id),
      ':merge_request_iid': String(mergeRequest['iid']),
      ':issue_iid': String(issue['iid']),
      ':discussion_id': String(discussion['id']),
      ':note_id': String(note?.id),
      ':noteable_iid': String(mergeRequest['iid']),
      ':approval_rule_id': String(approvalRule['id']),
      ':pipeline_id': String(pipeline['id']),
      ':deployment_id': String(deployment['id']),
      ':environment_id': String(environment.id),
      ':sha': sha,
      ':branch': 'main',
      ':file_path': 'README.md',
    }),
  )
}

const filled = (path: string, ids: ReadonlyMap<string, string>): string => {
  let text = path
  for (const [placeholder, value] of ids) text = text.replace(new RegExp(`${placeholder}(?=/|$)`), value)
  return text
}

const readAll = async (instance: TestInstance, ids: ReadonlyMap<string, string>): Promise<Answers> => {
  const answers = new Map<string, Answered>()
  for (const { method, path } of apiRoutes) {
    if (method !== 'GET' || path.startsWith('/forgefold/')) continue
    const query = path.endsWith('/repository/files/:file_path') || path.endsWith('/raw') ? 'ref=main' : ''
    answers.set(`GET ${path}`, await instance.ask('GET', `/api/v4${filled(path, ids)}`, { as: instance.root, query }))
  }
  return answers
}

/** Every key in a JSON value with what stands there: `links.self`; entries of a list are one. */
const leaves = (value: unknown, at = '', found = new Map<string, unknown>()): ReadonlyMap<string, unknown> => {
  if (Array.isArray(value)) for (const entry of value) leaves(entry, at, found)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      const path = at === '' ? key : `${at}.${key}`
      found.set(path, typeof inner === 'object' && inner !== null ? 'nested' : inner)
      leaves(inner, path, found)
    }
  return found
}

/** The release itself is what these tell. */
const TELLS_THE_RELEASE = new Set(['GET /version version', 'GET /metadata version'])

/** What differs between two answers: a key on one side only, or another value. */
const differences = (route: string, one: Answered, other: Answered): ReadonlyArray<string> => {
  if (one.status !== other.status) return [route]
  const [before, after] = [leaves(one.json), leaves(other.json)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.has(key) !== after.has(key) || before.get(key) !== after.get(key))
    .map((key) => `${route} ${key}`)
    .filter((difference) => !TELLS_THE_RELEASE.has(difference))
}

/** The lines of the table that change between two releases, as names of endpoints and fields. */
const declared = (from: Release, to: Release): ReadonlySet<string> =>
  new Set(
    releaseDiff(from, to)
      .filter(({ change }) => change !== 'deprecated')
      .flatMap(({ item }) => [item.name, item.name.split('.').at(-1) ?? '']),
  )

const isDeclared = (difference: string, names: ReadonlySet<string>): boolean => {
  const [method, route, key] = difference.split(' ')
  return key === undefined ? names.has(`${method} ${route}`) : key.split('.').some((part) => names.has(part))
}

describe('the same history served at different releases', () => {
  let folder: string
  const served = new Map<Release, Answers>()
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-releases-'))
    const first = await openTestInstance({ release: '16.0', more: { data: folder } })
    const ids = await seed(first)
    await first.close()
    for (const release of STEPS) {
      const instance = await openTestInstance({ release, more: { data: folder } })
      served.set(release, await readAll(instance, ids))
      await instance.close()
    }
  }, 120_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('answers most of what can be read', () => {
    const answers = [...(served.get('16.0') ?? new Map<string, Answered>())]
    const missing = answers
      .filter(([, { status }]) => status !== 200)
      .map(([route, { status }]) => `${status} ${route}`)
    expect(missing.length, missing.join('\n')).toBeLessThan(answers.length / 3)
  })

  const MERGE_REQUEST = 'GET /projects/:id/merge_requests/:merge_request_iid'
  const dated = releaseItems.filter(
    ({ area, kind, since, until }) =>
      area === 'Merge requests' && kind === 'field' && (since !== undefined || until !== undefined),
  )
  it.each(dated.map((item) => [item.name, item] as const))(
    'a merge request has %s where the table says so',
    (name, item) => {
      for (const release of STEPS) {
        const answered = served.get(release)?.get(MERGE_REQUEST)
        expect(answered?.status).toBe(200)
        expect(Object.hasOwn(answered?.json as object, name), release).toBe(isServed(item, release))
      }
    },
  )

  it.each(STEPS.slice(1).map((to, index) => [STEPS[index] as Release, to] as const))(
    'differs from %s to %s only in what the table declares',
    (from, to) => {
      const names = declared(from, to)
      const undeclared: Array<string> = []
      for (const [route, before] of served.get(from) ?? []) {
        const after = served.get(to)?.get(route)
        if (after === undefined) continue
        undeclared.push(...differences(route, before, after).filter((difference) => !isDeclared(difference, names)))
      }
      expect(undeclared).toEqual([])
    },
  )
})
