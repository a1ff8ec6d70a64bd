import { makeMovableClock } from '@forgefold/adapters/clock'
import type { Instant } from '@forgefold/core/kernel'
import { eventually } from '@forgefold/spec/instance'
import { afterEach, describe, expect, it } from 'vitest'
import { openWorld, PASSWORD, type World } from '../../../oauth/world.js'

const open: Array<World> = []
afterEach(async () => {
  for (const world of open.splice(0)) await world.instance.close()
})

const begin = async (release = '15.3') => {
  const clock = makeMovableClock('2022-08-22T12:00:00.000Z' as Instant)
  const world = await openWorld({ release, more: { clock, movableClock: clock } })
  open.push(world)
  const { instance } = world
  const ann = await instance.ask('POST', `/api/v4/users/${world.userId}/personal_access_tokens`, {
    as: instance.root,
    json: { name: 't', scopes: ['api'] },
  })
  const { token } = ann.json as { readonly token: string }
  const set = async (json: unknown): Promise<void> => {
    expect(await instance.ask('PUT', '/api/v4/application/settings', { as: instance.root, json })).toMatchObject({
      status: 200,
    })
  }
  const days = async (count: number): Promise<void> => {
    const json = { advance: count * 86400 }
    expect((await instance.ask('PUT', '/-/clock', { as: instance.root, json })).status).toBe(200)
  }
  const git = (as: string) =>
    instance.ask('GET', '/ann/p.git/info/refs', {
      query: 'service=git-upload-pack',
      headers: { authorization: `Basic ${Buffer.from(`ann:${as}`).toString('base64')}` },
    })
  return { ...world, token, set, days, git }
}

describe('terms that are enforced', () => {
  const TERMS = '# House rules\n\nBe **kind**.'
  const refusal =
    '403 Forbidden - You (@ann) must accept the Terms of Service in order to perform this action. To accept these terms, please access GitLab from a web browser at http://forge.test.'

  it('keep everybody from the API, from git and from the pages until they are accepted', async () => {
    const { instance, token, set, git, browser } = await begin()
    await set({ enforce_terms: true, terms: TERMS })
    for (const [method, path] of [
      ['GET', '/user'],
      ['POST', '/projects'],
    ] as const)
      expect(await instance.ask(method, `/api/v4${path}`, { as: token })).toMatchObject({
        status: 403,
        json: { message: refusal },
      })
    expect(await git(token)).toMatchObject({ status: 403, text: `${refusal.slice(16)}\n` })
    expect((await instance.ask('GET', '/api/v4/user', { as: instance.root })).status).toBe(403)
    expect((await instance.ask('GET', '/api/v4/projects')).status).toBe(200)

    const ann = await browser().signIn('ann')
    expect(ann.url).toBe('http://forge.test/-/users/terms?return_to=%2Fprofile')
    expect(ann.html).toContain('<strong>kind</strong>')
    await ann.send('/-/users/terms/accept')
    expect(ann.url).toBe('http://forge.test/profile')
    expect((await instance.ask('GET', '/api/v4/user', { as: token })).status).toBe(200)
    expect((await git(token)).status).toBe(404)
    expect((await instance.ask('GET', '/api/v4/user', { as: instance.root })).status).toBe(403)
    expect((await ann.open('/-/users/terms')).text()).toContain('You have accepted these terms.')
  })

  it('have to be accepted again where they have changed', async () => {
    const { instance, token, set, browser } = await begin()
    await set({ enforce_terms: true, terms: TERMS })
    const root = await browser().signIn('root', 'correct horse')
    await root.send('/-/users/terms/accept')
    const ann = await browser().signIn('ann')
    const read = ann.form('/-/users/terms/accept')
    await set({ terms: 'Other rules' })
    await root.open('/-/users/terms')
    await root.send('/-/users/terms/accept')
    await ann.open('/-/users/terms/accept', { method: 'POST', body: read, headers: { Origin: 'http://forge.test' } })
    expect(ann.text()).toContain('Other rules')
    expect((await instance.ask('GET', '/api/v4/user', { as: token })).status).toBe(403)
    await ann.send('/-/users/terms/accept')
    expect((await instance.ask('GET', '/api/v4/user', { as: token })).status).toBe(200)
    await set({ enforce_terms: false })
    expect((await ann.open('/-/users/terms')).status).toBe(404)
  })

  it('leave the settings open to administrators, who may take them back', async () => {
    const { instance, token, set } = await begin()
    await set({ enforce_terms: true, terms: TERMS })
    const at = '/api/v4/application/settings'
    expect((await instance.ask('GET', at, { as: token })).status).toBe(403)
    expect((await instance.ask('GET', at, { as: instance.root })).json).toMatchObject({ enforce_terms: true })
    const undone = await instance.ask('PUT', at, { as: instance.root, json: { enforce_terms: false } })
    expect(undone.json).toMatchObject({ enforce_terms: false })
    expect((await instance.ask('GET', '/api/v4/user', { as: instance.root })).status).toBe(200)
  })

  it('sign out whoever declines, and can be read by anybody', async () => {
    const { instance, token, set, browser } = await begin()
    await set({ enforce_terms: true, terms: TERMS })
    expect((await browser().open('/-/users/terms/read')).text()).toContain('Be kind .')
    const ann = await browser().signIn('ann')
    await ann.send('/-/users/terms/decline')
    expect(new URL(ann.url).pathname).toBe('/users/sign_in')
    expect(new URL((await ann.open('/profile')).url).pathname).toBe('/users/sign_in')
    expect((await instance.ask('GET', '/api/v4/user', { as: token })).status).toBe(403)
  })
})

