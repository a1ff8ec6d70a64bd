import { behindProxies, type HttpRequest, trustedProxies } from '@forgefold/server'
import { openTestInstance } from '@forgefold/spec/instance'
import { describe, expect, it } from 'vitest'

const proxiesOf = (...networks: ReadonlyArray<string>) => {
  const proxies = trustedProxies(networks)
  if (proxies === undefined) throw new Error('no networks')
  return proxies
}

/** What a handler sees of a request that came from there with these headers. */
const seenFrom = async (peer: string, headers: Readonly<Record<string, string>>): Promise<HttpRequest> => {
  let seen: HttpRequest | undefined
  const handler = behindProxies(proxiesOf('10.0.0.0/8', '::1', 'fd00::/8'), (request) => {
    seen = request
    return { status: 200, headers: [], body: null }
  })
  await handler({
    method: 'GET',
    path: '/a',
    query: 'b=1',
    headers: new Map(Object.entries({ host: 'inside', ...headers })),
    remoteAddress: peer,
    body: { bytes: async () => new Uint8Array(0), stream: async function* () {} },
    signal: new AbortController().signal,
  })
  return seen as HttpRequest
}

describe('networks', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1', '127.0.0.2', false],
    ['0.0.0.0/0', '203.0.113.7', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['fd00::/8', 'fdab::1', true],
    ['::1', '::1', true],
    ['::1', '', false],
    ['::1', 'nonsense', false],
  ])('%s and %s: %s', (network, address, trusted) => {
    expect(proxiesOf(network).trusts(address)).toBe(trusted)
  })

  it.each(['', 'localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0/8', '::1/129', '10.0.0.0/x'])(
    'refuse %j',
    (network) => {
      expect(trustedProxies(['10.0.0.1', network])).toBeUndefined()
    },
  )
})

describe('the address of a client', () => {
  it.each([
    ['of a stranger who tells one', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['behind a proxy', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['behind two proxies', '10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['who made up a longer way', '10.0.0.1', '192.0.2.66, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['with its port', '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['in IPv6', '::1', '2001:db8::5', '2001:db8::5'],
    ['in IPv6 with its port', '::1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['mapped into IPv6', '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['who is a proxy', '10.0.0.1', '10.0.0.9', '10.0.0.9'],
    ['that nobody told', '10.0.0.1', '', '10.0.0.1'],
    ['that is hidden', '10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
  ])('%s', async (_, peer, told, client) => {
    const { remoteAddress } = await seenFrom(peer, told === '' ? {} : { 'x-forwarded-for': told })
    expect(remoteAddress).toBe(client)
  })
})

describe('host and scheme', () => {
  const told = { 'x-forwarded-host': 'forge.example, inner', 'x-forwarded-proto': 'https' }

  it('are those that a proxy tells', async () => {
    const { headers, path, query } = await seenFrom('10.0.0.1', told)
    expect([headers.get('host'), headers.get('x-forwarded-proto'), path, query]).toEqual([
      'forge.example',
      'https',
      '/a',
      'b=1',
    ])
  })

  it('are struck out of what a stranger sends', async () => {
    const { headers } = await seenFrom('203.0.113.7', told)
    expect([...headers]).toEqual([['host', 'inside']])
  })
})

describe('an instance behind a proxy', () => {
  it('counts each client alone, links to the address they know, and keeps their address with what they did', async () => {
    const instance = await openTestInstance({
      more: { trustedProxies: proxiesOf('10.0.0.0/8'), guessedExternalUrl: true },
    })
    try {
      const limit = {
        throttle_unauthenticated_api_enabled: true,
        throttle_unauthenticated_api_requests_per_period: 1,
        throttle_unauthenticated_api_period_in_seconds: 60,
      }
      const set = await instance.ask('PUT', '/api/v4/application/settings', { as: instance.root, json: limit })
      expect(set.status).toBe(200)
      const knock = async (client: string, from = '10.0.0.1'): Promise<number> =>
        (await instance.ask('GET', '/api/v4/nothing', { from, headers: { 'X-Forwarded-For': client } })).status
      expect(await knock('198.51.100.1')).toBe(404)
      expect(await knock('198.51.100.1')).toBe(429)
      expect(await knock('198.51.100.2')).toBe(404)
      // Who is no proxy does not get rid of its own address.
      expect(await knock('198.51.100.3', '203.0.113.7')).toBe(404)
      expect(await knock('198.51.100.4', '203.0.113.7')).toBe(429)
      const users = await instance.ask('GET', '/api/v4/users', {
        as: instance.root,
        from: '10.0.0.1',
        headers: { 'X-Forwarded-Host': 'forge.example', 'X-Forwarded-Proto': 'https' },
      })
      expect(users.headers.get('link')).toMatch(/^<https:\/\/forge\.example\/api\/v4\/users\?/)
    } finally {
      await instance.close()
    }
  })
})

describe('an instance whose external URL nobody has set', () => {
  const linkFor = async (headers: Readonly<Record<string, string>>): Promise<string | undefined> => {
    const instance = await openTestInstance({ more: { guessedExternalUrl: true } })
    try {
      const users = await instance.ask('GET', '/api/v4/users', { as: instance.root, headers })
      return /^<([^?]*)/.exec(users.headers.get('link') ?? '')?.[1]
    } finally {
      await instance.close()
    }
  }

  it.each([
    ['a loopback name', { Host: 'localhost:4711' }, 'http://localhost:4711/api/v4/users'],
    ['a loopback address', { Host: '127.0.0.1:4711' }, 'http://127.0.0.1:4711/api/v4/users'],
    ['any other name', { Host: 'evil.example' }, 'http://forge.test/api/v4/users'],
    ['a name that begins like one', { Host: 'localhost.evil.example' }, 'http://forge.test/api/v4/users'],
    [
      'a scheme that no proxy tells',
      { Host: 'localhost', 'X-Forwarded-Proto': 'https' },
      'http://localhost/api/v4/users',
    ],
  ])('links, for %s, as it should', async (_, headers, link) => {
    expect(await linkFor(headers as Record<string, string>)).toBe(link)
  })
})
