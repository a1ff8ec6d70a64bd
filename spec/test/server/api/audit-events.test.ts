import { readFileSync } from 'node:fs'
import { AUDITED } from '@forgefold/core/audit'
import { everyAggregate } from '@forgefold/spec/golden-data'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { PUBLIC_KEYS } from '@forgefold/spec/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Listed {
  readonly id: number
  readonly author_id: number
  readonly entity_id: number
  readonly entity_type: string
  readonly created_at: string
  readonly details: Readonly<Record<string, unknown>>
}

const PAGE = readFileSync(new URL('../../../../docs/reference/audit-events.md', import.meta.url), 'utf8')

/** Kind and type of every event that is an audit event. */
const told = (): ReadonlyArray<string> =>
  Object.entries(AUDITED).flatMap(([kind, types]) => Object.keys(types).map((type) => `${kind} ${type}`))

let world: TestInstance
let jane: { readonly id: number; readonly token: string }
let groupId: number
let projectId: number

const ask = (method: string, path: string, json?: unknown, as = world.root, query = '') =>
  world.ask(method, `/api/v4${path}`, { as, query, json })

const list = async (path: string, query = '', as = world.root): Promise<ReadonlyArray<Listed>> =>
  (await ask('GET', path, undefined, as, `per_page=100&${query}`)).json as ReadonlyArray<Listed>

beforeAll(async () => {
  world = await openTestInstance({ release: '15.11' })
  jane = await world.person('jane')
  groupId = (
    (await ask('POST', '/groups', { name: 'Team', path: 'team', visibility: 'public' })).json as { id: number }
  ).id
  const made = await ask('POST', '/projects', { name: 'app', namespace_id: groupId, visibility: 'private' })
  projectId = (made.json as { id: number }).id
  await ask('POST', `/projects/${projectId}/members`, { user_id: jane.id, access_level: 30 })
  world.clock.advance(3_600_000)
  await ask('PUT', `/projects/${projectId}/members/${jane.id}`, { access_level: 40 })
  await ask('PUT', `/projects/${projectId}`, { visibility: 'internal' })
  await ask('POST', `/projects/${projectId}/variables`, { key: 'SECRET', value: 'not to be told' })
  await ask('PUT', '/application/settings', { signup_enabled: false })
})
afterAll(() => world.close())

