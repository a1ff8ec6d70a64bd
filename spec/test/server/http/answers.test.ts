import {
  badParameters,
  badRequest,
  conflict,
  forbidden,
  invalid,
  notAcceptable,
  notAllowed,
  notFound,
  notModified,
  oauthError,
  preconditionFailed,
  type Rejection,
  recordNotFound,
  refused,
  tooLarge,
  unauthenticated,
  unavailable,
  unprocessable,
} from '@forgefold/core/kernel'
import {
  listed,
  optional,
  pageRequest,
  paging,
  plainRoute,
  reject,
  route,
  string,
  withDefault,
} from '@forgefold/server/http'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { ADMIN, smallApplication, TOKEN } from './small-application.js'

const base = { area: 'x', summary: 'x', caller: 'anyone', params: {}, success: { status: 200 } } as const
const ok = E.right({ status: 200, json: { a: 1 } })
const GET = 'GET' as const

const expired = 'Token is expired. You can either do re-authorization or token refresh.'
const bearer = (realm: string, code: string, text: string): string =>
  `Bearer realm="${realm}", error="${code}", error_description="${text}"`

type Family = readonly [Rejection, number, unknown, Readonly<Record<string, string>>?]

const FAMILIES: ReadonlyArray<Family> = [
  [unauthenticated, 401, { message: '401 Unauthorized' }],
  [
    { kind: 'InvalidToken', description: expired },
    401,
    { error: 'invalid_token', error_description: expired },
    { 'www-authenticate': bearer('Protected by OAuth 2.0', 'invalid_token', expired) },
  ],
  [
    { kind: 'InsufficientScope', scopes: ['api', 'read_api'] },
    403,
    {
      error: 'insufficient_scope',
      error_description: 'The request requires higher privileges than provided by the access token.',
      scope: 'api read_api',
    },
  ],
  [forbidden(), 403, { message: '403 Forbidden' }],
  [forbidden('Must be admin to use sudo'), 403, { message: '403 Forbidden - Must be admin to use sudo' }],
  [notFound('Project'), 404, { message: '404 Project Not Found' }],
  [notFound(), 404, { message: '404 Not Found' }],
  [recordNotFound, 404, { message: '404 Not found' }],
  [invalid({ sha: ['The commit does not exist'] }), 400, { message: { sha: ['The commit does not exist'] } }],
  [invalid({}), 400, { message: '400 Bad Request' }],
  [badRequest('Already merged'), 400, { message: '400 Bad request - Already merged' }],
  [badRequest(), 400, { message: '400 Bad request' }],
  [refused('400 Cannot destroy running deployment'), 400, { message: '400 Cannot destroy running deployment' }],
  [badParameters('sha is missing, ref is missing'), 400, { error: 'sha is missing, ref is missing' }],
  [notAllowed, 405, { message: '405 Method Not Allowed' }],
  [notAcceptable, 406, { message: '406 Not Acceptable' }],
  [conflict(), 409, { message: '409 Conflict' }],
  [conflict('Username has already been taken'), 409, { message: 'Username has already been taken' }],
  [conflict(['one', 'two']), 409, { message: ['one', 'two'] }],
  [preconditionFailed, 412, { message: '412 Precondition Failed' }],
  [tooLarge, 413, { message: '413 Request Entity Too Large' }],
  [unprocessable(), 422, { message: '422 Unprocessable Entity' }],
  [unprocessable(['Deploy access levels is too short']), 422, { message: ['Deploy access levels is too short'] }],
  [{ kind: 'Throttled', message: 'Try again later.' }, 429, { message: { error: 'Try again later.' } }],
  [{ kind: 'ReadOnly', message: 'Maintenance' }, 403, { message: 'Maintenance' }],
  [
    oauthError('invalid_grant', 'No.'),
    400,
    { error: 'invalid_grant', error_description: 'No.' },
    {
      'cache-control': 'no-store',
      pragma: 'no-cache',
      'www-authenticate': bearer('Doorkeeper', 'invalid_grant', 'No.'),
    },
  ],
  [oauthError('invalid_client', 'Who?'), 401, { error: 'invalid_client', error_description: 'Who?' }],
  [
    unavailable('the store is away', 17),
    503,
    { message: '503 Service Unavailable - the store is away' },
    { 'retry-after': '1', 'forgefold-position': 'ph' },
  ],
]

