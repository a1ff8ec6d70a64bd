import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, openWorld, PASSWORD, type World } from '../../../oauth/world.js'
import { oneTimeCode } from '../../../one-time-code.js'

const HOUR = 3_600_000
const SETTINGS = '/application/settings'

describe('admin mode', () => {
  let world: World
  beforeEach(async () => {
    world = await openWorld()
    await asRoot('PUT', `/users/${world.userId}`, { admin: true })
    await demand(true)
  })
  afterEach(() => world.instance.close())

  const asRoot = (method: string, path: string, json?: unknown) =>
    world.instance.ask(method, `/api/v4${path}`, { as: world.instance.root, json })
  const demand = async (admin_mode: boolean) => expect((await asRoot('PUT', SETTINGS, { admin_mode })).status).toBe(200)
  /** By the session of a browser, its pages vouching. */
  const api = async (browser: Browser, method: string, path: string) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const csrf = /<meta name="csrf-token" content="([^"]+)"/.exec(browser.html)?.[1] as string
    const answered = await world.call(`/api/v4${path}`, { method, headers: { cookie, 'X-CSRF-Token': csrf } })
    return { status: answered.status, json: (await answered.json()) as unknown }
  }
  const administers = async (browser: Browser): Promise<boolean> => {
    await browser.open('/profile')
    const read = await api(browser, 'GET', SETTINGS)
    const written = await api(browser, 'PUT', `${SETTINGS}?first_day_of_week=1`)
    expect(written.status).toBe(read.status)
    if (read.status !== 200) expect(read).toEqual({ status: 403, json: { message: '403 Forbidden' } })
    return read.status === 200
  }
  const enter = async (browser: Browser, more: Readonly<Record<string, string>> = {}) => {
    await browser.open('/admin/session/new')
    return browser.send('/admin/session', { 'user[password]': PASSWORD, ...more })
  }

  it('is nothing that anybody enters while it is off', async () => {
    await demand(false)
    const browser = await world.browser().signIn('ann')
    expect(await administers(browser)).toBe(true)
    expect(browser.text()).not.toContain('Admin mode')
    expect((await browser.open('/admin/session/new')).status).toBe(404)
  })

  it('is asked of a browser before administrative work, once, until it is left', async () => {
    const browser = await world.browser().signIn('ann')
    expect(await administers(browser)).toBe(false)
    expect(browser.text()).toContain('You work with the rights of an ordinary user.')
    await browser.open('/profile/personal_access_tokens')
    expect(browser.html).not.toContain('value="sudo"')
    await enter(browser)
    expect([browser.url, browser.text()]).toEqual([
      'http://forge.test/profile',
      expect.stringMatching(/You work as an administrator now.*You work as an administrator until 18:00 UTC/),
    ])
    expect(await administers(browser)).toBe(true)
    await browser.open('/profile/personal_access_tokens')
    expect(browser.html).toContain('value="sudo"')
    await browser.open('/profile')
    await browser.send('/admin/session/destroy')
    expect(browser.text()).toContain('You have left admin mode.')
    expect(await administers(browser)).toBe(false)
  })

  it('holds for one browser, and ends with its session or after six hours', async () => {
    await asRoot('PUT', SETTINGS, { session_expire_delay: 10_080 })
    const browser = await world.browser().signIn('ann')
    const other = await world.browser().signIn('ann')
    await enter(browser)
    expect([await administers(browser), await administers(other)]).toEqual([true, false])
    world.instance.clock.advance(6 * HOUR - 1000)
    expect(await administers(browser)).toBe(true)
    world.instance.clock.advance(1000)
    expect(await administers(browser)).toBe(false)
    await enter(browser)
    expect(await administers(browser)).toBe(true)
    await browser.open('/users/sign_in?prompt=login')
    await browser.send('/users/sign_in', { 'user[login]': 'ann', 'user[password]': PASSWORD })
    expect(await administers(browser)).toBe(false)
  })

  it('comes back to where it was asked for, and never leads elsewhere', async () => {
    const browser = await world.browser().signIn('ann')
    await browser.open('/admin/session/new?return_to=%2Fprofile%2Fapplications')
    await browser.send('/admin/session', { 'user[password]': PASSWORD })
    expect(browser.url).toBe('http://forge.test/profile/applications')
    await browser.open('/profile')
    await browser.send('/admin/session/destroy')
    await browser.open('/admin/session/new?return_to=%2F%2Fevil.test')
    await browser.send('/admin/session', { 'user[password]': PASSWORD })
    expect(browser.url).toBe('http://forge.test/profile')
  })

  it('is refused without the password, and slowed down for whoever guesses', async () => {
    const browser = await world.browser().signIn('ann')
    for (let round = 0; round < 10; round++) {
      await enter(browser, { 'user[password]': 'wrong' })
      expect([browser.status, browser.text()]).toEqual([422, expect.stringContaining('That is not right.')])
    }
    await enter(browser)
    expect([browser.status, browser.headers.get('retry-after')]).toEqual([429, '60'])
    expect(await administers(browser)).toBe(false)
    world.instance.clock.advance(60_000)
    await enter(browser)
    expect(await administers(browser)).toBe(true)
  })

  it('is refused to forms of other sites, to strangers and to those who are no administrators', async () => {
    const browser = await world.browser().signIn('ann')
    const fields = new URLSearchParams({ 'user[password]': PASSWORD })
    const forged = { method: 'POST', body: fields, headers: { Origin: 'https://evil.test' } }
    expect((await browser.open('/admin/session', forged)).status).toBe(422)
    expect(await administers(browser)).toBe(false)
    expect(new URL((await world.browser().open('/admin/session/new')).url).pathname).toBe('/users/sign_in')
    await asRoot('PUT', `/users/${world.userId}`, { admin: false })
    expect((await browser.open('/admin/session/new')).status).toBe(404)
    await browser.open('/profile')
    expect(browser.text()).not.toContain('Admin mode')
  })

  it('takes a code too where there is a second factor', async () => {
    const browser = await world.browser().signIn('ann')
    await browser.open('/profile/two_factor_auth')
    const secret = /id="otp_secret"[^>]*>([^<]+)</.exec(browser.html)?.[1]?.replace(/\s/g, '') ?? ''
    const code = () => {
      const epoch = Date.parse(world.instance.forge.clock.now())
      return oneTimeCode(secret, epoch)
    }
    await browser.send('/profile/two_factor_auth', { pin_code: code(), current_password: PASSWORD })
    expect(browser.text()).toContain('Two-factor authentication is on.')
    world.instance.clock.advance(60_000)
    expect((await enter(browser)).status).toBe(422)
    expect((await enter(browser, { 'user[otp_attempt]': '000000' })).status).toBe(422)
    const good = code()
    await enter(browser, { 'user[password]': 'wrong', 'user[otp_attempt]': good })
    expect(browser.status).toBe(422)
    await enter(browser, { 'user[otp_attempt]': good })
    expect(await administers(browser)).toBe(true)
  })

  it('is none of the business of tokens and of git', async () => {
    expect((await asRoot('GET', SETTINGS)).status).toBe(200)
    const { json } = await world.tokens()
    const headers = { Authorization: `Bearer ${json['access_token']}` }
    expect((await world.call(`/api/v4${SETTINGS}`, { headers })).status).toBe(200)
  })
})

