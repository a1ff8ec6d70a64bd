import { afterEach, beforeEach, expect, it } from 'vitest'
import { openWorld, PASSWORD, type World } from './world.js'

const ENROL = '/profile/two_factor_auth'
const HOUR = 3_600_000

let world: World
let groupId: number
beforeEach(async () => {
  world = await openWorld()
  const made = await ask('POST', '/groups', { name: 'top', path: 'top' })
  groupId = (made.json as { readonly id: number }).id
  const zoe = { username: 'zoe', name: 'Zoe', email: 'zoe@people.test', password: PASSWORD, skip_confirmation: true }
  await ask('POST', '/users', zoe)
})
afterEach(() => world.instance.close())

const ask = (method: string, path: string, json: object = {}) =>
  world.instance.ask(method, `/api/v4${path}`, { as: world.instance.root, json })
const idOf = async (username: string) => {
  const { json } = await world.instance.ask('GET', '/api/v4/users', {
    as: world.instance.root,
    query: `username=${username}`,
  })
  return (json as ReadonlyArray<{ readonly id: number }>)[0]?.id
}
const join = async (group: number, username = 'ann') =>
  ask('POST', `/groups/${group}/members`, { user_id: await idOf(username), access_level: 30 })
const demand = (group: number, hours: number) =>
  ask('PUT', `/groups/${group}`, { require_two_factor_authentication: true, two_factor_grace_period: hours })
const where = async (browser: Awaited<ReturnType<typeof signedIn>>) =>
  new URL((await browser.open('/profile')).url).pathname
const signedIn = (name = 'ann') => world.browser().signIn(name)

it('members of a group that asks for a second factor are led to set one up once the hours have passed', async () => {
  await demand(groupId, 5)
  const browser = await signedIn()
  expect(await where(browser)).toBe('/profile')
  expect(browser.text()).not.toContain('You are asked for a second factor.')
  await join(groupId)
  expect(await where(browser)).toBe('/profile')
  expect(browser.text()).toContain('You are asked for a second factor.')
  world.instance.clock.advance(5 * HOUR)
  expect(await where(browser)).toBe(ENROL)
  expect(await where(await signedIn('zoe'))).toBe('/profile')
  await ask('DELETE', `/groups/${groupId}/members/${await idOf('ann')}`)
  expect(await where(browser)).toBe('/profile')
})

it('so are members of the groups below it and above it; members of its projects alone are not', async () => {
  const below = (await ask('POST', '/groups', { name: 'low', path: 'low', parent_id: groupId })).json as {
    readonly id: number
  }
  await join(below.id)
  await join(groupId, 'zoe')
  await demand(groupId, 0)
  expect(await where(await signedIn())).toBe(ENROL)
  await ask('PUT', `/groups/${groupId}`, { require_two_factor_authentication: false })
  expect(await where(await signedIn())).toBe('/profile')
  await demand(below.id, 0)
  expect(await where(await signedIn('zoe'))).toBe(ENROL)
  await ask('DELETE', `/groups/${below.id}/members/${await idOf('ann')}`)
  const project = (await ask('POST', '/projects', { name: 'p', namespace_id: below.id })).json as {
    readonly id: number
  }
  await ask('POST', `/projects/${project.id}/members`, { user_id: await idOf('ann'), access_level: 30 })
  expect(await where(await signedIn())).toBe('/profile')
})

it('tokens and the password grant of such members go on', async () => {
  await join(groupId)
  await demand(groupId, 0)
  const made = await ask('POST', `/users/${await idOf('ann')}/personal_access_tokens`, { name: 't', scopes: ['api'] })
  const { token } = made.json as { readonly token: string }
  expect((await world.call('/api/v4/user', { headers: { 'PRIVATE-TOKEN': token } })).status).toBe(200)
  const body = new URLSearchParams({ grant_type: 'password', username: 'ann', password: PASSWORD })
  expect((await world.call('/oauth/token', { method: 'POST', body })).status).toBe(200)
})
