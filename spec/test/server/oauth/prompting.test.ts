import { changeUser } from '@forgefold/core/domains/identity/user'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, type Browser, CALLBACK, openWorld, PASSWORD, type World } from './world.js'

const HOUR = 3_600_000

const claimsIn = (token: unknown): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString('utf8'))

describe('how a client wants its user asked', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.instance.close())

  const authorize = (browser: Browser, more: Readonly<Record<string, string>> = {}, app: App = world.confidential) =>
    browser.open(
      `/oauth/authorize?${new URLSearchParams({
        client_id: app.application_id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'openid',
        state: 's t',
        ...more,
      })}`,
    )
  const landed = (browser: Browser) => {
    expect(browser.url).toContain(CALLBACK)
    const { searchParams, hash } = new URL(browser.url)
    return Object.fromEntries(hash === '' ? searchParams : new URLSearchParams(hash.slice(1)))
  }
  const error = (code: string, description: string) => ({
    error: code,
    error_description: description,
    state: 's t',
  })
  const loginRequired = error('login_required', 'The user has to sign in.')
  const place = (browser: Browser) => new URL(browser.url).pathname
  /** Consents where the page asks for it. */
  const consent = async (browser: Browser) =>
    browser.url.startsWith(CALLBACK) ? browser : browser.send('/oauth/authorize', {}, 'value="Authorize"')
  const signInForm = (browser: Browser, login = 'ann') =>
    browser.send('/users/sign_in', { 'user[login]': login, 'user[password]': PASSWORD })
  const redeem = async (browser: Browser, app: App = world.confidential) => {
    const { json } = await world.post('/oauth/token', {
      grant_type: 'authorization_code',
      code: landed(browser)['code'] ?? '',
      redirect_uri: CALLBACK,
      client_id: app.application_id,
      client_secret: app.secret,
    })
    return json
  }
  const nowSeconds = () => Math.floor(Date.parse(world.instance.clock.now()) / 1000)

  describe('prompt=none', () => {
    it('sends strangers back with login_required, and shows them nothing', async () => {
      const browser = await authorize(world.browser(), { prompt: 'none' })
      expect(landed(browser)).toEqual(loginRequired)
    })

    it('sends those who have not consented back with consent_required', async () => {
      const browser = await world.browser().signIn('ann')
      await authorize(browser, { prompt: 'none', scope: 'read_user' })
      expect(landed(browser)).toEqual(error('consent_required', 'The user has to consent.'))
    })

    it('gives a code to a client that has been consented to, and never to a public one', async () => {
      const browser = await world.browser().signIn('ann')
      await consent(await authorize(browser))
      await redeem(browser)
      await authorize(browser, { prompt: 'none' })
      expect(landed(browser)).toMatchObject({ code: expect.stringMatching(/^[0-9a-f]{64}$/), state: 's t' })
      await consent(await authorize(browser, {}, world.open))
      await authorize(browser, { prompt: 'none' }, world.open)
      expect(landed(browser)).toMatchObject({ error: 'consent_required' })
    })

    it('stands alone', async () => {
      const browser = await world.browser().signIn('ann')
      await authorize(browser, { prompt: 'none login' })
      expect([browser.status, place(browser)]).toEqual([400, '/oauth/authorize'])
      expect(browser.text()).toContain('The prompt is unknown, or none does not stand alone.')
    })

    it('sends nothing to an address that is not registered', async () => {
      const browser = await authorize(world.browser(), { prompt: 'none', redirect_uri: 'http://evil.test/' })
      expect(place(browser)).toBe('/users/sign_in')
      await signInForm(browser)
      expect([browser.status, place(browser)]).toEqual([400, '/oauth/authorize'])
    })

    it('sends back who has to set up a second factor first, with interaction_required', async () => {
      const browser = await world.browser().signIn('ann')
      const set = (json: unknown) =>
        world.instance.ask('PUT', '/api/v4/application/settings', { as: world.instance.root, json })
      await set({ require_two_factor_authentication: true, two_factor_grace_period: 0 })
      await authorize(browser, { prompt: 'none' })
      await set({ require_two_factor_authentication: false })
      expect(landed(browser)).toEqual(error('interaction_required', 'The user has something else to do first.'))
    })
  })

  it.each(['login', 'select_account'])(
    'prompt=%s asks for the password again, once, and ends the session before',
    async (prompt) => {
      const browser = await world.browser().signIn('ann')
      await consent(await authorize(browser))
      await redeem(browser)
      const before = new Map(browser.cookies)
      world.instance.clock.advance(HOUR)
      await authorize(browser, { prompt })
      expect(place(browser)).toBe('/users/sign_in')
      await signInForm(browser)
      const token = await redeem(browser)
      expect(claimsIn(token['id_token'])['auth_time']).toBe(nowSeconds())
      const old = world.browser()
      for (const [name, value] of before) old.cookies.set(name, value)
      expect(place(await old.open('/profile'))).toBe('/users/sign_in')
    },
  )

  it('prompt=login asks a stranger once', async () => {
    const browser = await authorize(world.browser(), { prompt: 'login consent' })
    expect(place(browser)).toBe('/users/sign_in')
    await signInForm(browser)
    expect(browser.text()).toContain('Authorize Confidential?')
    await consent(browser)
    expect(landed(browser)).toHaveProperty('code')
  })

  it('prompt=login lets another user sign in, who is the one that the client hears of', async () => {
    const { id } = await world.instance.person('carl')
    await changeUser(world.instance.forge, world.instance.caller(), { userId: id, password: PASSWORD })
    const browser = await world.browser().signIn('ann')
    await authorize(browser, { prompt: 'login' })
    await signInForm(browser, 'carl')
    await consent(browser)
    expect(claimsIn((await redeem(browser))['id_token'])['sub']).toBe(String(id))
  })

  it('prompt=consent asks for consent again', async () => {
    const browser = await world.browser().signIn('ann')
    await consent(await authorize(browser))
    await redeem(browser)
    await authorize(browser, { prompt: 'consent' })
    expect(browser.text()).toContain('Authorize Confidential?')
  })

  it('max_age asks again whoever signed in longer ago, exact at the second', async () => {
    const browser = await world.browser().signIn('ann')
    const begun = nowSeconds()
    await consent(await authorize(browser))
    const first = await redeem(browser)
    expect(claimsIn(first['id_token'])['auth_time']).toBe(begun)
    world.instance.clock.advance(600_000)
    await authorize(browser, { max_age: '600', prompt: 'none' })
    // Still the moment of signing in, ten minutes ago.
    expect(claimsIn((await redeem(browser))['id_token'])['auth_time']).toBe(begun)
    world.instance.clock.advance(1000)
    await authorize(browser, { max_age: '600', prompt: 'none' })
    expect(landed(browser)).toEqual(loginRequired)
    await authorize(browser, { max_age: '600' })
    expect(place(browser)).toBe('/users/sign_in')
    await signInForm(browser)
    expect(claimsIn((await redeem(browser))['id_token'])['auth_time']).toBe(begun + 601)
  })

  it('max_age=0 asks again, once', async () => {
    const browser = await world.browser().signIn('ann')
    await consent(await authorize(browser))
    await redeem(browser)
    await authorize(browser, { max_age: '0' })
    expect(place(browser)).toBe('/users/sign_in')
    world.instance.clock.advance(5000)
    await signInForm(browser)
    expect(claimsIn((await redeem(browser))['id_token'])['auth_time']).toBe(nowSeconds())
  })

  it.each([
    [{ max_age: '-1' }, 'The max_age is no number of seconds.'],
    [{ max_age: 'soon' }, 'The max_age is no number of seconds.'],
    [{ prompt: 'dance' }, 'The prompt is unknown, or none does not stand alone.'],
    [{ request: 'e30.e30.' }, 'The parameter request is not supported.'],
    [{ request_uri: 'https://app.test/request' }, 'The parameter request_uri is not supported.'],
    [{ registration: '{}' }, 'The parameter registration is not supported.'],
    [{ response_mode: 'form_post' }, 'The authorization server does not support this response mode.'],
  ])('%j is refused on a page', async (more, text) => {
    const browser = await authorize(await world.browser().signIn('ann'), more as Record<string, string>)
    expect([browser.status, place(browser)]).toEqual([400, '/oauth/authorize'])
    expect(browser.text()).toContain(text)
  })

  it('response_mode=fragment brings the code behind the hash, through consent too', async () => {
    const browser = await world.browser().signIn('ann')
    await authorize(browser, { response_mode: 'fragment', prompt: 'consent' })
    await consent(browser)
    expect(new URL(browser.url).search).toBe('')
    expect(landed(browser)).toHaveProperty('code')
    await authorize(browser, { response_mode: 'fragment', prompt: 'none', max_age: '0' })
    expect(landed(browser)).toMatchObject({ error: 'login_required' })
  })

  it('an answer has each of its parameters once, whatever the query of the redirect URI says', async () => {
    const landing = (query: string) => ({ redirect_uri: `${CALLBACK}?${query}` })
    const said = (browser: Browser) => {
      expect(browser.url.startsWith(`${CALLBACK}?`)).toBe(true)
      return [...new URL(browser.url).searchParams].map(([name, value]) =>
        name === 'code' ? name : `${name}=${value}`,
      )
    }
    const browser = await world.browser().signIn('ann')
    const answer = ['code', 'state=s t']
    await consent(await authorize(browser, landing('code=theirs&a=1&st%61te=t&%zz=&a=2')))
    expect(said(browser)).toEqual(['a=1', '%zz=', 'a=2', ...answer])
    await consent(await authorize(browser, landing('')))
    expect(said(browser)).toEqual(answer)
    expect(browser.url).toMatch(/cb\?code=/)
    await authorize(browser, { ...landing('error=none&error_description=x&b'), prompt: 'none', scope: 'read_user' })
    expect(said(browser)).toEqual([
      'b=',
      'error=consent_required',
      'error_description=The user has to consent.',
      'state=s t',
    ])
  })

  it('an id_token_hint of somebody else gets login_required, the own one a code', async () => {
    const browser = await world.browser().signIn('ann')
    await consent(await authorize(browser, { prompt: 'consent' }))
    const own = String((await redeem(browser))['id_token'])
    // Hints are old by their nature.
    world.instance.clock.advance(HOUR)
    await authorize(browser, { id_token_hint: own, prompt: 'none' })
    expect(landed(browser)).toHaveProperty('code')
    const [head = '', body = '', signature = ''] = own.split('.')
    const said = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))
    const forged = `${head}.${Buffer.from(JSON.stringify({ ...said, sub: '1' })).toString('base64url')}.${signature}`
    for (const hint of [forged, 'no token', `${own}x`]) {
      await authorize(browser, { id_token_hint: hint })
      expect(landed(browser)).toEqual(loginRequired)
    }
  })

  it('a refreshed id_token keeps the moment of signing in and loses the nonce; the nonce comes with the first', async () => {
    const browser = await world.browser().signIn('ann')
    const begun = nowSeconds()
    await consent(await authorize(browser, { nonce: 'n-0S6_WzA2Mj', prompt: 'consent' }))
    const first = await redeem(browser)
    expect(claimsIn(first['id_token'])).toMatchObject({ nonce: 'n-0S6_WzA2Mj', auth_time: begun })
    world.instance.clock.advance(1_000_000)
    const { json } = await world.refresh(world.confidential, first['refresh_token'])
    const again = claimsIn(json['id_token'])
    expect(again).toMatchObject({ auth_time: begun, iat: begun + 1000 })
    expect(again).not.toHaveProperty('nonce')
  })

  it('an id_token names the groups that its user is in directly; userinfo does not', async () => {
    const { ask, root } = world.instance
    const group = async (json: Readonly<Record<string, unknown>>) =>
      ((await ask('POST', '/api/v4/groups', { as: root, json })).json as { readonly id: number }).id
    const top = await group({ name: 'Top', path: 'top' })
    const inner = await group({ name: 'Inner', path: 'inner', parent_id: top })
    await group({ name: 'Beneath', path: 'beneath', parent_id: inner })
    const json = { user_id: world.userId, access_level: 30 }
    expect((await ask('POST', `/api/v4/groups/${inner}/members`, { as: root, json })).status).toBe(201)
    const browser = await world.browser().signIn('ann')
    await consent(await authorize(browser))
    const tokens = await redeem(browser)
    expect(claimsIn(tokens['id_token'])).toMatchObject({ groups_direct: ['top/inner'] })
    const info = await world.call(`/oauth/userinfo?access_token=${String(tokens['access_token'])}`)
    const claims = (await info.json()) as Record<string, unknown>
    expect(claims['groups']).toEqual(['top/inner', 'top/inner/beneath'])
    expect(claims).not.toHaveProperty('groups_direct')
  })

  it('userinfo and id_token name the picture that the API shows', async () => {
    const browser = await world.browser().signIn('ann')
    await consent(await authorize(browser, { scope: 'openid read_user' }))
    const tokens = await redeem(browser)
    const asking = { headers: { Authorization: `Bearer ${String(tokens['access_token'])}` } }
    const shown = (await (await world.call('/api/v4/user', asking)).json()) as Record<string, unknown>
    const told = (await (await world.call('/oauth/userinfo', asking)).json()) as Record<string, unknown>
    expect(shown['avatar_url']).toMatch(/^https?:/)
    expect(told['picture']).toBe(shown['avatar_url'])
    expect(claimsIn(tokens['id_token'])).toMatchObject({ picture: shown['avatar_url'] })
  })

  it('is told by the discovery document', async () => {
    const document = await (await world.call('/.well-known/openid-configuration')).json()
    expect(document).toMatchObject({
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      response_modes_supported: ['query', 'fragment'],
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_parameter_supported: false,
    })
  })
})

