import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Thing {
  readonly id: number
  readonly [field: string]: unknown
}

let world: TestInstance
let ann: Awaited<ReturnType<TestInstance['person']>>
const API = '/api/v4'
const asked = (method: string, path: string, as: string | undefined, json?: unknown, query = '') =>
  world.ask(method, `${API}${path}`, {
    ...(as === undefined ? {} : { as }),
    query,
    json,
  })

beforeAll(async () => {
  world = await openTestInstance({ release: '15.7' })
  ann = await world.person('ann')
  await asked('POST', '/groups', ann.token, { name: 'team', path: 'team' })
  await asked('POST', '/projects', ann.token, { name: 'app' })
})
afterAll(() => world.close())

describe('addresses', () => {
  it('are added, listed, read and taken away by their user and by administrators', async () => {
    const places = [
      ['/user/emails', ann.token, null],
      [`/users/${ann.id}/emails`, world.root, expect.any(String)],
    ] as const
    for (const [path, as, confirmed_at] of places) {
      const made = await asked('POST', path, as, { email: 'more@example.com', skip_confirmation: true })
      const email = made.json as Thing
      expect([made.status, email]).toEqual([201, { id: email.id, email: 'more@example.com', confirmed_at }])
      const again = await asked('POST', path, as, { email: 'MORE@example.com' })
      expect([again.status, again.json]).toEqual([400, { message: { email: ['has already been taken'] } }])
      expect((await asked('GET', path, as)).json).toEqual([email])
      expect((await asked('GET', `${path}/${email.id}`, as)).json).toEqual(email)
      expect((await asked('DELETE', `${path}/${email.id}`, as)).status).toBe(204)
      expect((await asked('GET', `${path}/${email.id}`, as)).status).toBe(404)
      expect((await asked('DELETE', `${path}/${email.id}`, as)).status).toBe(404)
    }
  })
  it('are added at the same moment, and none is lost', async () => {
    const wanted = ['first', 'second', 'third'].map((name) => `${name}@at-once.example`)
    const made = await Promise.all(wanted.map((email) => asked('POST', '/user/emails', ann.token, { email })))
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    const emails = (await asked('GET', '/user/emails', ann.token)).json as ReadonlyArray<Thing>
    expect(emails.map(({ email }) => email).sort()).toEqual(wanted)
    const gone = await Promise.all(emails.map(({ id }) => asked('DELETE', `/user/emails/${id}`, ann.token)))
    expect(gone.map(({ status }) => status)).toEqual([204, 204, 204])
    expect((await asked('GET', '/user/emails', ann.token)).json).toEqual([])
  })
  it('are unique among all users, and free again once they are taken away', async () => {
    const ben = await world.person('ben')
    const made = (await asked('POST', '/user/emails', ann.token, { email: 'shared@example.com' })).json as Thing
    const taken = await asked('POST', '/user/emails', ben.token, { email: 'shared@example.com' })
    expect([taken.status, taken.json]).toEqual([400, { message: { email: ['has already been taken'] } }])
    expect((await asked('POST', '/user/emails', ben.token, { email: 'none' })).status).toBe(400)
    expect((await asked('DELETE', `/user/emails/${made.id}`, ann.token)).status).toBe(204)
    expect((await asked('POST', '/user/emails', ben.token, { email: 'shared@example.com' })).status).toBe(201)
    expect((await asked('GET', `/users/${ann.id}/emails`, ben.token)).status).toBe(403)
  })
})

