import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, expect, it } from 'vitest'

let world: TestInstance
let ann: { readonly id: number; readonly token: string }

const ask = (method: string, path: string, json?: object, as: string | undefined = world.root) =>
  world.ask(method, `/api/v4${path}`, json === undefined ? { as } : { as, json })

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
