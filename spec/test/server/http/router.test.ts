import { RELEASES } from '@forgefold/core/releases'
import { API_BASE, isRouteServed, plainRoute, Router, required, route, string } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance } from '@forgefold/spec/instance'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { smallApplication } from './small-application.js'

const plain = (path: string) =>
  plainRoute({
    method: 'GET',
    path,
    handle: (_request, params) => ({ status: 200, headers: [], body: JSON.stringify([path, params]) }),
  })

const PLAIN = [
  '/*path.git/info/refs',
  '/*path/-/merge_requests/:iid',
  '/*path/-/merge_requests',
  '/*path',
  '/oauth/token',
  '/oauth/token/info',
  '/files/*path',
  '/files/*path/raw',
  '/u/:name',
  '/u/root',
]

const api = (path: string, names: ReadonlyArray<string>) =>
  route({
    method: 'GET',
    path,
    area: 'x',
    summary: 'x',
    caller: 'anyone',
    params: Object.fromEntries(names.map((name) => [name, required(string(), '')])),
    success: { status: 200 },
    handler: (_context, params) => E.right({ status: 200, json: [path, params] }),
  })

const { ask, defects } = smallApplication({
  plainRoutes: PLAIN.map(plain),
  routes: [
    api('/projects/:id', ['id']),
    api('/projects/:id/repository/files/:path', ['id', 'path']),
    api('/projects/:id/repository/branches/*branch', ['id', 'branch']),
    api('/projects/:id/packages/maven/*path/:file_name', ['id', 'path', 'file_name']),
    api('/groups/:id', ['id']),
    api('/groups/all', []),
  ],
})