it('says what somebody does just now, until it is over', async () => {
  const said = { emoji: 'coffee', message: 'At lunch', availability: 'busy', clear_status_after: '30_minutes' }
  const set = await asked('PUT', '/user/status', ann.token, said)
  expect([set.status, set.json]).toMatchObject([
    200,
    { emoji: 'coffee', message: 'At lunch', availability: 'busy', message_html: 'At lunch' },
  ])
  expect((await asked('GET', '/users/ann/status', undefined)).json).toEqual(set.json)
  const changed = { message: 'Back', emoji: 'wave', availability: 'not_set', clear_status_after: '3_hours' }
  expect((await asked('PATCH', '/user/status', ann.token, changed)).json).toMatchObject({
    message: 'Back',
    emoji: 'wave',
  })
  expect((await asked('PATCH', '/user/status', ann.token, { message: 'Away' })).json).toMatchObject({ emoji: 'wave' })
  expect((await asked('PUT', '/user/status', ann.token, { message: 'Hm' })).json).toMatchObject({
    emoji: 'speech_balloon',
    availability: 'not_set',
    clear_status_at: null,
  })
  expect((await asked('PUT', '/user/status', ann.token, { emoji: 'no-such' })).status).toBe(400)
  expect((await asked('PUT', '/user/status', ann.token, { message: 'x'.repeat(101) })).status).toBe(400)
  await asked('PUT', '/user/status', ann.token, {})
  expect((await asked('GET', '/user/status', ann.token)).json).toMatchObject({ emoji: null, message: null })
  expect((await asked('GET', '/users/999/status', undefined)).status).toBe(404)
})

it('keeps how somebody likes pages', async () => {
  const wanted = {
    view_diffs_file_by_file: true,
    show_whitespace_in_diffs: false,
    pass_user_identities_to_ci_jwt: true,
  }
  const changed = await asked('PUT', '/user/preferences', ann.token, wanted)
  expect([changed.status, changed.json]).toEqual([200, { id: ann.id, user_id: ann.id, ...wanted }])
  expect((await asked('GET', '/user/preferences', ann.token)).json).toEqual(changed.json)
})

it('is told by administrators how pages look to somebody', async () => {
  const looks = { theme_id: 4, color_scheme_id: 2 }
  const bea = { name: 'Bea', username: 'bea', email: 'bea@example.com', password: 'a good long word' }
  const made = await asked('POST', '/users', world.root, { ...bea, ...looks, view_diffs_file_by_file: true })
  expect([made.status, made.json]).toEqual([201, expect.objectContaining(looks)])
  const path = `/users/${(made.json as { readonly id: number }).id}`
  const kept = async () => (await asked('GET', '/user/preferences', world.root, undefined, 'sudo=bea')).json
  expect(await kept()).toMatchObject({ view_diffs_file_by_file: true })
  const changed = await asked('PUT', path, world.root, {
    theme_id: 9,
    color_scheme_id: 3,
    view_diffs_file_by_file: false,
  })
  expect(changed.json).toMatchObject({ theme_id: 9, color_scheme_id: 3 })
  expect(await kept()).toMatchObject({ view_diffs_file_by_file: false })
  expect((await asked('GET', path, world.root)).json).toMatchObject({ theme_id: 9, color_scheme_id: 3 })
  expect((await asked('GET', '/user', ann.token)).json).toMatchObject({ theme_id: 1, color_scheme_id: 1 })
  for (const [wrong, message] of [
    [{ theme_id: 12 }, { theme_id: ['12 is not a valid theme'] }],
    [{ color_scheme_id: 0 }, { color_scheme_id: ['0 is not a valid color scheme'] }],
  ] as const) {
    const refused = await asked('PUT', path, world.root, wrong)
    expect([refused.status, refused.json]).toEqual([400, { message }])
  }
})

it('counts what belongs to somebody, what waits for them, and when they were here', async () => {
  await asked('POST', '/projects/1/issues', ann.token, { title: 'Mine', assignee_ids: [ann.id] })
  expect((await asked('GET', '/user_counts', ann.token)).json).toMatchObject({ assigned_issues: 1, merge_requests: 0 })
  const counted = await asked('GET', `/users/${ann.id}/associations_count`, ann.token)
  expect(counted.json).toEqual({ groups_count: 1, projects_count: 1, issues_count: 1, merge_requests_count: 0 })
  expect((await asked('GET', '/users/1/associations_count', ann.token)).status).toBe(403)
  expect((await asked('GET', '/users/999/associations_count', world.root)).status).toBe(404)
  const activities = await asked('GET', '/user/activities', world.root, undefined, 'from=2001-01-01&page=1&per_page=5')
  expect(activities.status).toBe(200)
  expect((await asked('GET', '/application/statistics', world.root)).json).toMatchObject({ issues: '1', groups: '1' })
})