describe('prompt=none while the terms are not accepted', () => {
  it('sends the user back with interaction_required, and with a code once they are', async () => {
    const world = await openWorld()
    const browser = await world.browser().signIn('ann')
    const address = (more: Readonly<Record<string, string>>) =>
      `/oauth/authorize?${new URLSearchParams({
        client_id: world.confidential.application_id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        state: 'st',
        ...more,
      })}`
    const silently = async () => {
      await browser.open(address({ prompt: 'none' }))
      expect(browser.url).toContain(CALLBACK)
      return Object.fromEntries(new URL(browser.url).searchParams)
    }
    await browser.open(address({}))
    await browser.send('/oauth/authorize', {}, 'value="Authorize"')
    const { searchParams } = new URL(browser.url)
    const form = { grant_type: 'authorization_code', code: searchParams.get('code') ?? '', redirect_uri: CALLBACK }
    const client = { client_id: world.confidential.application_id, client_secret: world.confidential.secret }
    expect((await world.post('/oauth/token', { ...form, ...client })).status).toBe(200)
    expect(await silently()).toHaveProperty('code')
    const { ask, root } = world.instance
    await ask('PUT', '/api/v4/application/settings', { as: root, json: { enforce_terms: true, terms: 'Be kind.' } })
    expect(await silently()).toEqual({
      error: 'interaction_required',
      error_description: 'The user has something else to do first.',
      state: 'st',
    })
    await browser.open(address({}))
    expect(new URL(browser.url).pathname).toBe('/-/users/terms')
    await browser.send('/-/users/terms/accept')
    expect(new URL(browser.url).pathname).toBe('/cb')
    expect(await silently()).toHaveProperty('code')
    await world.instance.close()
  })
})
