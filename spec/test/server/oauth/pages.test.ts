import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneTimeCode } from '../one-time-code.js'
import { type Browser, CALLBACK, openWorld, PASSWORD, type World } from './world.js'

const secretOn = (browser: Browser): string =>
  /<dd class="secret"><code>([\s\S]*?)<\/code>/.exec(browser.html)?.[1] ?? 'no secret'

describe('the pages of an account', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.instance.close())

  const setting = (json: unknown) =>
    world.instance.ask('PUT', '/api/v4/application/settings', { as: world.instance.root, json })
  const asBearer = async (token: string) =>
    (await world.call('/api/v4/user', { headers: { Authorization: `Bearer ${token}` } })).status

  it.each([
    '/profile',
    '/profile/applications',
    '/profile/personal_access_tokens',
    '/profile/password',
    '/profile/two_factor_auth',
    '/oauth/authorize/native?code=x',
  ])('%s asks strangers to sign in, and comes back', async (path) => {
    const browser = await world.browser().open(path)
    expect(new URL(browser.url).pathname).toBe('/users/sign_in')
    await browser.send('/users/sign_in', { 'user[login]': 'ann', 'user[password]': PASSWORD })
    expect(new URL(browser.url).pathname + new URL(browser.url).search).toBe(path)
    expect(browser.headers.get('x-frame-options')).toBe('DENY')
    expect(browser.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(browser.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('never lead to another site after signing in', async () => {
    const controls = ['\t', '\n', '\r', '\u0000', '\u001f', '\u007f'].map((sign) => `/${sign}/evil.test/`)
    for (const to of ['//evil.test/', 'https://evil.test/', '/\\evil.test', ...controls]) {
      const browser = await world.browser().open(`/users/sign_in?return_to=${encodeURIComponent(to)}`)
      await browser.send('/users/sign_in', { 'user[login]': 'ann', 'user[password]': PASSWORD })
      expect(browser.url).toBe('http://forge.test/profile')
    }
  })

  it('refuse forms of other sites, of other browsers, and forms without their token', async () => {
    const mine = await world.browser().signIn('ann')
    await mine.open('/profile/personal_access_tokens')
    const fields = mine.form('/profile/personal_access_tokens')
    fields.append('name', 'forged')
    fields.append('scopes[]', 'api')
    const from = (browser: Browser, body: URLSearchParams, origin: string) =>
      browser.open('/profile/personal_access_tokens', { method: 'POST', body, headers: { Origin: origin } })
    expect((await from(mine, fields, 'https://evil.test')).status).toBe(422)
    expect((await from(mine, new URLSearchParams({ name: 'x', 'scopes[]': 'api' }), 'http://forge.test')).status).toBe(
      422,
    )
    expect((await from(await world.browser().signIn('ann'), fields, 'http://forge.test')).status).toBe(422)
    expect((await mine.open('/profile/personal_access_tokens')).text()).not.toContain('forged')
  })

  it('register an application, show its secret once, renew, change and delete it', async () => {
    const browser = await world.browser().signIn('ann')
    await browser.open('/profile/applications')
    await browser.send(
      '/profile/applications',
      { name: '<b>Bold</b>', redirect_uri: 'no uri', 'scopes[]': ['api'] },
      'Register',
    )
    expect([browser.status, browser.text()]).toEqual([422, expect.stringContaining('Must be an absolute URI.')])
    await browser.send(
      '/profile/applications',
      {
        name: '<b>Bold</b>',
        redirect_uri: `${CALLBACK}\nhttp://app.test/second`,
        confidential: '1',
        'scopes[]': ['api', 'read_user'],
      },
      'Register',
    )
    expect(browser.html).toContain('&lt;b&gt;Bold&lt;/b&gt;')
    const first = secretOn(browser)
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    const path = new URL(browser.url).pathname
    expect((await browser.open(path)).html).not.toContain(first)
    const uid = /id="application_id">([0-9a-f]{64})</.exec(browser.html)?.[1] as string
    const tried = async (secret: string) =>
      (await world.post('/oauth/token', { grant_type: 'client_credentials', client_id: uid, client_secret: secret }))
        .status
    expect(await tried(first)).toBe(200)
    await browser.send(`${path}/renew`)
    const second = secretOn(browser)
    expect([await tried(first), await tried(second)]).toEqual([401, 200])
    await browser.send(path, { name: 'Plain', redirect_uri: CALLBACK, confidential: '1', 'scopes[]': ['api'] }, 'Save')
    expect(browser.text()).toContain('Plain')
    await browser.send(`${path}/delete`)
    expect([browser.url, await tried(second)]).toEqual(['http://forge.test/profile/applications', 401])
  })

  it('keep what a user has registered out of the list of the instance', async () => {
    const { ask, root } = world.instance
    const listed = async () =>
      ((await ask('GET', '/api/v4/applications', { as: root })).json as ReadonlyArray<{ readonly id: number }>).map(
        ({ id }) => id,
      )
    const before = await listed()
    const browser = await world.browser().signIn('ann')
    await browser.open('/profile/applications')
    const details = { name: 'Mine', redirect_uri: CALLBACK, confidential: '1', 'scopes[]': ['api'] }
    await browser.send('/profile/applications', details, 'Register')
    const path = new URL(browser.url).pathname
    expect(await listed()).toEqual(before)
    const gone = await ask('DELETE', `/api/v4/applications/${path.split('/').at(-1)}`, { as: root })
    expect([gone.status, gone.json]).toEqual([404, { message: '404 Application Not Found' }])
    expect((await browser.open(path)).status).toBe(200)
    await browser.send(`${path}/delete`)
  })

  it('show nobody the application of somebody else', async () => {
    const browser = await world.browser().signIn('ann')
    expect((await browser.open(`/profile/applications/${world.confidential.id}`)).status).toBe(404)
    expect((await browser.open('/profile/applications/999999')).status).toBe(404)
  })

  it('list whom the user let in, and put them out', async () => {
    const { json } = await world.tokens()
    const browser = await world.browser().signIn('ann')
    await browser.open('/profile/applications')
    expect(browser.text()).toContain('Confidential')
    await browser.send(`/profile/applications/${world.confidential.id}/revoke`)
    expect(browser.text()).toContain('No application acts for you.')
    expect(await asBearer(String(json['access_token']))).toBe(401)
  })

  it('keep people from registering applications where the settings say so', async () => {
    await setting({ user_oauth_applications: false })
    const browser = await world.browser().signIn('ann')
    await browser.open('/profile/applications')
    expect(browser.html).not.toContain('>Register<')
    await setting({ user_oauth_applications: true })
  })

  it('make a personal access token, show it once, revoke it', async () => {
    const browser = await world.browser().signIn('ann')
    await browser.open('/profile/personal_access_tokens')
    await browser.send('/profile/personal_access_tokens', {
      name: 'robot',
      expires_at: '2022-12-01',
      'scopes[]': ['api'],
    })
    const token = secretOn(browser)
    expect(token).toMatch(/^glpat-[\w-]{20}$/)
    expect(await asBearer(token)).toBe(200)
    expect((await browser.open('/profile/personal_access_tokens')).html).not.toContain(token)
    const paths = [...browser.html.matchAll(/action="(\/profile\/personal_access_tokens\/\d+\/revoke)"/g)]
    await browser.send(paths.at(-1)?.[1] as string)
    expect([browser.text(), await asBearer(token)]).toEqual([expect.stringContaining('robot is revoked.'), 401])
  })

  it('change a password and sign every other browser out', async () => {
    await world.instance.person('zoe')
    const zoe = world.instance.forge.read.users.byUsername('zoe')?.id as number
    await world.instance.ask('PUT', `/api/v4/users/${zoe}`, { as: world.instance.root, json: { password: PASSWORD } })
    const here = await world.browser().signIn('zoe')
    const there = await world.browser().signIn('zoe')
    await here.open('/profile/password')
    const fill = (now: string, next: string, again = next) =>
      here.send('/profile/password', { current_password: now, new_password: next, password_confirmation: again })
    expect((await fill('wrong', 'Another-horse-8')).text()).toContain('Is not right.')
    expect((await fill(PASSWORD, 'Another-horse-8', 'typo')).text()).toContain("Doesn't match the new password.")
    expect((await fill(PASSWORD, 'Another-horse-8')).text()).toContain('Your password is changed.')
    expect(new URL((await there.open('/profile')).url).pathname).toBe('/users/sign_in')
    expect(new URL((await here.open('/profile')).url).pathname).toBe('/profile')
    await here.send('/users/sign_out')
    expect((await world.browser().signIn('zoe', 'Another-horse-8')).url).toBe('http://forge.test/profile')
  })

  it('ask for a second factor, take each code once, and recovery codes instead', async () => {
    await world.instance.person('tom')
    const tom = world.instance.forge.read.users.byUsername('tom')?.id as number
    await world.instance.ask('PUT', `/api/v4/users/${tom}`, { as: world.instance.root, json: { password: PASSWORD } })
    const codeOf = (secret: string) => oneTimeCode(secret, Date.parse(world.instance.clock.now()))
    const browser = await world.browser().signIn('tom')
    await browser.open('/profile/two_factor_auth')
    expect(browser.html).toContain('<svg')
    const secret = (/id="otp_secret" class="code">([A-Z2-7 ]+)</.exec(browser.html)?.[1] ?? '').replaceAll(' ', '')
    await browser.send('/profile/two_factor_auth', { pin_code: '000000', current_password: PASSWORD })
    expect(browser.status).toBe(422)
    await browser.send('/profile/two_factor_auth', { pin_code: codeOf(secret), current_password: PASSWORD })
    const recovery = secretOn(browser).split('\n')
    expect(recovery).toHaveLength(10)
    const again = await world.browser().signIn('tom')
    expect(new URL(again.url).pathname).toBe('/users/two_factor')
    const code = codeOf(secret)
    await again.send('/users/two_factor', { 'user[otp_attempt]': code })
    expect(again.url).toBe('http://forge.test/profile')
    const thief = await world.browser().signIn('tom')
    expect((await thief.send('/users/two_factor', { 'user[otp_attempt]': code })).status).toBe(422)
    await thief.send('/users/two_factor', { 'user[otp_attempt]': recovery[0] as string })
    expect(thief.url).toBe('http://forge.test/profile')
    const password = await world.post('/oauth/token', { grant_type: 'password', username: 'tom', password: PASSWORD })
    expect(password).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    await again.open('/profile/two_factor_auth')
    const sent = again.form('/profile/two_factor_auth/manage')
    sent.append('current_password', PASSWORD)
    sent.append('do', 'disable')
    await again.open('/profile/two_factor_auth/manage', {
      method: 'POST',
      body: sent,
      headers: { Origin: 'http://forge.test' },
    })
    expect(again.text()).toContain('Two-factor authentication is off.')
  })

  it('show a code to be copied to its own user only', async () => {
    const native = (
      await world.instance.ask('POST', '/api/v4/applications', {
        as: world.instance.root,
        json: { name: 'Native', redirect_uri: 'urn:ietf:wg:oauth:2.0:oob', scopes: 'api', confidential: false },
      })
    ).json as { readonly application_id: string }
    const browser = await world.browser().signIn('ann')
    const query = {
      client_id: native.application_id,
      redirect_uri: 'urn:ietf:wg:oauth:2.0:oob',
      response_type: 'code',
      scope: 'api',
    }
    await browser.open(`/oauth/authorize?${new URLSearchParams(query)}`)
    await browser.send('/oauth/authorize', {}, 'value="Authorize"')
    expect(browser.html).toMatch(/id="authorization_code">[0-9a-f]{64}</)
    const other = await world.browser().signIn('zoe', 'Another-horse-8')
    expect((await other.open(browser.url)).status).toBe(404)
  })

  it('let a browser read the API by its session, and write with the token of a page', async () => {
    const browser = await world.browser().signIn('ann')
    await browser.open('/profile')
    const csrf = /<meta name="csrf-token" content="([^"]+)"/.exec(browser.html)?.[1] as string
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const api = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
      (await world.call(`/api/v4${path}`, { method, headers: { cookie, ...headers } })).status
    expect(await api('GET', '/user')).toBe(200)
    expect(await api('POST', '/projects?name=by-session')).toBe(401)
    expect(await api('POST', '/projects?name=by-session', { 'X-CSRF-Token': 'wrong' })).toBe(401)
    expect(await api('POST', '/projects?name=by-session', { 'X-CSRF-Token': csrf })).toBe(201)
    expect(await api('GET', '/user', { cookie: '_forgefold_session=unknown' })).toBe(401)
    await browser.send('/users/sign_out')
    expect(await api('GET', '/user')).toBe(401)
  })

  it('demand a second factor where the instance asks for one, after the waiting time', async () => {
    await setting({ require_two_factor_authentication: true, two_factor_grace_period: 48 })
    const browser = await world.browser().signIn('ann')
    expect(browser.text()).toContain('You are asked for a second factor.')
    world.instance.clock.advance(48 * 3_600_000)
    expect(new URL((await browser.open('/profile')).url).pathname).toBe('/profile/two_factor_auth')
    await setting({ require_two_factor_authentication: false })
    expect(new URL((await browser.open('/profile')).url).pathname).toBe('/profile')
  })

  it('end a session that is not used, and keep one that is', async () => {
    await setting({ session_expire_delay: 60 })
    const used = await world.browser().signIn('ann')
    const unused = await world.browser().signIn('ann')
    for (let round = 0; round < 3; round++) {
      world.instance.clock.advance(30 * 60_000)
      expect(new URL((await used.open('/profile')).url).pathname).toBe('/profile')
    }
    expect(new URL((await unused.open('/profile')).url).pathname).toBe('/users/sign_in')
  })

  it('let people register where the settings allow it, and wait for approval', async () => {
    await setting({ signup_enabled: false })
    expect((await world.browser().open('/users/sign_up')).status).toBe(403)
    await setting({ signup_enabled: true, require_admin_approval_after_user_signup: true })
    const sign = async (username: string) => {
      const browser = await world.browser().open('/users/sign_up')
      return browser.send('/users/sign_up', {
        name: username,
        username,
        email: `${username}@new.test`,
        password: PASSWORD,
      })
    }
    expect((await sign('newcomer')).text()).toContain('An administrator looks at your registration')
    expect((await world.browser().signIn('newcomer')).status).toBe(422)
    await setting({ require_admin_approval_after_user_signup: false })
    expect((await sign('walkin')).text()).toContain('You can sign in now.')
    expect((await world.browser().signIn('walkin')).url).toBe('http://forge.test/profile')
    expect((await sign('walkin')).status).toBe(422)
  })
})