describe.each(['15.7', '15.8'])('tokens of administrators while admin mode is on, at %s', (release) => {
  const hasScope = release === '15.8'
  let world: World
  beforeEach(async () => {
    world = await openWorld({ release })
    await asRoot('PUT', `/users/${world.userId}`, { admin: true })
  })
  afterEach(() => world.instance.close())

  const ask = async (token: string, path = SETTINGS, headers = {}) =>
    (await world.instance.ask('GET', `/api/v4${path}`, { as: token, headers })).status
  const asRoot = (method: string, path: string, json?: unknown) =>
    world.instance.ask(method, `/api/v4${path}`, { as: world.instance.root, json })
  const newToken = (scopes: ReadonlyArray<string>) =>
    asRoot('POST', `/users/${world.userId}/personal_access_tokens`, { name: 't', scopes })
  const secretOf = async (scopes: ReadonlyArray<string>) => {
    const made = await newToken(scopes)
    expect(made.status, made.text).toBe(201)
    return (made.json as { readonly token: string }).token
  }
  const demand = async () => expect((await asRoot('PUT', SETTINGS, { admin_mode: true })).status).toBe(200)

  it('lack their rights without the scope, once there is one', async () => {
    const plain = await secretOf(['api', 'sudo'])
    const { json } = await world.tokens()
    const bearer = { Authorization: `Bearer ${json['access_token']}` }
    const byOAuth = async () => (await world.call(`/api/v4${SETTINGS}`, { headers: bearer })).status
    const hidden = (await asRoot('POST', '/projects', { name: 'hidden' })).json as { readonly id: number }
    const asked = async () => [
      await ask(plain),
      await byOAuth(),
      await ask(plain, `/projects/${hidden.id}`),
      await ask(plain, '/user', { sudo: 'root' }),
      await ask(plain, '/user'),
    ]
    expect(await asked()).toEqual([200, 200, 200, 200, 200])
    await demand()
    expect(await asked()).toEqual(hasScope ? [403, 403, 404, 403, 200] : [200, 200, 200, 200, 200])
    // The first administrator's own token has it, so that nobody is locked out.
    expect(await ask(world.instance.root)).toBe(200)
  })

  it('have them with it', async () => {
    if (!hasScope) return
    const whole = await secretOf(['api', 'sudo', 'admin_mode'])
    const ann = await world.instance.person('zoe', ['api', 'admin_mode'])
    await demand()
    expect([await ask(whole), await ask(whole, '/user', { sudo: 'root' }), await ask(ann.token)]).toEqual([
      200, 200, 403,
    ])
  })

  it('are offered it where the release has it, and nowhere else', async () => {
    const made = await newToken(['api', 'admin_mode'])
    if (!hasScope) expect(made).toMatchObject({ status: 400, json: { error: 'scopes does not have a valid value' } })
    else expect(made).toMatchObject({ status: 201, json: { scopes: ['api', 'admin_mode'] } })
    const application = { name: 'a', redirect_uri: 'http://app.test/', scopes: 'api admin_mode' }
    const registered = await asRoot('POST', '/applications', application)
    if (!hasScope)
      expect(registered).toMatchObject({
        status: 400,
        json: { message: { scopes: ["doesn't match configured on the server."] } },
      })
    else expect(registered.status).toBe(201)
    const discovery = await world.instance.ask('GET', '/.well-known/openid-configuration')
    expect(discovery.text.includes('"admin_mode"')).toBe(hasScope)
    const browser = await world.browser().signIn('ann')
    for (const page of ['/profile/personal_access_tokens', '/profile/applications']) {
      await browser.open(page)
      expect(browser.html.includes('value="admin_mode"')).toBe(hasScope)
    }
    const password = { grant_type: 'password', username: 'ann', password: PASSWORD, scope: 'api admin_mode' }
    const granted = await world.post('/oauth/token', password)
    expect(granted.json).toMatchObject(hasScope ? { scope: 'api admin_mode' } : { error: 'invalid_scope' })
  })

  it('give no application their rights by a browser that has not entered it', async () => {
    const scopes = hasScope ? 'api sudo admin_mode' : 'api sudo'
    const redirect_uri = 'http://app.test/cb'
    const json = { name: 'mighty', redirect_uri, scopes }
    const app = (await asRoot('POST', '/applications', json)).json as { readonly application_id: string }
    const query = (more: Readonly<Record<string, string>> = {}) =>
      new URLSearchParams({
        client_id: app.application_id,
        redirect_uri,
        response_type: 'code',
        scope: scopes,
        ...more,
      })
    await demand()
    const browser = await world.browser().signIn('ann')
    await browser.open(`/oauth/authorize?${query({ prompt: 'none' })}`)
    expect(browser.url).toContain('error=interaction_required')
    await browser.open(`/oauth/authorize?${query({ scope: 'api' })}`)
    expect(new URL(browser.url).pathname).toBe('/oauth/authorize')
    await browser.open(`/oauth/authorize?${query({ state: 'kept' })}`)
    expect(new URL(browser.url).pathname).toBe('/admin/session/new')
    await browser.send('/admin/session', { 'user[password]': PASSWORD })
    expect([new URL(browser.url).pathname, new URL(browser.url).searchParams.get('state')]).toEqual([
      '/oauth/authorize',
      'kept',
    ])
    const consent = browser.form('/oauth/authorize', 'value="Authorize"')
    world.instance.clock.advance(6 * HOUR)
    const late = { method: 'POST', body: consent, headers: { Origin: 'http://forge.test' } }
    expect((await browser.open('/oauth/authorize', late)).status).toBe(403)
    await browser.open(`/oauth/authorize?${query()}`)
    await browser.send('/admin/session', { 'user[password]': PASSWORD })
    await browser.send('/oauth/authorize', {}, 'value="Authorize"')
    expect(browser.url).toMatch(/^http:\/\/app\.test\/cb\?code=/)
  })

  it('is the business of no git client', async () => {
    const plain = await secretOf(['api'])
    const hidden = (await asRoot('POST', '/projects', { name: 'hidden', initialize_with_readme: true })).json as {
      readonly path_with_namespace: string
    }
    await demand()
    const path = `/${hidden.path_with_namespace}.git/info/refs?service=git-upload-pack`
    const headers = { Authorization: `Basic ${Buffer.from(`ann:${plain}`).toString('base64')}` }
    expect((await world.call(path, { headers })).status).toBe(200)
  })
})
