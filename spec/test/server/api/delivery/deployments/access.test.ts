import { VISIBILITIES, type Visibility } from '@forgefold/core/access'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDeploymentWorld, type Who, type World } from './world.js'

let world: World
beforeAll(async () => {
  world = await openDeploymentWorld({}, VISIBILITIES)
})
afterAll(() => world.instance.close())

/** The columns of the role table (docs/reference/behaviour/projects.md#role-table): who asks in a project of which visibility. */
const COLUMNS: ReadonlyArray<readonly [Who, Visibility]> = [
  ['anonymous', 'public'],
  ['stranger', 'public'],
  ['anonymous', 'internal'],
  ['stranger', 'internal'],
  ['anonymous', 'private'],
  ['stranger', 'private'],
  ['guest', 'private'],
  ['reporter', 'private'],
  ['developer', 'private'],
  ['maintainer', 'private'],
  // A guest sees of a public project what every visitor sees.
  ['guest', 'public'],
]

interface Asking {
  readonly method: string
  /** `:d` and `:e` stand for the numbers of a deployment and of a stopped environment. */
  readonly path: string
  readonly json?: unknown
}
const deployment = { environment: 'other', sha: 'main', ref: 'main', tag: false, status: 'failed' }

const TABLE: ReadonlyArray<readonly [Asking, ReadonlyArray<number>]> = [
  [{ method: 'GET', path: '/deployments' }, [401, 200, 401, 200, 401, 404, 403, 200, 200, 200, 200]],
  [{ method: 'GET', path: '/deployments/:d' }, [401, 200, 401, 200, 401, 404, 403, 200, 200, 200, 200]],
  [{ method: 'POST', path: '/deployments', json: deployment }, [401, 403, 401, 403, 401, 404, 403, 403, 201, 201, 403]],
  [
    { method: 'PUT', path: '/deployments/:d', json: { status: 'canceled' } },
    [401, 403, 401, 403, 401, 404, 403, 403, 200, 200, 403],
  ],
  [{ method: 'DELETE', path: '/deployments/:d' }, [401, 403, 401, 403, 401, 404, 403, 403, 403, 202, 403]],
  [{ method: 'GET', path: '/environments' }, [401, 200, 401, 200, 401, 404, 403, 200, 200, 200, 200]],
  [{ method: 'GET', path: '/environments/:e' }, [401, 200, 401, 200, 401, 404, 403, 200, 200, 200, 200]],
  [
    { method: 'POST', path: '/environments', json: { name: 'NEW' } },
    [401, 403, 401, 403, 401, 404, 403, 403, 201, 201, 403],
  ],
  [
    { method: 'PUT', path: '/environments/:e', json: { tier: 'testing' } },
    [401, 403, 401, 403, 401, 404, 403, 403, 200, 200, 403],
  ],
  [{ method: 'POST', path: '/environments/:e/stop' }, [401, 403, 401, 403, 401, 404, 403, 403, 200, 200, 403]],
  [{ method: 'DELETE', path: '/environments/:e' }, [401, 403, 401, 403, 401, 404, 403, 403, 204, 204, 403]],
]

const BODIES: Readonly<Record<number, string>> = {
  401: '401 Unauthorized',
  403: '403 Forbidden',
  404: '404 Project Not Found',
}

describe.each(TABLE)('$method $path', ({ method, path, json }, statuses) => {
  it.each(COLUMNS.map(([who, visibility], n) => [who, visibility, statuses[n] ?? 0] as const))(
    'by %s of a %s project: %i',
    async (who, visibility, status) => {
      const { id } = await world.deploy({ status: 'failed' }, visibility)
      const name = `e${id}`
      const made = await world.at('developer', 'POST', '/environments', { name }, { in: visibility })
      const environment = (made.json as { readonly id: number }).id
      await world.at('developer', 'POST', `/environments/${environment}/stop`, undefined, { in: visibility })
      const reached = path.replace(':d', String(id)).replace(':e', String(environment))
      const body = JSON.parse(JSON.stringify(json ?? {}).replace('NEW', `${name}-new`))
      const answered = await world.at(who, method, reached, body, { in: visibility })
      expect([answered.status, answered.text]).toEqual([status, answered.text])
      const message = BODIES[status]
      if (message !== undefined) expect(answered.json).toEqual({ message })
    },
  )
})

describe('the order of checks', () => {
  it('knows the caller, then the parameters, then the project', async () => {
    const wrong = { query: 'order_by=size' }
    expect((await world.at('anonymous', 'GET', '/deployments', undefined, wrong)).status).toBe(401)
    expect(await world.at('stranger', 'GET', '/deployments', undefined, wrong)).toMatchObject({
      status: 400,
      json: { error: 'order_by does not have a valid value' },
    })
  })

  it('forbids the deletion before it looks whether one is running, but looks for it first', async () => {
    const { id } = await world.deploy({ status: 'running' })
    expect((await world.at('developer', 'DELETE', '/deployments/99999')).status).toBe(404)
    expect((await world.at('developer', 'DELETE', `/deployments/${id}`)).status).toBe(403)
    expect((await world.at('maintainer', 'DELETE', `/deployments/${id}`)).status).toBe(400)
  })

  it('asks for the scope before all of it', async () => {
    const reader = await world.instance.person('reader', ['read_api'])
    const answered = await world.instance.ask('POST', `/api/v4/projects/${world.projects.public}/deployments`, {
      as: reader.token,
      json: {},
    })
    expect(answered).toMatchObject({ status: 403, json: { error: 'insufficient_scope', scope: 'api read_api' } })
  })

  it('hides the writing of an archived project, and all of one without deployments', async () => {
    const { instance, projects } = world
    const project = `/api/v4/projects/${projects.internal}`
    await instance.ask('POST', `${project}/archive`, { as: instance.root })
    expect((await world.at('developer', 'POST', '/deployments', deployment, { in: 'internal' })).status).toBe(403)
    expect((await world.at('developer', 'GET', '/deployments', undefined, { in: 'internal' })).status).toBe(200)
    await instance.ask('POST', `${project}/unarchive`, { as: instance.root })
    await instance.ask('PUT', project, { as: instance.root, json: { builds_access_level: 'disabled' } })
    expect((await world.at('developer', 'GET', '/deployments', undefined, { in: 'internal' })).status).toBe(403)
    expect((await world.at('maintainer', 'GET', '/environments', undefined, { in: 'internal' })).status).toBe(403)
  })
})
