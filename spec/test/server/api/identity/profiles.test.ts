import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeBlame } from '../../audit/whole-blame.js'

type Person = Awaited<ReturnType<TestInstance['person']>>
type Json = Readonly<Record<string, unknown>>

let world: TestInstance
let ann: Person
let ben: Person

const ask = (method: string, path: string, as: string | undefined = world.root, json?: unknown) =>
  world.ask(method, `/api/v4${path}`, { as, json })
const user = async (who: Person, as?: string): Promise<Json> => {
  const answered = await ask('GET', `/users/${who.id}`, as)
  expect(answered.status, answered.text).toBe(200)
  return answered.json as Json
}
const names = async (path: string, as?: string) =>
  ((await ask('GET', path, as)).json as ReadonlyArray<Json>).map(({ username, name }) => username ?? name)

beforeAll(async () => {
  world = await openTestInstance({ tier: 'ultimate' })
  ann = await world.person('ann')
  ben = await world.person('ben')
})
afterAll(() => world.close())

describe('whom somebody follows', () => {
  it('is told in their profile, and whether the caller is among the followers', async () => {
    expect(await user(ben, ann.token)).toMatchObject({ followers: 0, following: 0, is_followed: false })
    await ask('POST', `/users/${ben.id}/follow`, ann.token)
    expect(await user(ben, ann.token)).toMatchObject({ followers: 1, following: 0, is_followed: true })
    expect(await user(ben)).toMatchObject({ followers: 1, is_followed: false })
    expect(await user(ann, ben.token)).toMatchObject({ followers: 0, following: 1, is_followed: false })
    expect((await ask('GET', '/user', ann.token)).json).toMatchObject({ following: 1, is_followed: false })
    const unknown = await world.ask('GET', `/api/v4/users/${ben.id}`)
    expect(unknown.json).toMatchObject({ followers: 1 })
    expect(unknown.json).not.toHaveProperty('is_followed')
  })

  it('is blamed on who follows', async () => {
    // That a token was used is written later, and counts among the events that are looked at.
    await eventually('the uses of three tokens', async () => {
      const read = await world.forge.events.readAll({ limit: 1000 })
      const used = read.kind === 'Read' ? read.events.filter(({ type }) => type === 'TokenUsed') : []
      return used.length === 3 ? true : undefined
    })
    const { fields } = await wholeBlame(world, `/users/${ben.id}`)
    const setBy = fields.find(({ field }) => field === 'followers')?.set_by
    expect(setBy).toMatchObject({ type: 'UserFollowed', actor: `user:${ann.id}` })
  })

  it('counts nobody who is gone', async () => {
    const gone = await world.person('gone')
    await ask('POST', `/users/${ben.id}/follow`, gone.token)
    expect(await user(ben)).toMatchObject({ followers: 2 })
    expect((await ask('DELETE', `/users/${gone.id}`)).status).toBe(204)
    expect(await user(ben)).toMatchObject({ followers: 1 })
    expect(await names(`/users/${ben.id}/followers`)).toEqual(['ann'])
  })
})

describe('from where somebody signed in', () => {
  const signIn = async (from: string): Promise<void> => {
    const form = 'grant_type=password&username=ben&password=correct%20horse'
    const answered = await world.ask('POST', '/oauth/token', { form, from })
    expect(answered.status, answered.text).toBe(200)
  }

  it('is told to administrators alone', async () => {
    const never = { current_sign_in_ip: null, last_sign_in_ip: null, sign_in_count: 0 }
    expect(await user(ann)).toMatchObject(never)
    expect((await ask('PUT', `/users/${ben.id}`, world.root, { password: 'correct horse' })).status).toBe(200)
    await signIn('192.0.2.1')
    await signIn('192.0.2.2')
    const known = { current_sign_in_ip: '192.0.2.2', last_sign_in_ip: '192.0.2.1', sign_in_count: 2 }
    expect(await user(ben)).toMatchObject(known)
    for (const as of [ann.token, ben.token])
      for (const field of Object.keys(known)) expect(await user(ben, as)).not.toHaveProperty(field)
    expect((await ask('GET', '/user', ben.token)).json).not.toHaveProperty('current_sign_in_ip')
  })
})