describe('accounts that nobody uses', () => {
  const stateOf = async ({ instance, userId }: World) =>
    (await instance.ask('GET', `/api/v4/users/${userId}`, { as: instance.root })).json as {
      readonly state: string
      readonly last_activity_on: string | null
    }

  /** The administrator who asks is noted as active a moment after the answer; later days would find a sleeper. */
  const rootIsNoted = ({ instance }: World) =>
    eventually('the use of root', async () => {
      const today = instance.forge.clock.now().slice(0, 10)
      return instance.forge.read.users.byUsername('root')?.lastActivityOn === today ? true : undefined
    })

  it('are put to sleep once the period is over, and wake up by signing in', async () => {
    const there = await begin()
    const { instance, token, set, days, browser } = there
    await set({ deactivate_dormant_users: true, deactivate_dormant_users_period: 100 })
    await days(60)
    expect((await stateOf(there)).state).toBe('active')
    await rootIsNoted(there)
    await days(39)
    expect((await stateOf(there)).state).toBe('active')
    await days(1)
    expect((await stateOf(there)).state).toBe('deactivated')
    expect(await instance.ask('GET', '/api/v4/user', { as: token })).toMatchObject({
      status: 403,
      json: { message: expect.stringContaining('Your account has been deactivated by your administrator.') },
    })
    await browser().signIn('ann')
    expect((await stateOf(there)).state).toBe('active')
    expect((await instance.ask('GET', '/api/v4/user', { as: token })).status).toBe(200)
  })

  it('are counted as used by requests to the API and by git', async () => {
    const there = await begin()
    const { instance, token, set, days, git } = there
    await set({ deactivate_dormant_users: true })
    const used = (day: string) =>
      eventually(`a use on ${day}`, async () => ((await stateOf(there)).last_activity_on === day ? true : undefined))
    await days(80)
    await instance.ask('GET', '/api/v4/user', { as: token })
    await used('2022-11-10')
    await rootIsNoted(there)
    await days(80)
    expect((await git(token)).status).toBe(404)
    await used('2023-01-29')
    await rootIsNoted(there)
    await days(80)
    expect((await stateOf(there)).state).toBe('active')
  })

  it('are left alone while the flag is off, and for a whole period after it is switched on', async () => {
    const there = await begin()
    await there.days(400)
    expect((await stateOf(there)).state).toBe('active')
    await there.set({ deactivate_dormant_users: true })
    await there.days(89)
    expect((await stateOf(there)).state).toBe('active')
  })

  it('have 90 days before 15.3, whatever is sent', async () => {
    const there = await begin('15.2')
    await there.set({ deactivate_dormant_users: true, deactivate_dormant_users_period: 200 })
    await there.days(60)
    await stateOf(there)
    await rootIsNoted(there)
    await there.days(30)
    expect((await stateOf(there)).state).toBe('deactivated')
  })
})