describe('audit events', () => {
  it('tell who changed what of which entity, from what to what, newest first', async () => {
    const events = await list(`/projects/${projectId}/audit_events`)
    expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted((a, b) => b - a))
    expect(events.find(({ details }) => details['change'] === 'visibility')).toMatchObject({
      author_id: 1,
      entity_type: 'Project',
      entity_id: projectId,
      details: {
        from: 'private',
        to: 'internal',
        author_name: 'Administrator',
        target_type: 'Project',
        target_id: projectId,
        entity_path: 'team/app',
        ip_address: '127.0.0.1',
      },
    })
    expect(events.find(({ details }) => details['change'] === 'level')).toMatchObject({
      details: { from: 30, to: 40, target_type: 'User', target_id: jane.id, target_details: 'jane' },
    })
    expect(JSON.stringify(events)).not.toContain('not to be told')
  })
  it('of the instance are narrowed by entity and by moment', async () => {
    const all = await list('/audit_events')
    expect(new Set(all.map(({ entity_type }) => entity_type))).toEqual(
      new Set(['User', 'Group', 'Project', 'Gitlab::Audit::InstanceScope']),
    )
    const ofGroup = await list('/audit_events', `entity_type=Group&entity_id=${groupId}`)
    expect(ofGroup).toEqual(await list(`/groups/${groupId}/audit_events`))
    expect(ofGroup.every(({ entity_type, entity_id }) => entity_type === 'Group' && entity_id === groupId)).toBe(true)
    const moment = all[0]?.created_at as string
    const late = await list('/audit_events', `created_after=${moment}`)
    expect(late).toEqual(all.filter(({ created_at }) => created_at >= moment))
    expect(late.length).toBeLessThan(all.length)
    const first = all.at(-1)?.created_at as string
    expect(await list('/audit_events', `created_before=${first}`)).toEqual(
      all.filter(({ created_at }) => created_at <= first),
    )
    expect((await ask('GET', '/audit_events', undefined, world.root, 'entity_id=1')).status).toBe(400)
  })
  it('are read one by one, where they belong', async () => {
    const [event] = await list(`/projects/${projectId}/audit_events`)
    for (const path of [`/audit_events/${event?.id}`, `/projects/${projectId}/audit_events/${event?.id}`])
      expect((await ask('GET', path)).json).toEqual(event)
    expect((await ask('GET', `/groups/${groupId}/audit_events/${event?.id}`)).status).toBe(404)
    expect((await ask('GET', '/audit_events/999999')).status).toBe(404)
  })
  it('come in pages with their totals', async () => {
    const all = await list('/audit_events')
    const second = await ask('GET', '/audit_events', undefined, world.root, 'per_page=2&page=2')
    expect(second.json).toEqual(all.slice(2, 4))
    expect(second.headers.get('x-total')).toBe(String(all.length))
  })
  it.each([
    ['the instance', () => '/audit_events'],
    ['a group', () => `/groups/${groupId}/audit_events`],
    ['a project', () => `/projects/${projectId}/audit_events`],
  ])('of %s come in pages by keyset, which nothing that happens meanwhile moves', async (_, pathOf) => {
    const path = pathOf()
    const all = await list(path)
    const rows: Array<Listed> = []
    let query: string | undefined = 'pagination=keyset&order_by=id&sort=desc&per_page=1'
    for (let page = 0; query !== undefined; page++) {
      const answered = await ask('GET', path, undefined, world.root, query)
      expect(answered.status, answered.text).toBe(200)
      expect(answered.headers.has('x-total')).toBe(false)
      rows.push(...(answered.json as ReadonlyArray<Listed>))
      const link = answered.headers.get('link')
      if (link !== undefined) expect(link).toMatch(/^<[^>]+>; rel="next"$/)
      query = link?.match(/\?([^>]+)>/)?.[1]
      if (page === 0) await ask('PUT', `/projects/${projectId}/members/${jane.id}`, { access_level: 30 })
      if (page === 0) await ask('PUT', `/projects/${projectId}/members/${jane.id}`, { access_level: 40 })
    }
    expect(rows.length).toBeGreaterThan(1)
    expect(rows).toEqual(all)
  })
  it('by keyset come newest first, ordered by id, and from a place that they gave themselves', async () => {
    const keyset = (query: string) => ask('GET', '/audit_events', undefined, world.root, `pagination=keyset&${query}`)
    for (const query of ['', 'order_by=created_at', 'order_by=id&sort=asc'])
      expect(await keyset(query)).toMatchObject({
        status: 405,
        json: { error: 'Keyset pagination is not yet available for this type of request' },
      })
    const place = (text: string) => `order_by=id&cursor=${Buffer.from(text).toString('base64url')}`
    for (const text of [
      '',
      '{}',
      '{"id":"-1","_kd":"n"}',
      '{"id":1,"_kd":"n"}',
      `{"id":"${'9'.repeat(16)}","_kd":"n"}`,
    ])
      expect((await keyset(place(text))).status, text).toBe(text === '' ? 200 : 400)
    expect(await keyset('order_by=id&cursor=nothing')).toMatchObject({ json: { error: 'cursor is invalid' } })
    expect((await keyset(place('{"id":"0","_kd":"n"}'))).json).toEqual([])
    expect((await keyset(place('{"id":"999999999999999","_kd":"n"}'))).status).toBe(200)
  })
  it('of a project are for maintainers, without addresses of mail; of the instance for administrators', async () => {
    const [event] = await list(`/projects/${projectId}/audit_events`, '', jane.token)
    expect(event?.details).not.toHaveProperty('author_email')
    expect((await ask('GET', '/audit_events', undefined, jane.token)).status).toBe(403)
    expect((await ask('GET', `/groups/${groupId}/audit_events`, undefined, jane.token)).status).toBe(403)
  })
  it('tell of keys, shares, runners, consents and the admin mode by whom they are of', async () => {
    await ask('POST', `/users/${jane.id}/keys`, { title: 'laptop', key: PUBLIC_KEYS.rsa.text })
    await ask('POST', `/projects/${projectId}/deploy_keys`, { title: 'machine', key: PUBLIC_KEYS.ed25519.text })
    const other = ((await ask('POST', '/groups', { name: 'Guests', path: 'guests' })).json as Listed).id
    for (const place of [`/groups/${groupId}`, `/projects/${projectId}`])
      await ask('POST', `${place}/share`, { group_id: other, group_access: 20 })
    const { runners_token } = (await ask('GET', `/projects/${projectId}`)).json as { readonly runners_token: string }
    await ask('POST', '/runners', { token: runners_token, description: 'shell' })
    await ask('POST', `/groups/${groupId}/runners/reset_registration_token`)
    const details = async (path: string) => (await list(path)).map((event) => event.details)
    expect(await details(`/audit_events`)).toContainEqual(
      expect.objectContaining({ custom_message: 'Added SSH key', target_type: 'Key', entity_path: 'jane' }),
    )
    const ofProject = await details(`/projects/${projectId}/audit_events`)
    for (const expected of [
      { custom_message: 'Added deploy key', target_type: 'DeployKey', target_details: 'machine' },
      { add: 'group_access', target_type: 'Project', target_id: projectId },
      { custom_message: 'Registered CI runner', target_type: 'Ci::Runner', target_details: 'shell' },
    ])
      expect(ofProject).toContainEqual(expect.objectContaining(expected))
    const ofGroup = await details(`/groups/${groupId}/audit_events`)
    for (const expected of [
      { add: 'group_access', target_type: 'Group', target_id: groupId },
      { custom_message: 'Reset runner registration token', target_id: groupId },
    ])
      expect(ofGroup).toContainEqual(expect.objectContaining(expected))
  })
  it('are all in the table of the reference, and nothing else is', () => {
    const [table = ''] = PAGE.split('## What is no audit event')
    const rows = [...table.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, kind, type]) => `${kind} ${type}`)
    expect(rows).toEqual(told())
  })
  it('tell of every event of every aggregate, or the reference says why not', async () => {
    const [, untold = ''] = PAGE.split('## What is no audit event')
    const named = [...untold.matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm)].flatMap(([, kind, types = '']) =>
      [...types.matchAll(/`(\w+)`/g)].map(([, type]) => `${kind} ${type}`),
    )
    const all = [...(await everyAggregate())].flatMap(([kind, { events }]) =>
      events.types.map((type) => `${kind} ${type}`),
    )
    expect([...told(), ...named].toSorted()).toEqual(all.toSorted())
  })
})

it('changes of lists and of feature access levels are told as single values', async () => {
  const made = await ask('POST', '/projects', { name: 'single', topics: ['q'] })
  const { id } = made.json as { readonly id: number }
  await ask('PUT', `/projects/${id}`, { topics: ['s', 't'] })
  await ask('PUT', `/projects/${id}`, { feature_flags_access_level: 'private' })
  const details = (await list(`/projects/${id}/audit_events`)).map((event) => event.details)
  expect(details).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ change: 'topics', from: 'q', to: 's, t' }),
      expect.objectContaining({ change: 'feature_flags_access_level', from: 'enabled', to: 'private' }),
    ]),
  )
})
