import { route } from '@forgefold/server/http'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { smallApplication } from './small-application.js'

const base = { area: 'x', summary: 'x', caller: 'anyone', params: {}, success: { status: 200 } } as const
const built = (method: 'GET' | 'POST', path: string, more = {}) =>
  route({ ...base, ...more, method, path, handler: async () => E.right({ status: 200, json: { a: 1 } }) })

const documented = () => [
  { method: 'GET', path: '/things' },
  { method: 'POST', path: '/things' },
  { method: 'GET', path: '/things/:id' },
  { method: 'GET', path: '/newer', since: '15.9' },
  { method: 'GET', path: '/older', until: '15.0' },
  { method: 'GET', path: '/dear', tier: 'ultimate' as const },
  { method: 'GET', path: '/people/:id/things' },
]

const routes = [
  built('GET', '/things'),
  built('GET', '/people/:person_id/things', { since: '15.8' }),
  built('GET', '/people/:id'),
]

const asked = (method: string, path: string, more: Parameters<typeof smallApplication>[0] = {}) =>
  smallApplication({ routes, more: { documented }, ...more }).ask(`/api/v4${path}`, { method })

describe('an endpoint of the public API that is not built', () => {
  it('is answered 501, with its name in a header and in the body', async () => {
    const response = await asked('GET', '/things/7')
    expect(response.status).toBe(501)
    expect(response.headers.get('forgefold-unimplemented')).toBe('GET /things/:id')
    expect(await response.json()).toEqual({
      message: '501 Not Implemented: GET /things/:id is an endpoint of the public API that Forgefold has not built',
      unimplemented: 'GET /things/:id',
    })
  })
  it.each([
    ['POST', '/things', 501, 'a method beside one that is built'],
    ['HEAD', '/things/7', 501, 'HEAD where GET is documented'],
    ['GET', '/things', 200, 'built'],
    ['DELETE', '/things', 405, 'documented for other methods'],
    ['GET', '/nothing', 404, 'documented nowhere'],
    ['GET', '/newer', 404, 'not yet in this release'],
    ['GET', '/older', 404, 'no longer in this release'],
    ['GET', '/people/7/things', 404, 'built, but not in this release'],
    ['GET', '/dear', 501, 'on this tier'],
  ])('%s %s: %i, %s', async (method, path, status) => {
    expect((await asked(method, path)).status).toBe(status)
  })
  it('is answered 404 on a tier that lacks it', async () => {
    expect((await asked('GET', '/dear', { tier: 'premium' })).status).toBe(404)
  })
  it('appears with its release', async () => {
    expect((await asked('GET', '/newer', { release: '15.9' })).status).toBe(501)
  })
})