it('counts a use of a token as activity of its user', async () => {
  const { clock } = world.forge
  const eve = await world.person('eve')
  const activity = async (from: string) => {
    const { json } = await asked('GET', '/user/activities', world.root, undefined, `from=${from}`)
    return (json as ReadonlyArray<Thing>).find(({ username }) => username === 'eve')
  }
  const today = clock.now().slice(0, 10)
  expect(await activity(today)).toBe(undefined)
  await asked('GET', '/user', eve.token)
  const noted = { username: 'eve', last_activity_on: today, last_activity_at: today }
  await eventually('the use is recorded', async () => ((await activity(today)) === undefined ? undefined : true))
  expect(await activity(today)).toEqual(noted)
  expect((await asked('GET', `/users/${eve.id}`, world.root)).json).toMatchObject({ last_activity_on: today })
  expect(await activity('2999-01-01')).toBe(undefined)
})

describe('notification settings', () => {
  const EVENTS = [
    'new_release',
    'new_note',
    'new_issue',
    'reopen_issue',
    'close_issue',
    'reassign_issue',
    'issue_due',
    'new_merge_request',
    'push_to_merge_request',
    'reopen_merge_request',
    'close_merge_request',
    'reassign_merge_request',
    'change_reviewer_merge_request',
    'merge_merge_request',
    'failed_pipeline',
    'fixed_pipeline',
    'success_pipeline',
    'moved_project',
    'merge_when_pipeline_succeeds',
  ]
  it.each([
    ['', 'participating'],
    ['/groups/team', 'global'],
    ['/projects/1', 'global'],
  ])('of %s begin as documented and are kept', async (place, first) => {
    const path = `${place}/notification_settings`
    const addressOf = async (token: string) => {
      const { email } = (await asked('GET', '/user', token)).json as { readonly email: string }
      return place === '' ? { notification_email: email } : {}
    }
    const [mine, roots] = [await addressOf(ann.token), await addressOf(world.root)]
    expect((await asked('GET', path, ann.token)).json).toEqual({ level: first, ...mine })
    const events = Object.fromEntries(EVENTS.map((event, n) => [event, n % 2 === 0]))
    const more = place === '' ? { notification_email: 'ann@example.com' } : {}
    const changed = await asked('PUT', path, ann.token, { level: 'custom', ...events, ...more })
    expect([changed.status, changed.json]).toEqual([200, { level: 'custom', events, ...mine }])
    expect((await asked('GET', path, ann.token)).json).toEqual(changed.json)
    expect((await asked('PUT', path, ann.token, { level: 'watch' })).json).toEqual({ level: 'watch', ...mine })
    expect((await asked('GET', path, world.root)).json).toEqual({ level: first, ...roots })
  })
  it('of the instance cannot be those of the instance', async () => {
    expect((await asked('PUT', '/notification_settings', ann.token, { level: 'global' })).status).toBe(400)
  })
})

describe('custom attributes', () => {
  it.each([
    ['users', () => `/users/${ann.id}`],
    ['groups', () => '/groups/team'],
    ['projects', () => '/projects/1'],
  ])('of %s are set, listed, read and deleted by administrators', async (_, place) => {
    const path = `${place()}/custom_attributes`
    expect((await asked('PUT', `${path}/room`, ann.token, { value: '7' })).status).toBe(403)
    const set = await asked('PUT', `${path}/room`, world.root, { value: '7' })
    expect([set.status, set.json]).toEqual([200, { key: 'room', value: '7' }])
    await asked('PUT', `${path}/floor`, world.root, { value: '1' })
    await asked('PUT', `${path}/room`, world.root, { value: '8' })
    const all = [
      { key: 'room', value: '8' },
      { key: 'floor', value: '1' },
    ]
    expect((await asked('GET', path, world.root)).json).toEqual(all)
    expect((await asked('GET', `${path}/floor`, world.root)).json).toEqual(all[1])
    expect((await asked('DELETE', `${path}/floor`, world.root)).status).toBe(204)
    expect((await asked('GET', `${path}/floor`, world.root)).status).toBe(404)
    expect((await asked('DELETE', `${path}/floor`, world.root)).status).toBe(404)
  })
})