describe('registering by oneself', () => {
  const register = async (world: World, username: string, email: string) => {
    const somebody = await world.browser().open('/users/sign_up')
    return somebody.send('/users/sign_up', { name: username, username, email, password: PASSWORD })
  }

  it('is for the domains that are allowed, and not for those that are denied', async () => {
    const there = await begin()
    await there.set({ domain_allowlist: ['good.example', '*.fine.example'] })
    expect((await register(there, 'a', 'a@bad.example')).text()).toContain('not authorized for sign-up')
    expect((await register(there, 'b', 'b@GOOD.example')).text()).toContain('Welcome, b')
    expect((await register(there, 'c', 'c@x.fine.example')).text()).toContain('Welcome, c')
    await there.set({ domain_allowlist: [], domain_denylist_enabled: true, domain_denylist: ['*.bad.example'] })
    expect((await register(there, 'd', 'd@x.bad.example')).text()).toContain('not from an allowed domain')
    expect((await register(there, 'e', 'e@bad.example')).text()).toContain('Welcome, e')
    await there.set({ domain_denylist_enabled: false })
    expect((await register(there, 'f', 'f@x.bad.example')).text()).toContain('Welcome, f')
  })

  it('waits for an administrator, who lets in or sends away', async () => {
    const there = await begin()
    const { instance, browser } = there
    const ask = (method: string, path: string) => instance.ask(method, `/api/v4/users${path}`, { as: instance.root })
    const idOf = (username: string): number => instance.forge.read.users.byUsername(username)?.id ?? 0
    for (const name of ['one', 'two', 'six'])
      expect((await register(there, name, `${name}@example.com`)).text()).toContain('An administrator looks at')
    expect(await ask('GET', `/${idOf('one')}`)).toMatchObject({ json: { state: 'blocked_pending_approval' } })
    expect((await browser().signIn('one')).text()).toContain(
      'Your account is pending approval from your administrator and hence blocked.',
    )
    for (const verb of ['activate', 'unblock', 'deactivate'])
      expect((await ask('POST', `/${idOf('one')}/${verb}`)).status).toBe(403)
    expect(await ask('POST', `/${idOf('one')}/approve`)).toMatchObject({ status: 201, json: { message: 'Success' } })
    expect(new URL((await browser().signIn('one')).url).pathname).toBe('/profile')
    expect(await ask('POST', `/${idOf('one')}/approve`)).toMatchObject({
      status: 409,
      json: { message: 'The user you are trying to approve is not pending approval' },
    })
    expect(await ask('POST', `/${idOf('one')}/reject`)).toMatchObject({
      status: 409,
      json: { message: 'User does not have a pending request' },
    })
    expect(await ask('POST', `/${idOf('two')}/reject`)).toMatchObject({ status: 201, json: { message: 'Success' } })
    expect(idOf('two')).toBe(0)
    const by = await instance.ask('POST', `/api/v4/users/${idOf('six')}/approve`, { as: there.token })
    expect(by.status).toBe(403)
    expect((await ask('POST', '/999999/approve')).status).toBe(404)
    await there.set({ require_admin_approval_after_user_signup: false })
    expect(await ask('GET', `/${idOf('six')}`)).toMatchObject({ json: { state: 'active' } })
    expect((await register(there, 'new', 'new@example.com')).text()).toContain('You can sign in now.')
  })

  it('is switched off with sign-up, and with passwords on the pages', async () => {
    const there = await begin()
    await there.set({ signup_enabled: false })
    expect((await there.browser().open('/users/sign_up')).status).toBe(403)
    await there.set({ signup_enabled: true, password_authentication_enabled_for_web: false })
    expect((await there.browser().open('/users/sign_up')).status).toBe(403)
  })
})

describe('what the pages say and where they lead', () => {
  it('is what the settings say', async () => {
    const { set, browser } = await begin()
    await set({
      sign_in_text: 'Use your **own** name',
      after_sign_up_text: 'See you *soon*',
      require_admin_approval_after_user_signup: false,
      home_page_url: 'http://elsewhere.test/home',
      after_sign_out_path: 'http://elsewhere.test/bye',
    })
    const somebody = await browser().open('/users/sign_in')
    expect(somebody.html).toContain('<strong>own</strong>')
    await somebody.open('/users/sign_up')
    const typed = { name: 'Cid', username: 'cid', email: 'cid@example.com', password: PASSWORD }
    await somebody.send('/users/sign_up', typed)
    expect(somebody.html).toContain('<em>soon</em>')
    expect((await somebody.open('/')).url).toBe('http://elsewhere.test/home')
    const ann = await browser().signIn('ann')
    expect((await ann.open('/')).url).toBe('http://forge.test/')
    expect(ann.headers.get('content-security-policy')).not.toContain('form-action')
    await ann.send('/users/sign_out')
    expect(ann.url).toBe('http://elsewhere.test/bye')
  })
})
