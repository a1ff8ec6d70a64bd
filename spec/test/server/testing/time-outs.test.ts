import { startForge, type TestForge } from '@forgefold/server/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const LONG = 60_000

let forge: TestForge
beforeEach(async () => {
  forge = await startForge()
})
afterEach(() => forge.close())

const overSocket = (path: string, init: RequestInit): Promise<Response> =>
  fetch(forge.url + path, { ...init, headers: { 'private-token': forge.tokens['root'] ?? '' } })

const inProcess = (path: string, init: RequestInit): Promise<Response> => forge.as('root').fetch(path, init)

describe.each([
  ['over a socket', overSocket],
  ['in the process', inProcess],
])('a client that waits no longer, %s', (_, ask) => {
  it('gives up a request that is late', async () => {
    forge.faults.next('GET /user', { latency: LONG })
    await expect(ask('/api/v4/user', { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    forge.faults.clear()
    expect((await ask('/api/v4/user', {})).status).toBe(200)
  })
  it('does not ask with a signal that was given before', async () => {
    await expect(ask('/api/v4/user', { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' })
    expect(forge.requests.all).toEqual([])
  })
  it('gives up while the body comes', async () => {
    await forge.as('root').fetch('/api/v4/projects?name=app&initialize_with_readme=true', { method: 'POST' })
    const leaving = new AbortController()
    const response = await ask('/api/v4/projects/1/repository/archive', { signal: leaving.signal })
    leaving.abort()
    await expect(response.arrayBuffer()).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a request that is delayed beyond a reset', () => {
  it('changes nothing afterwards, and is not among the requests', async () => {
    forge.faults.next('POST /projects', { latency: 100 })
    const late = forge.as('root').fetch('/api/v4/projects?name=late', { method: 'POST' })
    await forge.reset()
    await late.catch(() => undefined)
    const projects = await forge.as('root').fetch('/api/v4/projects')
    expect(await projects.json()).toEqual([])
    expect(forge.requests.all.map(({ method }) => method)).toEqual(['GET'])
  })
})

describe('an answer of a fault', () => {
  it('has no body where the status has none', async () => {
    forge.faults.next('GET /user', { status: 304, headers: { ETag: '"1"' } })
    const response = await overSocket('/api/v4/user', {})
    expect([response.status, response.headers.get('etag'), response.headers.get('content-type')]).toEqual([
      304,
      '"1"',
      null,
    ])
  })
  it.each([
    [{ status: 204, body: 'x' }, 'an answer 204 has no body'],
    [{ status: 500, body: 10n }, 'body has to be a text, bytes, or what JSON can hold'],
    [{ status: 500, body: () => 'x' }, 'body has to be a text, bytes, or what JSON can hold'],
  ])('is refused where it could not be sent', (fault, words) => {
    expect(() => forge.faults.next('GET /user', fault)).toThrow(words)
  })
})