it('tells everybody what administrators write', async () => {
  const wanted = {
    message: 'Hear',
    starts_at: '2001-01-01T00:00:00Z',
    ends_at: '2099-01-01T00:00:00Z',
    color: '#112233',
    font: '#ffffff',
    target_access_levels: [30],
    target_path: '*/welcome',
    broadcast_type: 'notification',
    dismissable: true,
  }
  const made = await asked('POST', '/broadcast_messages', world.root, wanted)
  const { id } = made.json as Thing
  expect([made.status, made.json]).toMatchObject([201, { message: 'Hear', active: true, color: '#112233' }])
  expect((await asked('GET', '/broadcast_messages', undefined, undefined, 'page=1&per_page=5')).json).toEqual([
    made.json,
  ])
  const changed = await asked('PUT', `/broadcast_messages/${id}`, world.root, { ...wanted, message: 'Listen' })
  expect([changed.status, changed.json]).toMatchObject([200, { message: 'Listen', dismissable: true }])
  expect((await asked('GET', `/broadcast_messages/${id}`, undefined)).json).toEqual(changed.json)
  expect((await asked('POST', '/broadcast_messages', world.root, { message: ' ', color: 'red' })).status).toBe(400)
  expect((await asked('POST', '/broadcast_messages', ann.token, wanted)).status).toBe(403)
  expect((await asked('DELETE', `/broadcast_messages/${id}`, world.root)).status).toBe(200)
  expect((await asked('GET', `/broadcast_messages/${id}`, undefined)).status).toBe(404)
})

it('presents itself as administrators wish', async () => {
  const wanted = {
    title: 'Forge',
    description: 'Ours',
    pwa_name: 'Forge',
    pwa_short_name: 'F',
    pwa_description: 'A forge',
    new_project_guidelines: 'Be kind',
    profile_image_guidelines: 'Smile',
    header_message: 'Above',
    footer_message: 'Below',
    message_background_color: '#000000',
    message_font_color: '#ffffff',
    email_header_and_footer_enabled: true,
  }
  const path = '/application/appearance'
  expect((await asked('GET', path, world.root)).json).toMatchObject({ title: '', message_background_color: '#E75E40' })
  const changed = await asked('PUT', path, world.root, wanted)
  expect([changed.status, changed.json]).toMatchObject([200, wanted])
  expect((await asked('GET', path, world.root)).json).toEqual(changed.json)
  expect((await asked('PUT', path, world.root, { message_font_color: 'red' })).status).toBe(400)
})

it('keeps features of the instance as administrators set them', async () => {
  const set = async (json: object) => (await asked('POST', '/features/made', world.root, { force: true, ...json })).json
  expect(await set({ value: 'true' })).toMatchObject({ name: 'made', state: 'on' })
  expect(await set({ value: 'false' })).toMatchObject({ state: 'off' })
  expect(await set({ value: '30', key: 'percentage_of_actors' })).toMatchObject({
    state: 'conditional',
    gates: [
      { key: 'boolean', value: false },
      { key: 'percentage_of_actors', value: 30 },
    ],
  })
  expect(await set({ value: 'true', feature_group: 'staff' })).toMatchObject({ state: 'conditional' })
  const actors = { user: 'ann', group: 'team', namespace: 'team', project: 'ann/app', repository: 'ann/app' }
  expect(await set({ value: 'true', ...actors })).toMatchObject({
    gates: expect.arrayContaining([{ key: 'actors', value: expect.arrayContaining(['User:ann', 'Project:ann/app']) }]),
  })
  // Clients that send every field, blank where they were told nothing.
  const blanks = { key: '', feature_group: '', user: '', group: '', namespace: '', project: '', repository: '' }
  const blank = await asked('POST', '/features/blank', world.root, { value: true, force: false, ...blanks })
  expect(blank).toMatchObject({ status: 201, json: { state: 'on', gates: [{ key: 'boolean', value: true }] } })
  expect((await asked('DELETE', '/features/blank', world.root)).status).toBe(204)
  expect((await asked('POST', '/features/made', world.root, { value: 'perhaps' })).status).toBe(400)
  expect((await asked('POST', '/features/made', world.root, { value: '200' })).status).toBe(400)
  expect((await asked('GET', '/features', world.root)).json).toMatchObject([{ name: 'made' }])
  expect((await asked('DELETE', '/features/made', world.root)).status).toBe(204)
  expect((await asked('GET', '/features', world.root)).json).toEqual([])
})
