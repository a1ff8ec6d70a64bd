import { publicEndpoints } from '@forgefold/server/api/public-endpoints'
import { endpointKey, Router, unimplementedEndpoints } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance } from '@forgefold/spec/instance'
import * as gitbeaker from '@gitbeaker/rest'
import { describe, expect, it } from 'vitest'

describe('the endpoints of the public API', () => {
  it('are each listed once', () => {
    const keys = publicEndpoints().map(endpointKey)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })
  it('have patterns that one table holds', () => {
    const table = new Router<string>()
    for (const { method, path } of unimplementedEndpoints(publicEndpoints(), apiRoutes)) table.add(method, path, path)
    expect(table.find('/projects/7/wikis')?.resource.methods.get('POST')?.target).toBe('/projects/:id/wikis')
  })
  it('are not taken by a wider route: it names those that it serves, and the others are told as not built', () => {
    const table = new Router<(typeof apiRoutes)[number]>()
    for (const one of apiRoutes) table.add(one.method, one.path, one)
    const taken = unimplementedEndpoints(publicEndpoints(), apiRoutes).flatMap(({ method, path }) => {
      const wide = table.find(path.replace(/[:*]\w+/g, '1'))?.resource.methods.get(method)?.target
      return wide === undefined || wide.narrower !== undefined ? [] : [`${method} ${path} by ${wide.path}`]
    })
    expect(taken).toEqual([])
    const known = new Set(publicEndpoints().map(({ path }) => path))
    const named = apiRoutes.flatMap(({ narrower = [] }) => narrower)
    expect(named.filter((path) => !known.has(path))).toEqual([])
  })
  it('hold what a widely used client asks for', async () => {
    const asked = new Set<string>()
    const record = (method: string) => async (url: string) => {
      asked.add(`${method} /${url}`)
      return { body: [], headers: {}, status: 200 }
    }
    const requesterFn = () => ({
      get: record('GET'),
      post: record('POST'),
      put: record('PUT'),
      patch: record('PATCH'),
      delete: record('DELETE'),
    })
    const api = new gitbeaker.Gitlab({ host: 'http://forge.example', token: 't', requesterFn } as never)
    await api.PipelineSchedules.all(1)
    await api.ProjectSnippets.show(1, 2)
    await api.Runners.all({ projectId: 1 })
    await api.Search.all('issues', 'x')
    const table = new Router<string>()
    for (const { method, path } of unimplementedEndpoints(publicEndpoints(), [])) table.add(method, path, path)
    const missing = [...asked].filter((text) => {
      const [method = '', path = ''] = text.split(' ')
      return table.find(path)?.resource.methods.get(method) === undefined
    })
    expect(asked.size).toBe(4)
    expect(missing).toEqual([])
  })
  it('are answered 501 by a whole instance, to whoever asks, and 404 before their release', async () => {
    const instance = await openTestInstance({ release: '14.5' })
    const asks = [
      ['GET', '/api/v4/projects/1/wikis'],
      ['POST', '/api/v4/projects/1/wikis'],
      ['GET', '/api/v4/projects/1/secure_files'],
      ['GET', '/api/v4/no/such/thing'],
      ['DELETE', '/api/v4/projects/1/wikis/home'],
      ['GET', '/api/v4/projects/1/packages/rubygems/api/v1/dependencies'],
      ['GET', '/api/v4/projects/1/packages/generic/app/1.0/app.zip'],
      ['DELETE', '/api/v4/projects/1/environments/7'],
      ['POST', '/api/graphql'],
    ] as const
    const statuses = []
    for (const [method, path] of asks) statuses.push((await instance.ask(method, path)).status)
    await instance.close()
    expect(statuses).toEqual([501, 501, 404, 404, 501, 501, 401, 401, 501])
  })
})
