import { readFileSync } from 'node:fs'
import { type Asked, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

let world: TestInstance
let ann: { readonly id: number; readonly token: string }
const bob: Array<number> = []

type Sent = Asked & { readonly method?: string }

const call = async (path: string, { method = 'GET', ...asked }: Sent = {}, as: string | undefined = world.root) => {
  const [plain = '', query = ''] = path.split('?')
  const { status, json, headers } = await world.ask(method, `/api/v4${plain}`, {
    ...asked,
    as: as === '' ? undefined : as,
    query,
  })
  return { status, json, headers }
}
const sent = (method: string, path: string, json: unknown, token?: string) => call(path, { method, json }, token)
const statusOf = async (path: string, asked?: Sent, token?: string) => (await call(path, asked, token)).status
const field = async (answer: Promise<{ readonly json: unknown }>, name: string) => ((await answer).json as Json)[name]
const iids = async (query: string, list = 'issues') => {
  const { json, status } = await call(`/projects/1/${list}?sort=asc&${query}`)
  return status === 200 ? (json as ReadonlyArray<{ readonly iid: number }>).map(({ iid }) => iid) : status
}
const form = (fields: Readonly<Record<string, string>>): Sent => ({
  method: 'POST',
  form: new URLSearchParams(fields).toString(),
})
const multipart = (fields: Readonly<Record<string, string>>): Sent => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
  return { method: 'POST', bytes: Buffer.from(`${parts.join('')}--cut--\r\n`), headers }
}

beforeAll(async () => {
  world = await openTestInstance({ tier: 'premium' })
  ann = await world.person('ann')
  for (const name of ['bob.b', 'eve']) bob.push((await world.person(name)).id)
  await sent('POST', '/groups', { name: 'g.r', path: 'g.r', visibility: 'public' })
  const group = ((await call('/groups/g.r')).json as { readonly id: number }).id
  const project = { name: 'p.x', namespace_id: group, initialize_with_readme: true, default_branch: 'main' }
  await sent('POST', '/projects', { ...project, tag_list: 'a, b', wiki_enabled: false, visibility: 'public' })
  await sent('POST', '/projects/1/milestones', { title: 'one' })
  await sent('POST', '/projects/1/issues', { title: 'first', labels: 'a', milestone_id: 1, assignee_id: ann.id })
  await sent('POST', '/projects/1/issues', { title: 'second' })
  await sent('POST', '/projects/1/repository/branches', { branch: 'x/y.z', ref: 'main' })
  await sent('POST', '/projects/1/merge_requests', {
    source_branch: 'x/y.z',
    target_branch: 'main',
    title: 'Draft: it',
  })
})
afterAll(() => world.close())

