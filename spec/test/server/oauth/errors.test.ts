import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, CALLBACK, openWorld, type World } from './world.js'

const INVALID_CLIENT =
  'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.'
const INVALID_GRANT =
  'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.'
const INVALID_SCOPE = 'The requested scope is invalid, unknown, or malformed.'
const missing = (name: string): string => `Missing required parameter: ${name}.`

type Params = Readonly<Record<string, string>>
type Row = readonly [what: string, params: (world: World) => Params, status: number, code: string, description: string]

const client = (world: World): Params => ({
  client_id: world.confidential.application_id,
  client_secret: world.confidential.secret,
})
const exchange = { grant_type: 'authorization_code', code: 'unknown', redirect_uri: CALLBACK }

const TOKEN_ERRORS: ReadonlyArray<Row> = [
  ['no grant type', client, 400, 'invalid_request', missing('grant_type')],
  ['a blank grant type', (w) => ({ ...client(w), grant_type: '' }), 400, 'invalid_request', missing('grant_type')],
  [
    'an unknown grant type',
    (w) => ({ ...client(w), grant_type: 'telepathy' }),
    400,
    'unsupported_grant_type',
    'The authorization grant type is not supported by the authorization server.',
  ],
  [
    'no code',
    (w) => ({ ...client(w), grant_type: 'authorization_code', redirect_uri: CALLBACK }),
    400,
    'invalid_request',
    missing('code'),
  ],
  [
    'no redirect URI',
    (w) => ({ ...client(w), grant_type: 'authorization_code', code: 'x' }),
    400,
    'invalid_request',
    missing('redirect_uri'),
  ],
  ['no client', () => exchange, 401, 'invalid_client', INVALID_CLIENT],
  ['an unknown client', () => ({ ...exchange, client_id: 'nobody' }), 401, 'invalid_client', INVALID_CLIENT],
  [
    'a confidential client without its secret',
    (w) => ({ ...exchange, client_id: w.confidential.application_id }),
    401,
    'invalid_client',
    INVALID_CLIENT,
  ],
  ['a wrong secret', (w) => ({ ...exchange, ...client(w), client_secret: 'x' }), 401, 'invalid_client', INVALID_CLIENT],
  [
    'a wrong secret of a public client',
    (w) => ({ ...exchange, client_id: w.open.application_id, client_secret: 'x' }),
    401,
    'invalid_client',
    INVALID_CLIENT,
  ],
  ['an unknown code', (w) => ({ ...exchange, ...client(w) }), 400, 'invalid_grant', INVALID_GRANT],
  [
    'a verifier that is too short',
    (w) => ({ ...exchange, ...client(w), code_verifier: 'x'.repeat(42) }),
    400,
    'invalid_grant',
    INVALID_GRANT,
  ],
  [
    'a verifier that is too long',
    (w) => ({ ...exchange, ...client(w), code_verifier: 'x'.repeat(129) }),
    400,
    'invalid_grant',
    INVALID_GRANT,
  ],
  [
    'no refresh token',
    (w) => ({ ...client(w), grant_type: 'refresh_token' }),
    400,
    'invalid_request',
    missing('refresh_token'),
  ],
  [
    'an unknown refresh token',
    (w) => ({ ...client(w), grant_type: 'refresh_token', refresh_token: 'x' }),
    400,
    'invalid_grant',
    INVALID_GRANT,
  ],
  [
    'a refresh without its client',
    () => ({ grant_type: 'refresh_token', refresh_token: 'x' }),
    401,
    'invalid_client',
    INVALID_CLIENT,
  ],
  ['no user name', () => ({ grant_type: 'password', password: 'x' }), 400, 'invalid_request', missing('username')],
  ['no password', () => ({ grant_type: 'password', username: 'ann' }), 400, 'invalid_request', missing('password')],
  [
    'a wrong password',
    () => ({ grant_type: 'password', username: 'ann', password: 'x' }),
    400,
    'invalid_grant',
    INVALID_GRANT,
  ],
  [
    'nobody of that name',
    () => ({ grant_type: 'password', username: 'nobody', password: 'x' }),
    400,
    'invalid_grant',
    INVALID_GRANT,
  ],
  [
    'a password with a wrong client',
    (w) => ({ ...client(w), client_secret: 'x', grant_type: 'password', username: 'ann', password: 'x' }),
    401,
    'invalid_client',
    INVALID_CLIENT,
  ],
  [
    'a password with an unknown scope',
    () => ({ grant_type: 'password', username: 'ann', password: 'x', scope: 'all' }),
    400,
    'invalid_scope',
    INVALID_SCOPE,
  ],
  [
    'a scope beyond the client',
    (w) => ({ ...client(w), grant_type: 'password', username: 'ann', password: 'x', scope: 'sudo' }),
    400,
    'invalid_scope',
    INVALID_SCOPE,
  ],
  [
    'client credentials without a client',
    () => ({ grant_type: 'client_credentials' }),
    401,
    'invalid_client',
    INVALID_CLIENT,
  ],
  [
    'client credentials of a public client without its secret',
    (w) => ({ grant_type: 'client_credentials', client_id: w.open.application_id }),
    401,
    'invalid_client',
    INVALID_CLIENT,
  ],
  [
    'client credentials beyond the client',
    (w) => ({ ...client(w), grant_type: 'client_credentials', scope: 'sudo' }),
    400,
    'invalid_scope',
    INVALID_SCOPE,
  ],
]