describe('the error families', () => {
  it.each(FAMILIES.map((family) => [family[0].kind, family] as const))('%s', async (_kind, family) => {
    const [rejection, status, body, headers = {}] = family
    const { ask } = smallApplication({
      routes: [route({ ...base, method: GET, path: '/x', handler: () => reject(rejection) })],
    })
    const response = await ask('/api/v4/x')
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual(body)
    for (const [name, value] of Object.entries(headers)) expect(response.headers.get(name)).toBe(value)
    if (headers['www-authenticate'] === undefined && rejection.kind !== 'OAuth')
      expect(response.headers.get('www-authenticate')).toBeNull()
  })

  it('304 has no body', async () => {
    const { ask } = smallApplication({
      routes: [route({ ...base, method: GET, path: '/x', handler: () => reject(notModified) })],
    })
    const response = await ask('/api/v4/x')
    expect([response.status, await response.text()]).toEqual([304, ''])
  })

  it('a defect is a bare 500 and is told', async () => {
    const fails = route({
      ...base,
      method: GET,
      path: '/x',
      handler: () => {
        throw new Error('a secret')
      },
    })
    const rejects = route({
      ...base,
      method: GET,
      path: '/y',
      handler: async () => {
        throw new Error('a secret')
      },
    })
    const { ask, defects } = smallApplication({ routes: [fails, rejects] })
    for (const path of ['/x', '/y']) {
      const response = await ask(`/api/v4${path}`)
      expect(response.status).toBe(500)
      expect(await response.text()).toBe('{"message":"500 Internal Server Error"}')
    }
    expect(defects).toHaveLength(2)
  })

  it('the version before is gone, other paths are not found', async () => {
    const { ask } = smallApplication({})
    expect(await (await ask('/api/v3/projects')).json()).toEqual({
      error: 'API V3 is no longer supported. Use API V4 instead.',
    })
    expect((await ask('/api/v3/projects')).status).toBe(410)
    expect((await ask('/api/v4/')).status).toBe(404)
    expect((await ask('/elsewhere')).headers.get('content-type')).toBe('text/plain')
  })

  it('an unknown verb is told the known ones', async () => {
    const { ask } = smallApplication({ routes: [route({ ...base, method: GET, path: '/x', handler: () => ok })] })
    expect((await ask('/api/v4/x', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    const options = await ask('/api/v4/x', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
  })
})

describe('the order of checks', () => {
  const seen: Array<string> = []
  const { ask } = smallApplication({
    routes: [
      route({
        ...base,
        method: 'POST',
        path: '/user',
        caller: 'user',
        params: { name: optional(string(), '') },
        before: async () => {
          seen.push('before')
          return E.left(notFound('Project'))
        },
        handler: () => ok,
      }),
      route({ ...base, method: 'POST', path: '/admin', caller: 'admin', handler: () => ok }),
      route({
        ...base,
        method: GET,
        path: '/anyone',
        handler: ({ principal }) => E.right({ status: 200, json: principal.kind }),
      }),
    ],
  })
  const post = (path: string, headers: Record<string, string> = {}, body = '{"broken'): Promise<Response> =>
    ask(`/api/v4${path}`, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })

  it('nobody is let in before anything else is looked at', async () => {
    expect((await post('/user')).status).toBe(401)
    expect((await post('/admin')).status).toBe(401)
    expect((await post('/admin', { 'PRIVATE-TOKEN': TOKEN })).status).toBe(403)
    expect((await post('/admin', ADMIN, '{}')).status).toBe(200)
    expect(seen).toEqual([])
  })

  it('what a group of routes asks first comes before the parameters', async () => {
    expect((await post('/user', { 'PRIVATE-TOKEN': TOKEN }, '{"name":{}}')).status).toBe(404)
  })

  it('a bad token is never taken for none', async () => {
    expect((await ask('/api/v4/anyone', { headers: { 'PRIVATE-TOKEN': 'bad' } })).status).toBe(401)
    expect(await (await ask('/api/v4/anyone')).json()).toBe('anonymous')
  })

  it.each(['private_token', 'access_token', 'bearer_token'])(
    'a token may come as the parameter %s, in query or body',
    async (name) => {
      expect(await (await ask(`/api/v4/anyone?${name}=${TOKEN}`)).json()).toBe('user')
      expect((await post('/user', {}, JSON.stringify({ [name]: TOKEN }))).status).toBe(404)
      expect((await post('/user', {}, JSON.stringify({ [name]: 'bad' }))).status).toBe(401)
    },
  )
})

describe('paging', () => {
  const total = (wanted: string | undefined): number | undefined => (wanted === undefined ? undefined : Number(wanted))
  const { ask } = smallApplication({
    routes: [
      route({
        ...base,
        method: GET,
        path: '/projects/:id/rows',
        params: {
          total: optional(string(), ''),
          sort: withDefault(string(), 'asc', ''),
          labels: optional(string(), ''),
          ...paging,
        },
        handler: (_context, params) => {
          const request = pageRequest(params)
          const whole = total(params.total)
          const left = Math.max(0, (whole ?? 1_000_000) - (request.page - 1) * request.perPage)
          const rows = Array.from({ length: Math.min(request.perPage, left) }, (_, at) => at)
          return listed({ rows, total: whole }, request, (row) => row)
        },
      }),
    ],
  })
  const heads = async (query: string): Promise<ReadonlyArray<string | null>> => {
    const response = await ask(`/api/v4/projects/a%2Fb/rows?${query}`)
    expect(response.status).toBe(200)
    return ['x-page', 'x-per-page', 'x-next-page', 'x-prev-page', 'x-total', 'x-total-pages'].map((name) =>
      response.headers.get(name),
    )
  }

  it.each([
    ['total=45', ['1', '20', '2', '', '45', '3']],
    ['total=45&page=2', ['2', '20', '3', '1', '45', '3']],
    ['total=45&page=3', ['3', '20', '', '2', '45', '3']],
    ['total=45&page=4', ['4', '20', '', '', '45', '3']],
    ['total=0', ['1', '20', '', '', '0', '1']],
    ['total=20', ['1', '20', '', '', '20', '1']],
    ['total=45&page=0', ['1', '20', '2', '', '45', '3']],
    ['total=45&page=-7', ['1', '20', '2', '', '45', '3']],
    ['total=450&per_page=500', ['1', '100', '2', '', '450', '5']],
    ['total=45&per_page=-1', ['1', '20', '2', '', '45', '3']],
    ['total=45&per_page=45', ['1', '45', '', '', '45', '1']],
    ['page=3', ['3', '20', '4', '2', null, null]],
  ])('%s', async (query, expected) => {
    expect(await heads(query)).toEqual(expected)
  })

  it.each([
    ['page=x', 'page is invalid'],
    ['per_page=x', 'per_page is invalid'],
    ['per_page=0', 'per_page has a value not allowed'],
  ])('refuses %s', async (query, error) => {
    const response = await ask(`/api/v4/projects/1/rows?${query}`)
    expect([response.status, await response.json()]).toEqual([400, { error }])
  })

  it('links with all parameters in alphabetical order, defaults and path parameters too, and no secret', async () => {
    const query = `total=45&page=2&unknown=1&access_token=${TOKEN}&labels=a,b&ids[]=1&ids[]=2&not[x]=y`
    const response = await ask(`/api/v4/projects/a%2Fb/rows?${query}`, {
      headers: { Host: 'seen.example:8443', 'X-Forwarded-Proto': 'https' },
    })
    const url = (page: number): string =>
      `https://seen.example:8443/api/v4/projects/a%2Fb/rows?id=a%2Fb&ids%5B%5D=1&ids%5B%5D=2&labels=a%2Cb&not%5Bx%5D=y&page=${page}&per_page=20&sort=asc&total=45&unknown=1`
    expect(response.headers.get('link')).toBe(
      `<${url(1)}>; rel="prev", <${url(3)}>; rel="next", <${url(1)}>; rel="first", <${url(3)}>; rel="last"`,
    )
  })

  it('links without an end where nobody counted', async () => {
    const link = (await ask('/api/v4/projects/1/rows?page=2')).headers.get('link') ?? ''
    expect([...link.matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)).toEqual(['prev', 'next', 'first'])
  })

  it('links of a long query stay readable: only the next page, or none', async () => {
    const linked = async (length: number): Promise<ReadonlyArray<string | undefined>> => {
      const response = await ask(`/api/v4/projects/1/rows?total=45&page=2&labels=${'a'.repeat(length)}`)
      expect(response.headers.get('x-next-page')).toBe('3')
      return [...(response.headers.get('link') ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)
    }
    expect(await linked(1000)).toEqual(['prev', 'next', 'first', 'last'])
    expect(await linked(5000)).toEqual(['next'])
    expect(await linked(9000)).toEqual([])
  })

  it('does not link to a host that is none', async () => {
    const response = await ask('/api/v4/projects/1/rows', { headers: { Host: 'a>b' } })
    expect(response.headers.get('link')).toMatch(/^<http:\/\/forge\.example\//)
  })
})

describe('standing headers', () => {
  const { ask } = smallApplication({
    routes: [
      route({ ...base, method: GET, path: '/x', handler: () => ok }),
      route({ ...base, method: 'DELETE', path: '/x', handler: () => E.right({ status: 204 }) }),
    ],
  })

  it('are on every answer', async () => {
    for (const path of ['/api/v4/x', '/api/v4/none', '/none']) {
      const { headers } = await ask(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('x-request-id')).toBe('made-here')
      expect(headers.get('x-gitlab-meta')).toBe('{"correlation_id":"made-here","version":"1"}')
      expect(headers.get('x-runtime')).toMatch(/^\d+\.\d{6}$/)
      expect(headers.get('vary')).toBe('Origin')
    }
  })

  it('take over a decent request id and no other', async () => {
    expect((await ask('/x', { headers: { 'X-Request-Id': 'abc-1.2' } })).headers.get('x-request-id')).toBe('abc-1.2')
    expect((await ask('/x', { headers: { 'X-Request-Id': '<script>' } })).headers.get('x-request-id')).toBe('made-here')
    expect((await ask('/x', { headers: { 'X-Request-Id': 'a'.repeat(129) } })).headers.get('x-request-id')).toBe(
      'made-here',
    )
  })

  it('let a client ask whether anything changed', async () => {
    const first = await ask('/api/v4/x')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('max-age=0, private, must-revalidate')
    expect(first.headers.get('content-type')).toBe('application/json')
    for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await ask('/api/v4/x', { headers: { 'If-None-Match': known } })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    }
    expect((await ask('/api/v4/x', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
    expect((await ask('/api/v4/x', { method: 'HEAD' })).headers.get('etag')).toBe(tag)
  })

  it('are few where there is no content', async () => {
    const response = await ask('/api/v4/x', { method: 'DELETE' })
    expect([
      response.status,
      await response.text(),
      response.headers.get('content-type'),
      response.headers.get('etag'),
    ]).toEqual([204, '', null, null])
  })
})

describe('pages of other origins', () => {
  const cors = { methods: ['POST'], headers: ['authorization'], exposes: [], credentialsForSelf: false }
  const { ask } = smallApplication({
    routes: [route({ ...base, method: GET, path: '/x', handler: () => ok })],
    plainRoutes: [
      plainRoute({
        method: 'POST',
        path: '/oauth/token',
        cors,
        handle: () => ({ status: 200, headers: [], body: '{}' }),
      }),
      plainRoute({ method: 'GET', path: '/oauth/authorize', handle: () => ({ status: 200, headers: [], body: '' }) }),
    ],
  })
  const preflight = (path: string, method: string, headers = ''): Promise<Response> =>
    ask(path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://app.example',
        'Access-Control-Request-Method': method,
        ...(headers === '' ? {} : { 'Access-Control-Request-Headers': headers }),
      },
    })
  const allowed = (response: Response): string | null => response.headers.get('access-control-allow-origin')

  it('may use the API with any method and header', async () => {
    const response = await preflight('/api/v4/x', 'DELETE', 'X-Anything, Private-Token')
    expect([response.status, await response.text(), allowed(response)]).toEqual([200, '', '*'])
    expect(response.headers.get('access-control-allow-headers')).toBe('X-Anything, Private-Token')
    expect(response.headers.get('access-control-allow-methods')).toContain('DELETE')
    expect(response.headers.get('access-control-max-age')).toBe('7200')
    const read = await ask('/api/v4/x', { headers: { Origin: 'https://app.example' } })
    expect(allowed(read)).toBe('*')
    expect(read.headers.get('access-control-expose-headers')).toContain('X-Total-Pages')
    expect(read.headers.get('access-control-expose-headers')).toContain('Forgefold-Position')
    expect(read.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('may send credentials only from the own origin', async () => {
    const response = await ask('/api/v4/x', { headers: { Origin: 'http://forge.example' } })
    expect(allowed(response)).toBe('http://forge.example')
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
  })

  it('may do elsewhere what the route says, and a refusal says nothing', async () => {
    const granted = await preflight('/oauth/token', 'POST', 'Authorization, Content-Type')
    expect([allowed(granted), granted.headers.get('access-control-allow-methods')]).toEqual(['*', 'POST'])
    for (const refused of [
      await preflight('/oauth/token', 'POST', 'X-Requested-With'),
      await preflight('/oauth/token', 'GET'),
      await preflight('/oauth/authorize', 'GET'),
      await preflight('/nowhere', 'GET'),
    ]) {
      expect([refused.status, await refused.text()]).toEqual([200, ''])
      expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    expect(allowed(await ask('/oauth/authorize', { headers: { Origin: 'https://app.example' } }))).toBeNull()
  })

  it('leave other requests as they are', async () => {
    expect(allowed(await ask('/api/v4/x'))).toBeNull()
  })
})

describe('the two dials', () => {
  const routes = [
    route({ ...base, method: GET, path: '/later', since: '15.4', handler: () => ok }),
    route({ ...base, method: GET, path: '/gone', until: '15.0', handler: () => ok }),
    route({ ...base, method: GET, path: '/paid', tier: 'premium', handler: () => ok }),
    route({ ...base, method: GET, path: '/old', deprecated: '15.1', item: 'old-thing', handler: () => ok }),
    route({
      ...base,
      method: GET,
      path: '/params',
      params: {
        fresh: withDefault(string(), 'none', '', { since: '15.4' }),
        dying: optional(string(), '', { deprecated: '14.5', until: '16.0', item: 'dying-thing' }),
        paid: optional(string(), '', { tier: 'ultimate' }),
        ...paging,
      },
      handler: (_context, params) => E.right({ status: 200, json: params, page: { page: 1, perPage: 20, total: 1 } }),
    }),
  ]
  const statuses = async (
    release: string,
    tier: 'free' | 'premium' | 'ultimate' = 'ultimate',
  ): Promise<ReadonlyArray<number>> => {
    const { ask } = smallApplication({ routes, release, tier })
    return Promise.all(['later', 'gone', 'paid', 'old'].map(async (path) => (await ask(`/api/v4/${path}`)).status))
  }

  it('decide which routes there are', async () => {
    expect(await statuses('14.10')).toEqual([404, 200, 200, 200])
    expect(await statuses('15.3')).toEqual([404, 404, 200, 200])
    expect(await statuses('15.4', 'free')).toEqual([200, 404, 404, 200])
    expect(await statuses('15.10', 'premium')).toEqual([200, 404, 200, 200])
  })

  it('decide which parameters are read; the others keep their defaults', async () => {
    const query = '/api/v4/params?fresh=1&dying=2&paid=3'
    const asked = async (release: string, tier: 'free' | 'ultimate'): Promise<unknown> =>
      (await smallApplication({ routes, release, tier }).ask(query)).json()
    expect(await asked('15.3', 'ultimate')).toEqual({ fresh: 'none', dying: '2', paid: '3' })
    expect(await asked('15.4', 'free')).toEqual({ fresh: '1', dying: '2' })
    expect(await asked('16.0', 'ultimate')).toEqual({ fresh: '1', paid: '3' })
  })

  it('tell who uses what is deprecated, after the paging links, and count it', async () => {
    const uses: Array<unknown> = []
    const { ask } = smallApplication({ routes, more: { onDeprecatedUse: (...use) => uses.push(use) } })
    const used = await ask('/api/v4/params?dying=1')
    expect(used.headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(used.headers.get('link')).toMatch(
      /rel="last", <http:\/\/forge\.example\/-\/docs\/deprecations#dying-thing>; rel="deprecation"; type="text\/html"$/,
    )
    expect((await ask('/api/v4/params')).headers.get('deprecation')).toBeNull()
    const old = await ask('/api/v4/old')
    expect(old.headers.get('deprecation')).toBe(`@${Date.UTC(2022, 5, 22) / 1000}`)
    expect(uses).toEqual([
      ['/api/v4/params', ['dying']],
      ['/api/v4/old', ['(route)']],
    ])
    expect(
      (await smallApplication({ routes, release: '15.0' }).ask('/api/v4/old')).headers.get('deprecation'),
    ).toBeNull()
  })
})
