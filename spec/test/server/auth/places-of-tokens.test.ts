import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../oauth/world.js'

describe('the places of a request in which a token is taken', () => {
  let world: World
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    world = await openWorld()
    const made = await world.instance.ask('POST', `/api/v4/users/${world.userId}/personal_access_tokens`, {
      as: world.instance.root,
      json: { name: 'x', scopes: ['api'] },
    })
    tokens.set('personal', (made.json as { readonly token: string }).token)
    tokens.set('oauth', String((await world.tokens()).json['access_token']))
    const init = { method: 'POST', headers: { 'private-token': tokens.get('personal') ?? '' } }
    await world.call('/api/v4/projects?name=app&initialize_with_readme=true', init)
  })
  afterAll(() => world.instance.close())

  const basic = (username: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  })
  const status = async (path: string, init: RequestInit = {}): Promise<number> => (await world.call(path, init)).status
  const body = (params: Readonly<Record<string, string>>) => ({ method: 'POST', body: new URLSearchParams(params) })
  const json = (value: object) => ({
    method: 'POST',
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  })
  const REFS = '/ann/app.git/info/refs?service=git-upload-pack'
  const FILE = '/api/v4/projects/ann%2Fapp/packages/generic/a/1.0.0/a.txt'

  const PLACES: Readonly<Record<string, (token: string) => Promise<number>>> = {
    'Authorization: Bearer': (token) => status('/api/v4/user', { headers: { authorization: `Bearer ${token}` } }),
    'authorization: bearer': (token) => status('/api/v4/user', { headers: { authorization: `bearer ${token}` } }),
    '?access_token': (token) => status(`/api/v4/user?access_token=${token}`),
    '?bearer_token': (token) => status(`/api/v4/user?bearer_token=${token}`),
    'access_token of a form': (token) => status('/api/v4/todos/mark_as_done', body({ access_token: token })),
    'access_token of JSON': (token) => status('/api/v4/todos/mark_as_done', json({ access_token: token })),
    'password of Git, whoever the user': (token) => status(REFS, { headers: basic('anybody', token) }),
    'password of Git with oauth2': (token) => status(REFS, { headers: basic('oauth2', token) }),
    'Bearer of raw files': (token) =>
      status('/ann/app/-/raw/main/README.md', { headers: { authorization: `Bearer ${token}` } }),
  }

  it.each(Object.keys(PLACES).flatMap((place) => ['personal', 'oauth'].map((kind) => [place, kind] as const)))(
    '%s takes a token: %s',
    async (place, kind) => {
      const answered = await PLACES[place]?.(tokens.get(kind) ?? '')
      expect([200, 204]).toContain(answered)
      expect([401, 404]).toContain(await PLACES[place]?.('not-a-token'))
    },
  )

  it('the protocols of package managers take personal tokens, and no OAuth tokens', async () => {
    const put = (headers: Readonly<Record<string, string>>) => status(FILE, { method: 'PUT', body: 'x', headers })
    for (const [kind, expected] of [
      ['personal', 201],
      ['oauth', 401],
    ] as const) {
      const token = tokens.get(kind) ?? ''
      expect(await put({ authorization: `Bearer ${token}` }), kind).toBe(expected)
      expect(await put(basic('ann', token)), kind).toBe(expected)
    }
  })

  it('PRIVATE-TOKEN and private_token take personal tokens only', async () => {
    for (const [kind, expected] of [
      ['personal', 200],
      ['oauth', 401],
    ] as const) {
      const token = tokens.get(kind) ?? ''
      expect(await status('/api/v4/user', { headers: { 'private-token': token } }), kind).toBe(expected)
      expect(await status(`/api/v4/user?private_token=${token}`), kind).toBe(expected)
    }
  })
})