const AUTHORIZE_ERRORS: ReadonlyArray<readonly [what: string, more: Params, description: string]> = [
  ['no client', { client_id: '' }, missing('client_id')],
  ['an unknown client', { client_id: 'nobody' }, INVALID_CLIENT],
  ['no redirect URI', { redirect_uri: '' }, missing('redirect_uri')],
  [
    'an unregistered redirect URI',
    { redirect_uri: 'http://evil.test/cb' },
    "The requested redirect uri is malformed or doesn't match client redirect URI.",
  ],
  [
    'a redirect URI with a header in it',
    { redirect_uri: `${CALLBACK}?\r\nX: y` },
    "The requested redirect uri is malformed or doesn't match client redirect URI.",
  ],
  ['no response type', { response_type: '' }, missing('response_type')],
  [
    'an unknown response type',
    { response_type: 'id_token' },
    'The authorization server does not support this response type.',
  ],
  ['an unknown scope', { scope: 'everything' }, INVALID_SCOPE],
  ['a scope beyond the client', { scope: 'sudo' }, INVALID_SCOPE],
  [
    'a plain challenge',
    { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
    'The code challenge method must be S256.',
  ],
  ['a challenge without a method', { code_challenge: 'x'.repeat(43) }, 'The code challenge method must be S256.'],
  [
    'a challenge that is none',
    { code_challenge: 'x', code_challenge_method: 'S256' },
    'The code challenge is not the SHA-256 of a verifier.',
  ],
]

describe.each(['14.10', '15.3'])('errors of the OAuth endpoints at release %s', (release) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld({ release })
  })
  afterAll(() => world.instance.close())

  it.each(TOKEN_ERRORS)('POST /oauth/token: %s', async (_what, params, status, error, error_description) => {
    const answer = await world.post('/oauth/token', params(world))
    expect([answer.status, answer.json]).toEqual([status, { error, error_description }])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'content-type': 'application/json; charset=utf-8',
      'www-authenticate': `Bearer realm="Forgefold", error="${error}", error_description="${error_description}"`,
    })
  })

  it.each(AUTHORIZE_ERRORS)(
    'GET /oauth/authorize: %s is told on a page and sent nowhere',
    async (_what, more, description) => {
      const browser = await world.browser().signIn('ann')
      const query = {
        client_id: world.confidential.application_id,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'api',
        state: 's',
        ...more,
      }
      await browser.open(`/oauth/authorize?${new URLSearchParams(query)}`)
      expect([browser.status, browser.url.startsWith('http://forge.test/oauth/authorize')]).toEqual([400, true])
      expect(browser.text()).toContain(description)
      expect(browser.headers.get('location')).toBeNull()
    },
  )

  it.each(['http://256.256.256.256/cb', 'https://xn--/cb'])(
    'GET /oauth/authorize: %s is registered, but no browser can go there',
    async (uri) => {
      const { ask, root } = world.instance
      const json = { name: 'Nowhere', redirect_uri: uri, scopes: 'api' }
      const registered = await ask('POST', '/api/v4/applications', { as: root, json })
      expect(registered.status, registered.text).toBe(201)
      const { application_id: client_id } = registered.json as App
      const browser = await world.browser().signIn('ann')
      await browser.open(
        `/oauth/authorize?${new URLSearchParams({ client_id, redirect_uri: uri, response_type: 'code', scope: 'api' })}`,
      )
      expect([browser.status, browser.headers.get('location')]).toEqual([400, null])
    },
  )

  it('GET /oauth/authorize: the implicit grant went with 15.0', async () => {
    const browser = await world.browser().signIn('ann')
    const query = {
      client_id: world.open.application_id,
      redirect_uri: CALLBACK,
      response_type: 'token',
      state: 'a b',
      scope: 'read_user',
    }
    await browser.open(`/oauth/authorize?${new URLSearchParams(query)}`)
    if (release === '15.3') {
      expect(browser.status).toBe(400)
      expect(browser.text()).toContain('The authorization server does not support this response type.')
      return
    }
    await browser.send('/oauth/authorize', {}, 'value="Authorize"')
    const url = new URL(browser.url)
    expect([url.origin + url.pathname, url.search]).toEqual([CALLBACK, ''])
    const told = Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
    expect(told).toMatchObject({ token_type: 'Bearer', expires_in: '7200', state: 'a b' })
    const user = await world.call('/api/v4/user', { headers: { Authorization: `Bearer ${told['access_token']}` } })
    expect(user.status).toBe(200)
  })

  it.each([
    ['nothing', {}],
    ['a wrong secret', { client_secret: 'x' }],
    ['another client', { client_id: 'nobody', client_secret: 'x' }],
  ])('POST /oauth/revoke: the token of a confidential client with %s', async (_what, credentials) => {
    const { json } = await world.tokens()
    const token = String(json['access_token'])
    const answer = await world.post('/oauth/revoke', { token, ...credentials })
    expect([answer.status, answer.json]).toEqual([
      403,
      { error: 'unauthorized_client', error_description: 'You are not authorized to revoke this token' },
    ])
    expect((await world.call('/api/v4/user', { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200)
  })

  it.each([{}, { token: '' }, { token: 'unknown' }])('POST /oauth/revoke: %j is as good as revoked', async (params) => {
    const answer = await world.post('/oauth/revoke', params)
    expect([answer.status, answer.json]).toEqual([200, {}])
  })

  it.each(['', '?access_token=unknown'])('GET /oauth/token/info%s', async (query) => {
    const answer = await world.call(`/oauth/token/info${query}`)
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { error: 'invalid_token', error_description: 'The access token is invalid' },
    ])
  })

  it('GET /oauth/userinfo answers without a body: 401 without a token, 403 without the scope', async () => {
    const none = await world.call('/oauth/userinfo')
    expect([none.status, await none.text()]).toEqual([401, ''])
    expect(none.headers.get('www-authenticate')).toContain('error="invalid_token"')
    const { json } = await world.tokens()
    const bare = await world.call('/oauth/userinfo', {
      headers: { Authorization: `Bearer ${String(json['access_token'])}` },
    })
    expect([bare.status, await bare.text()]).toEqual([403, ''])
    expect(bare.headers.get('www-authenticate')).toContain('error="invalid_scope"')
  })

  it('POST /oauth/introspect asks who wants to know', async () => {
    expect(await world.post('/oauth/introspect', { token: 'x' })).toMatchObject({
      status: 401,
      json: { error: 'invalid_client' },
    })
  })
})

