import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CALLBACK, openWorld, PASSWORD, type World } from './world.js'

const MINUTE = 60_000
const basic = (username: string, password: string): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

describe('guessing', () => {
  let world: World
  beforeEach(async () => {
    world = await openWorld()
  })
  afterEach(() => world.instance.close())

  const consentPage = async (app = world.open) => {
    const browser = await world.browser().signIn('ann')
    const query = { client_id: app.application_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'api' }
    await browser.open(`/oauth/authorize?${new URLSearchParams(query)}`)
    return browser
  }
  const cookieOf = (browser: { readonly cookies: ReadonlyMap<string, string> }): string =>
    [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sendConsent = (cookie: string, fields: URLSearchParams, method = 'POST') =>
    world.call('/oauth/authorize', { method, body: fields, headers: { cookie }, redirect: 'manual' })

  it.each(['POST', 'DELETE'])(
    'at the form of consent (%s) ends after ten tries of a user in a minute',
    async (method) => {
      const browser = await consentPage()
      const right = browser.form('/oauth/authorize')
      const wrong = new URLSearchParams(right)
      wrong.set('authenticity_token', 'guessed')
      const cookie = cookieOf(browser)
      const statuses: Array<number> = []
      for (let round = 0; round < 10; round++) statuses.push((await sendConsent(cookie, wrong, method)).status)
      expect(statuses).toEqual(Array.from({ length: 10 }, () => 422))
      const refused = await sendConsent(cookie, right, method)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
      expect(await refused.text()).toContain('Too many tries')
      expect(refused.headers.get('x-frame-options')).toBe('DENY')
      world.instance.clock.advance(MINUTE)
      const landed = await sendConsent(cookie, right, method)
      expect(landed.status).toBe(302)
      expect(landed.headers.get('location')).toContain(method === 'POST' ? '?code=' : '?error=access_denied')
    },
  )

  it('counts at the form of consent for clients that do not exist, and never what is right', async () => {
    const browser = await consentPage()
    const right = browser.form('/oauth/authorize')
    const cookie = cookieOf(browser)
    for (let round = 0; round < 15; round++) expect((await sendConsent(cookie, right)).status).toBe(302)
    const unknown = new URLSearchParams(right)
    unknown.set('client_id', 'f'.repeat(64))
    const statuses: Array<number> = []
    for (let round = 0; round < 11; round++) statuses.push((await sendConsent(cookie, unknown)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
  })

  it('at the form of consent without a session ends after a hundred tries of an address', async () => {
    const browser = await consentPage()
    const right = browser.form('/oauth/authorize')
    const stranger = await world.browser().open('/users/sign_in')
    right.set('authenticity_token', stranger.form('/users/sign_in').get('authenticity_token') ?? '')
    const statuses = new Map<number, number>()
    for (let round = 0; round < 101; round++) {
      const { status } = await sendConsent(cookieOf(stranger), right)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect([...statuses]).toEqual([
      [302, 100],
      [429, 1],
    ])
  })

  it.each([
    ['introspect', 401],
    ['revoke', 403],
  ])('at a client at /oauth/%s ends after a hundred tries of an address in a minute', async (endpoint, wrong) => {
    const { json } = await world.tokens()
    const ask = (secret: string) =>
      world.post(`/oauth/${endpoint}`, {
        token: String(json['access_token']),
        client_id: world.confidential.application_id,
        client_secret: secret,
      })
    for (let round = 0; round < 100; round++) expect((await ask('wrong')).status).toBe(wrong)
    const refused = await ask(world.confidential.secret)
    expect([refused.status, refused.headers.get('retry-after'), refused.json['error']]).toEqual([
      429,
      '60',
      'temporarily_unavailable',
    ])
    world.instance.clock.advance(MINUTE)
    expect((await ask(world.confidential.secret)).status).toBe(200)
  })

  it('on the sign-in page is answered 429 with a time to wait', async () => {
    const browser = world.browser()
    for (let round = 0; round < 10; round++) expect((await browser.signIn('ann', 'wrong')).status).toBe(422)
    await browser.signIn('ann')
    expect([browser.status, browser.headers.get('retry-after')]).toEqual([429, '60'])
    world.instance.clock.advance(MINUTE)
    expect((await browser.signIn('ann')).status).toBe(200)
  })

  it('at a password through git ends after ten tries, wherever they were made, and tokens go on', async () => {
    const { ask, person } = world.instance
    await ask('POST', '/api/v4/projects', { as: world.instance.root, json: { name: 'p', visibility: 'private' } })
    const { token } = await person('bob')
    const git = async (username: string, password: string) => {
      const answer = await world.call('/ann/nothing.git/info/refs?service=git-upload-pack', {
        headers: { Authorization: basic(username, password) },
      })
      return { status: answer.status, wait: answer.headers.get('retry-after'), text: await answer.text() }
    }
    // Whoever is known is told that there is no such project.
    for (let round = 0; round < 3; round++) expect((await git('ann', PASSWORD)).status).toBe(404)
    for (let round = 0; round < 5; round++) expect((await git('ANN', 'wrong')).status).toBe(401)
    for (let round = 0; round < 5; round++) expect((await world.browser().signIn('ann', 'wrong')).status).toBe(422)
    expect(await git('ann', PASSWORD)).toEqual({ status: 429, wait: '60', text: 'Retry later\n' })
    expect((await git('ann', token)).status).toBe(404)
    world.instance.clock.advance(MINUTE)
    expect((await git('ann', PASSWORD)).status).toBe(404)
  })

  it('by many parallel requests does not get past the brake', async () => {
    const tries = Array.from({ length: 30 }, (_, n) =>
      world.call('/ann/nothing.git/info/refs?service=git-upload-pack', {
        headers: { Authorization: basic('ann', `guess ${n}`) },
      }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  it.each([
    ['npm', '/api/v4/projects/1/packages/npm/left-pad'],
    ['PyPI', '/api/v4/projects/1/packages/pypi/simple/left-pad'],
    ['Maven', '/api/v4/projects/1/packages/maven/a/b/1/b-1.pom'],
  ])(
    'at tokens through the %s registry ends after a hundred tries of an address, and locks no sign-in',
    async (_, path) => {
      const { ask, root } = world.instance
      await ask('POST', '/api/v4/projects', { as: root, json: { name: 'p', visibility: 'private' } })
      const knock = (password: string) => world.call(path, { headers: { Authorization: basic('ann', password) } })
      for (let round = 0; round < 100; round++) expect((await knock('wrong')).status).toBe(401)
      const refused = await knock('wrong')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
      expect((await world.browser().signIn('ann')).status).toBe(200)
      // A right token is neither counted nor refused.
      expect((await knock(root)).status).toBe(404)
      world.instance.clock.advance(MINUTE)
      expect((await knock('wrong')).status).toBe(401)
    },
  )
})
