import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Receiver, startReceiver } from './receiver.js'

const SYSTEM = ['push_events', 'tag_push_events', 'merge_requests_events', 'repository_update_events']
const PROJECT = [
  ...SYSTEM,
  'issues_events',
  'confidential_issues_events',
  'note_events',
  'confidential_note_events',
  'pipeline_events',
  'wiki_page_events',
  'deployment_events',
  'job_events',
  'releases_events',
]

let world: TestInstance
let receiver: Receiver
const ask = (method: string, path: string, json?: unknown, query = '') =>
  world.ask(method, `/api/v4${path}`, { as: world.root, query, json })

beforeAll(async () => {
  receiver = await startReceiver()
  world = await openTestInstance({ tier: 'premium' })
  await ask('PUT', '/application/settings', {
    allow_local_requests_from_web_hooks_and_services: true,
    allow_local_requests_from_system_hooks: true,
  })
  const { id } = (await ask('POST', '/groups', { name: 'top', path: 'top' })).json as { id: number }
  const project = { name: 'app', namespace_id: id, initialize_with_readme: true, default_branch: 'main' }
  expect((await ask('POST', '/projects', project)).status).toBe(201)
})
afterAll(async () => {
  await world.close()
  await receiver.close()
})

const flags = (names: ReadonlyArray<string>, value: boolean) => Object.fromEntries(names.map((name) => [name, value]))

it.each([
  ['/projects/1/hooks', PROJECT],
  ['/groups/top/hooks', [...PROJECT, 'subgroup_events', 'member_events']],
  ['/hooks', SYSTEM],
])('%s keep every setting, tell, and tell again', async (path, triggers) => {
  const settings = {
    token: 'a secret',
    enable_ssl_verification: false,
    push_events_branch_filter: '^main$',
    branch_filter_strategy: 'regex',
    url_variables: [{ key: 'room', value: 'r' }],
  }
  const made = await ask('POST', path, { url: `${receiver.url}/{room}`, ...flags(triggers, true), ...settings })
  expect([made.status, made.json]).toEqual([201, expect.objectContaining(flags(triggers, true))])
  const { id } = made.json as { id: number }
  const one = `${path}/${id}`
  expect((await ask('GET', path, undefined, 'page=1&per_page=5')).json).toEqual([made.json])
  expect((await ask('GET', one)).json).toMatchObject({
    enable_ssl_verification: false,
    url_variables: [{ key: 'room' }],
  })
  const other = { url: `${receiver.url}/{hall}`, url_variables: [{ key: 'hall', value: 'h' }] }
  expect((await ask('PUT', one, other)).json).toMatchObject({ url_variables: [{ key: 'hall' }] })
  const changed = { url: receiver.url, ...settings, enable_ssl_verification: true, url_variables: [] }
  const put = await ask('PUT', one, { ...flags(triggers, false), ...changed })
  expect(put.json).toMatchObject({ ...flags(triggers, false), enable_ssl_verification: true, url_variables: [] })
  expect((await ask('PUT', `${one}/url_variables/room`, { value: 'r' })).status).toBe(204)
  expect((await ask('DELETE', `${one}/url_variables/room`)).status).toBe(204)
  expect((await ask('POST', `${one}/test/push_events`)).status).toBe(201)
  const log = (await ask('GET', `${one}/events`, undefined, 'status=successful&page=1&per_page=5')).json
  expect(log).toEqual([expect.objectContaining({ trigger: 'push_hooks', response_status: '200' })])
  const [{ id: sent } = { id: 0 }] = log as ReadonlyArray<{ id: number }>
  expect((await ask('POST', `${one}/events/${sent}/resend`)).json).toEqual({ response_status: 200 })
  const isSystem = path === '/hooks'
  expect(receiver.heard.at(-1)?.headers['x-gitlab-event']).toBe(isSystem ? 'System Hook' : 'Push Hook')
  receiver.forget()
  await ask('PUT', one, { push_events: true })
  expect((await ask('POST', `${one}/replay`, { from: 0 })).status).toBe(202)
  const [first] = await receiver.hears(1)
  // The history of the instance begins with its administrator.
  expect(first?.body).toMatchObject(
    isSystem ? { event_name: 'user_create' } : { object_kind: 'push', ref: 'refs/heads/main', before: '0'.repeat(40) },
  )
  expect((await ask('DELETE', one)).status).toBe(204)
  expect((await ask('GET', path)).json).toEqual([])
})

it('of groups are of the paid tiers', async () => {
  const free = await openTestInstance({ tier: 'free' })
  try {
    await free.ask('POST', '/api/v4/groups', { as: free.root, json: { name: 'top', path: 'top' } })
    expect((await free.ask('GET', '/api/v4/groups/top/hooks', { as: free.root })).status).toBe(404)
  } finally {
    await free.close()
  }
})
