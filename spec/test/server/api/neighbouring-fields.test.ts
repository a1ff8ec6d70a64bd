import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { PUBLIC_KEYS } from '@forgefold/spec/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

let world: TestInstance
let ann: { readonly id: number; readonly token: string }

const ask = (method: string, path: string, json?: object, as: string | undefined = world.root) =>
  world.ask(method, `/api/v4${path}`, { as, json })

beforeAll(async () => {
  world = await openTestInstance({ tier: 'premium' })
  ann = await world.person('ann')
})
afterAll(() => world.close())

it('the notification settings of the account tell the address that mails go to, those of places do not', async () => {
  const { email } = (await ask('GET', '/user', undefined, ann.token)).json as { readonly email: string }
  const { json } = await ask('GET', '/notification_settings', undefined, ann.token)
  expect(json).toEqual({ level: 'participating', notification_email: email })
  const changed = await ask('PUT', '/notification_settings', { level: 'watch' }, ann.token)
  expect(changed.json).toEqual({ level: 'watch', notification_email: email })
  await ask('POST', '/groups', { name: 'g', path: 'g' })
  expect((await ask('GET', '/groups/g/notification_settings')).json).toEqual({ level: 'global' })
})

it('administrators give groups minutes of shared runners; owners keep what they have', async () => {
  const minutes = { shared_runners_minutes_limit: 100, extra_shared_runners_minutes_limit: 20 }
  const made = await ask('POST', '/groups', { name: 'm', path: 'm', ...minutes })
  expect([made.status, made.json]).toEqual([201, expect.objectContaining({ ...minutes, ip_restriction_ranges: null })])
  const own = await ask('POST', '/groups', { name: 'own', path: 'own' }, ann.token)
  expect(own.json).toMatchObject({ shared_runners_minutes_limit: null, extra_shared_runners_minutes_limit: null })
  const groupAs = (json: object) => ask('PUT', '/groups/own', json, ann.token)
  expect((await groupAs({ shared_runners_minutes_limit: 7 })).status).toBe(403)
  expect((await groupAs({ shared_runners_minutes_limit: null, description: 'kept' })).status).toBe(200)
  expect((await ask('POST', '/groups', { name: 'x', path: 'x', ...minutes }, ann.token)).status).toBe(403)
  const cleared = await ask('PUT', '/groups/m', { shared_runners_minutes_limit: null })
  expect(cleared.json).toMatchObject({ shared_runners_minutes_limit: null, extra_shared_runners_minutes_limit: 20 })
  const more = await ask('PUT', '/groups/m', { extra_shared_runners_minutes_limit: 30 })
  expect(more.json).toMatchObject({ extra_shared_runners_minutes_limit: 30 })
})

it('a project tells the licence in its repository where that is asked', async () => {
  await ask('POST', '/projects', { name: 'free', initialize_with_readme: true, default_branch: 'main' })
  const licensed = async () =>
    (await world.ask('GET', '/api/v4/projects/1', { as: world.root, query: 'license=true' })).json as object
  expect(await licensed()).toMatchObject({ license_url: null, license: null })
  const template = (await world.ask('GET', '/api/v4/templates/licenses/mit', { query: 'fullname=Ann' })).json as {
    readonly content: string
  }
  const keep = (action: string, content: string) =>
    ask('POST', '/projects/1/repository/commits', {
      branch: 'main',
      commit_message: action,
      actions: [{ action, file_path: 'LICENSE', content }],
    })
  await keep('create', template.content)
  const found = await licensed()
  expect(found).toMatchObject({
    license_url: expect.stringMatching(/\/root\/free\/-\/blob\/main\/LICENSE$/),
    license: { key: 'mit', name: 'MIT License', source_url: null },
  })
  // The same words again and again: as like a licence as it was, and longer than any that it is compared with.
  await keep('update', template.content.repeat(7))
  expect(await licensed()).toMatchObject({ license: { key: 'other' } })
  await keep('update', template.content.repeat(4))
  expect(await licensed()).toMatchObject({ license: { key: 'mit' } })
  await keep('update', 'Do as we say.')
  expect(await licensed()).toMatchObject({ license: { key: 'other', name: 'Other' } })
  expect((await ask('GET', '/projects/1')).json).not.toHaveProperty('license')
})

it('administrators see where the repository of a project lies', async () => {
  await ask('POST', '/groups', { name: 'kept', path: 'kept', visibility: 'public' })
  const { id } = (await ask('GET', '/groups/kept')).json as { readonly id: number }
  const made = await ask('POST', '/projects', { name: 'kept', namespace_id: id, visibility: 'public' })
  expect(made.json).toMatchObject({ repository_storage: 'default' })
  const seen = await ask('GET', '/projects/kept%2fkept', undefined, ann.token)
  expect([seen.status, Object.hasOwn(seen.json as object, 'repository_storage')]).toEqual([200, false])
})

it('no deploy key is public', async () => {
  await ask('POST', '/projects', { name: 'keyed' })
  const key = { title: 'k', key: PUBLIC_KEYS.ed25519.text }
  expect((await ask('POST', '/projects/root%2fkeyed/deploy_keys', key)).status).toBe(201)
  const listed = async (query: string) =>
    (await world.ask('GET', '/api/v4/deploy_keys', { as: world.root, query })).json as ReadonlyArray<object>
  expect(await listed('public=true')).toEqual([])
  expect(await listed('public=false')).toMatchObject([{ title: 'k' }])
  expect(await listed('')).toHaveLength(1)
})

it.each([
  ['free', []],
  ['premium', ['epic', 'epic_iid', 'iteration', 'weight']],
  ['ultimate', ['epic', 'epic_iid', 'health_status', 'iteration', 'weight']],
] as const)('an issue tells what belongs to paid tiers, on %s', async (tier, fields) => {
  const other = await openTestInstance({ tier })
  await other.ask('POST', '/api/v4/projects', { as: other.root, json: { name: 'p' } })
  const made = await other.ask('POST', '/api/v4/projects/1/issues', { as: other.root, json: { title: 't' } })
  const issue = made.json as Readonly<Record<string, unknown>>
  const paid = ['epic', 'epic_iid', 'health_status', 'iteration', 'weight']
  expect(paid.filter((field) => Object.hasOwn(issue, field))).toEqual(fields)
  for (const field of fields) expect(issue[field]).toBeNull()
  await other.close()
})

it('a personal token until a day in the past is made and of no use, one of a project is refused', async () => {
  const past = { name: 'past', scopes: ['api'], expires_at: '2001-01-01' }
  const made = await ask('POST', `/users/${ann.id}/personal_access_tokens`, past)
  expect([made.status, made.json]).toMatchObject([201, { active: false, expires_at: '2001-01-01' }])
  const { token } = made.json as { readonly token: string }
  expect((await ask('GET', '/user', undefined, token)).status).toBe(401)
  await ask('POST', '/projects', { name: 'tokens' })
  const refused = await ask('POST', '/projects/root%2ftokens/access_tokens', past)
  expect([refused.status, refused.json]).toEqual([400, { message: { expires_at: ['cannot be a date in the past'] } }])
})