describe('a path', () => {
  it.each([
    ['/group/project.git/info/refs', '/*path.git/info/refs', { path: 'group/project' }],
    ['/a/b/c/d.git/info/refs', '/*path.git/info/refs', { path: 'a/b/c/d' }],
    ['/oauth/token', '/oauth/token', {}],
    ['/oauth/token/', '/oauth/token', {}],
    ['/oauth/token/info', '/oauth/token/info', {}],
    ['/g/p/-/merge_requests/12', '/*path/-/merge_requests/:iid', { path: 'g/p', iid: '12' }],
    ['/g/p/-/merge_requests', '/*path/-/merge_requests', { path: 'g/p' }],
    ['/g/p', '/*path', { path: 'g/p' }],
    ['/files/a/b.txt', '/files/*path', { path: 'a/b.txt' }],
    ['/files/a/b/raw', '/files/*path/raw', { path: 'a/b' }],
    ['/files/raw', '/files/*path', { path: 'raw' }],
    ['/u/root', '/u/root', {}],
    ['/u/somebody', '/u/:name', { name: 'somebody' }],
    ['/u/%C3%A9', '/u/:name', { name: 'é' }],
    ['/u/a+b', '/u/:name', { name: 'a+b' }],
    ['/.git/info/refs', '/*path', { path: '.git/info/refs' }],
  ])('%s leads to %s', async (path, pattern, params) => {
    expect(await (await ask(path)).json()).toEqual([pattern, params])
  })

  it.each([
    ['/projects/7', '/projects/:id', { id: '7' }],
    ['/projects/group%2Fsub%2fproject', '/projects/:id', { id: 'group/sub/project' }],
    ['/projects/a%2Eb%40c', '/projects/:id', { id: 'a.b@c' }],
    ['/%70rojects/7', '/projects/:id', { id: '7' }],
    [
      '/projects/1/repository/files/dir%2Ffile%2Etxt',
      '/projects/:id/repository/files/:path',
      { id: '1', path: 'dir/file.txt' },
    ],
    [
      '/projects/1/repository/branches/feature%2Fx',
      '/projects/:id/repository/branches/*branch',
      { id: '1', branch: 'feature/x' },
    ],
    [
      '/projects/1/repository/branches/feature/x',
      '/projects/:id/repository/branches/*branch',
      { id: '1', branch: 'feature/x' },
    ],
    [
      '/projects/1/packages/maven/com/ex/demo/1.0/demo-1.0.jar',
      '/projects/:id/packages/maven/*path/:file_name',
      { id: '1', path: 'com/ex/demo/1.0', file_name: 'demo-1.0.jar' },
    ],
    ['/groups/all', '/groups/all', {}],
    ['/groups/all/', '/groups/all', {}],
    ['/groups/some', '/groups/:id', { id: 'some' }],
  ])('of the API %s leads to %s', async (path, pattern, params) => {
    expect(await (await ask(`/api/v4${path}`)).json()).toEqual([pattern, params])
    expect(defects).toEqual([])
  })

  it('whose literal has other methods leads to the parameter that has the method', async () => {
    const echo = (method: 'GET' | 'DELETE', path: string, names: ReadonlyArray<string>) => ({
      ...api(path, names),
      method,
    })
    const application = smallApplication({
      routes: [echo('GET', '/tokens/:id', ['id']), echo('DELETE', '/tokens/self', []), echo('GET', '/fixed', [])],
    })
    const asked = async (method: string, path: string) => (await application.ask(`/api/v4${path}`, { method })).json()
    expect(await asked('GET', '/tokens/self')).toEqual(['/tokens/:id', { id: 'self' }])
    expect(await asked('DELETE', '/tokens/self')).toEqual(['/tokens/self', {}])
    expect((await application.ask('/api/v4/tokens/self', { method: 'HEAD' })).status).toBe(200)
    expect((await application.ask('/api/v4/tokens/self', { method: 'PUT' })).status).toBe(405)
    expect((await application.ask('/api/v4/fixed', { method: 'DELETE' })).status).toBe(405)
  })

  it('that was asked for before leads to the same place, by the names of each method', async () => {
    const echo = (method: 'GET' | 'DELETE', path: string) =>
      plainRoute({
        method,
        path,
        handle: (_request, params) => ({
          status: 200,
          headers: [],
          body: JSON.stringify([method, params, Object.isFrozen(params)]),
        }),
      })
    const application = smallApplication({ plainRoutes: [echo('GET', '/kept/:a'), echo('DELETE', '/kept/:b')] })
    const answers = []
    for (const method of ['GET', 'DELETE', 'GET', 'GET', 'DELETE'])
      answers.push(await (await application.ask('/kept/%20x//', { method })).json())
    expect(answers).toEqual([
      ['GET', { a: ' x' }, true],
      ['DELETE', { b: ' x' }, true],
      ['GET', { a: ' x' }, true],
      ['GET', { a: ' x' }, true],
      ['DELETE', { b: ' x' }, true],
    ])
  })

  it.each([
    ['/a/:b', '/a/:c'],
    ['/a/*b.c', '/a/*d.c'],
  ])('cannot be served twice: %s, %s', (one, other) => {
    const table = new Router<string>()
    for (const path of [one, other]) table.add('GET', path, path)
    expect(() => table.check()).toThrow(/two routes/)
  })

  it('outside the API is served once, and hidden by no route of the API', async () => {
    const { forgefold, close } = await openTestInstance()
    const apiTable = new Router<string>()
    const plainTable = new Router<string>()
    const ofApi = new Set(apiRoutes.map(({ method, path }) => `${method} ${API_BASE}${path}`))
    const outside = forgefold.places().filter(({ method, path }) => !ofApi.has(`${method} ${path}`))
    for (const { method, path } of apiRoutes) apiTable.add(method, API_BASE + path, path)
    for (const { method, path } of outside) plainTable.add(method, path, path)
    plainTable.check()
    expect(outside.length).toBeGreaterThan(100)
    expect(outside.filter(({ path }) => path.startsWith(API_BASE) && apiTable.find(path) !== undefined)).toEqual([])
    await close()
  })

  it.each(RELEASES)('of the API is served once in %s, on every tier', (release) => {
    for (const tier of ['free', 'premium', 'ultimate'] as const) {
      const table = new Router<string>()
      const served = apiRoutes.filter((one) => isRouteServed(one, { release, tier }))
      for (const { method, path } of served) table.add(method, path, path)
      table.check()
      for (const { method, path } of served)
        expect(table.find(path.replace(/[:*]\w+/g, 'one'))?.resource.methods.has(method)).toBe(true)
    }
  })
})