/** Each form of the page with the request that sends it. */
const FORMS: Readonly<Record<string, () => Promise<void>>> = {
  '`private_token` in the query': async () =>
    expect(await statusOf(`/user?private_token=${ann.token}`, {}, '')).toBe(200),
  '`private_token` in a form or in JSON': async () => {
    const fields = { private_token: ann.token, title: 'x' }
    expect(await statusOf('/projects/1/issues', form(fields), '')).toBe(201)
    expect((await sent('POST', '/projects/1/issues', fields, '')).status).toBe(201)
  },
  '`access_token` in the query': async () =>
    expect(await statusOf(`/user?access_token=${ann.token}`, {}, '')).toBe(200),
  'a personal access token as `Bearer`': async () =>
    expect(await statusOf('/user', { headers: { authorization: `Bearer ${ann.token}` } }, '')).toBe(200),
  '`sudo` in the query': async () => expect(await field(call('/user?sudo=bob.b'), 'username')).toBe('bob.b'),
  '`sudo` in a form or in JSON, by name or number': async () => {
    const by = (sudo: unknown) => sent('POST', '/projects/1/issues', { sudo, title: 'by another' })
    expect(await field(by('ann'), 'author')).toMatchObject({ username: 'ann' })
    expect(await field(by(ann.id), 'author')).toMatchObject({ username: 'ann' })
    const inForm = call('/projects/1/issues', form({ sudo: 'ann', title: 'x' }))
    expect(await field(inForm, 'author')).toMatchObject({ username: 'ann' })
  },
  'a slash at the end': async () => {
    for (const path of ['/projects/', '/projects/1/']) expect(await statusOf(path)).toBe(200)
  },
  '`.json` behind a path that ends in a name': async () => {
    for (const path of ['/version.json', '/projects.json', '/projects/1/issues.json?state=opened'])
      expect([path, await statusOf(path)]).toEqual([path, 200])
    expect((await call('/projects/1/issues.json', form({ title: 'x' }))).status).toBe(201)
    expect((await call('/projects/1.json')).json).toEqual({ message: '404 Project Not Found' })
    expect(await statusOf('/nothing.json')).toBe(404)
    expect(await statusOf('/projects/1/repository/tags/v1.json')).toBe(404)
  },
  'a path as id, with `%2F` or `%2f`, dots plain or as `%2E`': async () => {
    for (const id of ['g.r%2Fp.x', 'g%2Er%2fp%2Ex']) expect(await statusOf(`/projects/${id}`)).toBe(200)
    for (const id of ['g.r', 'g%2Er']) expect(await statusOf(`/groups/${id}`)).toBe(200)
  },
  '`/api/v3` is 410 and says so': async () => {
    const { status, text } = await world.ask('GET', '/api/v3/projects')
    expect([status, text]).toEqual([410, expect.stringContaining('V3')])
  },
  'a form, a multipart form, or parameters of a write in the query': async () => {
    expect(await statusOf('/projects/1/issues', form({ title: 'x' }))).toBe(201)
    expect(await statusOf('/projects/1/issues', multipart({ title: 'x' }))).toBe(201)
    expect(await statusOf('/projects/1/issues?title=x', { method: 'POST' })).toBe(201)
  },
  'no body, `null` or `{}` with the type of JSON': async () => {
    for (const json of ['', 'null', '{}'])
      expect([201, 304]).toContain(await statusOf('/projects/1/star', { method: 'POST', json }))
  },
  '`1`, `yes`, `on`, `t` and their opposites, in any case': async () => {
    for (const [word, is] of [
      ['1', true],
      ['YES', true],
      ['on', true],
      ['t', true],
      ['0', false],
      ['no', false],
      ['Off', false],
      ['F', false],
    ] as const)
      expect([word, await field(sent('PUT', '/projects/1', { lfs_enabled: word }), 'lfs_enabled')]).toEqual([word, is])
  },
  'numbers as text': async () =>
    expect(await field(sent('PUT', '/projects/1/issues/2', { weight: '5' }), 'weight')).toBe(5),
  '`labels` as a text with commas, as `labels[]=`, as an array': async () => {
    const labels = (body: unknown) => field(sent('PUT', '/projects/1/issues/2', body), 'labels')
    expect(await labels({ labels: 'b,c' })).toEqual(['b', 'c'])
    expect(await labels({ labels: ['d', 'e'] })).toEqual(['d', 'e'])
    const put = call('/projects/1/issues/2?labels[]=f&labels[]=g', { method: 'PUT' })
    expect(await field(put, 'labels')).toEqual(['f', 'g'])
  },
  '`labels` blank or `null` takes them away': async () => {
    for (const labels of ['', null]) {
      await sent('PUT', '/projects/1/issues/2', { labels: 'h' })
      expect(await field(sent('PUT', '/projects/1/issues/2', { labels }), 'labels')).toEqual([])
    }
  },
  '`user_id` of new members with commas': async () => {
    const made = await sent('POST', '/projects/1/members', { user_id: bob.join(','), access_level: 20 })
    expect([made.status, made.json]).toEqual([201, { status: 'success' }])
  },
  '`tag_list` of projects': async () => expect(await field(call('/projects/1'), 'topics')).toEqual(['a', 'b']),
  '`issues_enabled`, `wiki_enabled`, `snippets_enabled`, `jobs_enabled` of projects': async () => {
    expect(await field(call('/projects/1'), 'wiki_access_level')).toBe('disabled')
    const off = { issues_enabled: false, snippets_enabled: false, jobs_enabled: false, wiki_enabled: true }
    const json = (await sent('PUT', '/projects/1', off)).json as Json
    expect(json).toMatchObject({
      issues_access_level: 'disabled',
      snippets_access_level: 'disabled',
      builds_access_level: 'disabled',
      wiki_access_level: 'enabled',
    })
    await sent('PUT', '/projects/1', { issues_enabled: true, jobs_enabled: true })
  },
  '`context` of a commit status': async () => {
    const { json } = await call('/projects/1/repository/commits/main')
    const status = { state: 'success', context: 'of-old' }
    expect(await field(sent('POST', `/projects/1/statuses/${(json as Json)['id']}`, status), 'name')).toBe('of-old')
  },
  '`assignee_id` of issues': async () =>
    expect(await field(call('/projects/1/issues/1'), 'assignees')).toMatchObject([{ username: 'ann' }]),
  '`PUT` and `DELETE` of `labels` with `name` in the body or in the query': async () => {
    for (const name of ['q', 'r']) await sent('POST', '/projects/1/labels', { name, color: '#abc' })
    const renamed = sent('PUT', '/projects/1/labels', { name: 'q', new_name: 's' })
    expect(await field(renamed, 'name')).toBe('s')
    expect(await statusOf('/projects/1/labels?name=s', { method: 'DELETE' })).toBe(204)
    expect((await sent('DELETE', '/projects/1/labels', { name: 'r' })).status).toBe(204)
  },
  '`PUT branches/:branch/protect` and `unprotect`': async () => {
    const branch = '/projects/1/repository/branches/x%2Fy.z'
    expect(await field(sent('PUT', `${branch}/protect`, { developers_can_push: true }), 'protected')).toBe(true)
    expect(await field(call(`${branch}/unprotect`, { method: 'PUT' }), 'protected')).toBe(false)
  },
  '`scope` `created-by-me` and `assigned-to-me`': async () => {
    expect(await iids('scope=created-by-me&iids=1,2')).toEqual([1, 2])
    expect(await iids('scope=assigned-to-me')).toEqual([])
    expect(await iids('scope=created-by-me', 'merge_requests')).toEqual([1])
  },
  '`labels=No Label`, in any case': async () => {
    expect(await iids('iids=1,2&labels=No%20Label')).toEqual([2])
    expect(await iids('iids=1,2&labels=no+label')).toEqual([2])
    expect(await iids('labels=No+Label', 'merge_requests')).toEqual([1])
  },
  '`milestone=No Milestone` and `Any Milestone`': async () => {
    expect(await iids('iids=1,2&milestone=No+Milestone')).toEqual([2])
    expect(await iids('iids=1,2&milestone=Any+Milestone')).toEqual([1])
    expect(await iids('milestone=No+Milestone', 'merge_requests')).toEqual([1])
  },
  '`assignee_id=0`': async () => expect(await iids('iids=1,2&assignee_id=0')).toEqual([2]),
  '`iids=1,2` and `iids[]=1`': async () => {
    expect(await iids('iids=1,2')).toEqual([1, 2])
    expect(await iids('iids[]=1&iids[]=2')).toEqual([1, 2])
  },
  '`wip=yes` and `wip=no` of merge requests': async () => {
    expect(await iids('wip=yes', 'merge_requests')).toEqual([1])
    expect(await iids('wip=no', 'merge_requests')).toEqual([])
  },
  '`state=opened` alone: `open` is 400': async () => expect(await iids('state=open')).toBe(400),
  '`page=0` is the first page; `per_page=0` is 400': async () => {
    expect(await iids('iids=1,2&page=0')).toEqual([1, 2])
    expect(await iids('per_page=0')).toBe(400)
  },
  '`per_page` above 100 gives 100': async () => {
    const { headers } = await call('/projects/1/issues?per_page=1000')
    expect(headers.get('x-per-page')).toBe('100')
  },
  '`ref_name` of commits': async () =>
    expect((await call('/projects/1/repository/commits?ref_name=x%2Fy.z')).json).toHaveLength(1),
  '`scope` of jobs as one word, with commas or as `scope[]=`': async () => {
    for (const query of ['scope=success', 'scope=success,failed', 'scope[]=success&scope[]=failed'])
      expect([query, await statusOf(`/projects/1/jobs?${query}`)]).toEqual([query, 200])
  },
}

it.each(Object.keys(FORMS))('%s is taken', async (name) => {
  await FORMS[name]?.()
})

it('the page on older forms has a row for each of these, and no other', () => {
  const page = readFileSync(new URL('../../../../docs/reference/older-forms.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (.+?) \| .+ \|$/gm)].map(([, form = '']) => form)
  expect(rows.filter((row) => row !== 'Form')).toEqual(Object.keys(FORMS))
})