const ALLOWED = ['authorization', 'content-type, authorization', 'accept']
const REFUSED = ['x-requested-with', 'authorization, x-csrf-token']

describe('cross-origin requests', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.instance.close())

  const preflight = (path: string, method: string, headers: string) =>
    world.call(path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.test',
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': headers,
      },
    })

  it.each([
    ['/oauth/token', ['POST'], 'POST'],
    ['/oauth/revoke', ['POST'], 'POST'],
    ['/oauth/userinfo', ['GET', 'HEAD', 'POST'], 'GET, HEAD, POST'],
  ])('%s: preflights', async (path, methods, told) => {
    for (const method of methods)
      for (const headers of ALLOWED) {
        const answer = await preflight(path, method, headers)
        expect(answer.status).toBe(200)
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'access-control-allow-origin': '*',
          'access-control-allow-methods': told,
          'access-control-allow-headers': headers,
          'access-control-max-age': '7200',
        })
      }
    for (const headers of REFUSED)
      expect(
        [...(await preflight(path, methods[0] as string, headers)).headers.keys()].filter((name) =>
          name.startsWith('access-control'),
        ),
      ).toEqual([])
    expect((await preflight(path, 'DELETE', 'authorization')).headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each(['/oauth/authorize', '/oauth/token/info', '/oauth/introspect'])('%s: none', async (path) => {
    for (const method of ['GET', 'POST'])
      expect((await preflight(path, method, 'authorization')).headers.get('access-control-allow-origin')).toBeNull()
    const answer = await world.call(path, { headers: { Origin: 'https://app.test' } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    '/oauth/discovery/keys',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/.well-known/webfinger',
  ])('%s: open to read', async (path) => {
    const answer = await world.call(path, { headers: { Origin: 'https://app.test' } })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect((await preflight(path, 'GET', 'authorization')).headers.get('access-control-allow-origin')).toBeNull()
  })
})