describe('what counts for the license', () => {
  const seat = async (): Promise<unknown> => (await user(ann))['using_license_seat']

  it('are active people with a role above that of a guest, on the highest tier', async () => {
    expect(await seat()).toBe(false)
    const { id } = (await ask('POST', '/groups', world.root, { name: 'g', path: 'g' })).json as Json
    await ask('POST', `/groups/${id}/members`, world.root, { user_id: ann.id, access_level: 10 })
    expect(await seat()).toBe(false)
    await ask('PUT', `/groups/${id}/members/${ann.id}`, world.root, { access_level: 20 })
    expect(await seat()).toBe(true)
    await ask('POST', `/users/${ann.id}/block`)
    expect(await seat()).toBe(false)
    await ask('POST', `/users/${ann.id}/unblock`)
    expect(await user(ann, ben.token)).not.toHaveProperty('using_license_seat')
  })

  it('are all active people below it, and nobody where there is no license', async () => {
    for (const [tier, expected] of [
      ['premium', true],
      ['free', undefined],
    ] as const) {
      const other = await openTestInstance({ tier })
      const someone = await other.person('someone')
      const read = await other.ask('GET', `/api/v4/users/${someone.id}`, { as: other.root })
      expect((read.json as Json)['using_license_seat']).toBe(expected)
      expect(Object.hasOwn(read.json as Json, 'shared_runners_minutes_limit')).toBe(tier !== 'free')
      await other.close()
    }
  })
})

describe('minutes of shared runners', () => {
  it('are kept and told, and cleared by null', async () => {
    const both = { shared_runners_minutes_limit: 100, extra_shared_runners_minutes_limit: 20 }
    const made = await ask('POST', '/users', world.root, {
      ...{ email: 'm@example.com', name: 'M', username: 'm', password: 'correct horse' },
      ...both,
    })
    expect([made.status, made.json]).toMatchObject([201, both])
    const path = `/users/${(made.json as Json)['id']}`
    const cleared = await ask('PUT', path, world.root, { shared_runners_minutes_limit: null })
    expect(cleared.json).toMatchObject({ shared_runners_minutes_limit: null, extra_shared_runners_minutes_limit: 20 })
    const wrong = await ask('PUT', path, world.root, { extra_shared_runners_minutes_limit: -1 })
    const message = { extra_shared_runners_minutes_limit: ['must be greater than or equal to 0'] }
    expect([wrong.status, wrong.json]).toEqual([400, { message }])
    expect((await ask('GET', path)).json).toMatchObject({ extra_shared_runners_minutes_limit: 20 })
    const more = await ask('PUT', path, world.root, { extra_shared_runners_minutes_limit: 30 })
    expect(more.json).toMatchObject({ extra_shared_runners_minutes_limit: 30 })
    const group = await ask('PUT', '/groups/g', world.root, { shared_runners_minutes_limit: -1 })
    expect(group.status).toBe(400)
  })
})

describe('a private profile', () => {
  it('tells others neither since when nor whom its owner follows, what they did and what they gave a star', async () => {
    const { id } = (await ask('POST', '/projects', ben.token, { name: 'open', visibility: 'public' })).json as Json
    await ask('POST', `/projects/${id}/star`, ben.token)
    const hidden = ['created_at', 'followers', 'following', 'is_followed']
    const starrers = async (as: string) =>
      ((await ask('GET', `/projects/${id}/starrers`, as)).json as ReadonlyArray<Json>).length
    const seen = async (as: string) => [
      (await names(`/users/${ben.id}/starred_projects`, as)).length,
      ((await ask('GET', `/users/${ben.id}/events`, as)).json as ReadonlyArray<Json>).length > 0,
      await starrers(as),
    ]
    for (const field of hidden) expect(await user(ben, ann.token)).toHaveProperty(field)
    expect(await seen(ann.token)).toEqual([1, true, 1])
    await ask('PUT', `/users/${ben.id}`, world.root, { private_profile: true })
    for (const field of hidden) expect(await user(ben, ann.token)).not.toHaveProperty(field)
    expect(await user(ben, ann.token)).toMatchObject({ username: 'ben', bio: '' })
    expect(await seen(ann.token)).toEqual([0, false, 0])
    for (const as of [ben.token, world.root]) {
      for (const field of hidden) expect(await user(ben, as)).toHaveProperty(field)
      expect(await seen(as)).toEqual([1, true, 1])
    }
  })
})
