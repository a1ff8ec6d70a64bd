import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDeploymentWorld, type Shown, type World } from './world.js'

let world: World
const open = async (): Promise<void> => {
  world = await openDeploymentWorld()
}
const close = (): Promise<void> => world.instance.close()
const eachInItsOwnWorld = (): void => {
  beforeEach(open)
  afterEach(close)
}
const allInOneWorld = (): void => {
  beforeAll(open)
  afterAll(close)
}

const later = (seconds: number): void => world.instance.clock.advance(seconds * 1000)
const idsOf = (json: unknown): ReadonlyArray<number> => (json as ReadonlyArray<Shown>).map(({ id }) => id)

describe('creating a deployment', () => {
  eachInItsOwnWorld()

  it('answers with the documented fields, and makes its environment', async () => {
    const [, sha] = world.shas
    const made = await world.at('developer', 'POST', '/deployments', {
      environment: 'review/One',
      sha,
      ref: 'main',
      tag: false,
      status: 'running',
    })
    expect(made.status).toBe(201)
    expect(made.json).toEqual({
      id: 1,
      iid: 1,
      ref: 'main',
      sha,
      created_at: '2022-08-22T12:00:00.000Z',
      status: 'running',
      user: expect.objectContaining({ username: 'developer', name: 'developer', state: 'active' }),
      environment: { id: 1, name: 'review/One', slug: expect.stringMatching(/^review-one-\w{6}$/), external_url: null },
      deployable: null,
      pending_approval_count: 0,
      approvals: [],
      approval_summary: { rules: [] },
    })
    const environment = await world.at('developer', 'GET', '/environments/1')
    expect(environment.json).toMatchObject({ name: 'review/One', tier: 'development', state: 'available' })
  })

  it('has every status that may be asked for at once, by form as by JSON', async () => {
    for (const [n, status] of ['running', 'success', 'failed', 'canceled'].entries())
      expect(await world.deploy({ status })).toMatchObject({ id: n + 1, iid: n + 1, status })
  })

  it('counts iids per project and ids over all', async () => {
    await world.deploy()
    expect(await world.deploy({}, 'public')).toMatchObject({ id: 2, iid: 1 })
    expect(await world.deploy({ status: 'failed' })).toMatchObject({ id: 3, iid: 2 })
  })

  it('leaves the environment of a refused deployment where it is', async () => {
    const whole = { environment: 'prod', sha: 'nothing', ref: 'main', tag: false, status: 'success' }
    await world.at('developer', 'POST', '/deployments', whole)
    expect((await world.at('developer', 'GET', '/environments')).json).toMatchObject([{ name: 'prod' }])
  })

  it('gives the last success of the environment back where it is told again, and only then', async () => {
    const first = await world.deploy()
    expect((await world.deploy()).id).toBe(first.id)
    const next = await world.deploy({ tag: true })
    expect(next.id).not.toBe(first.id)
    // The last success is another one by now.
    expect((await world.deploy()).id).toBeGreaterThan(next.id)
    const failed = await world.deploy({ status: 'failed' })
    expect((await world.deploy({ status: 'failed' })).id).not.toBe(failed.id)
  })

  it('takes any name of a commit, and says which commit that is', async () => {
    const [, newest] = world.shas
    for (const sha of ['main', 'v1', newest.slice(0, 8), newest.toUpperCase(), 'refs/heads/main', 'main~0', newest]) {
      const made = await world.deploy({ sha, ref: 'v1', tag: true, status: 'failed' })
      expect([sha, made.sha, made.ref]).toEqual([sha, newest, 'v1'])
      const { json } = await world.at('developer', 'GET', `/deployments/${made.id}`)
      expect(json).toMatchObject({ sha: newest })
    }
  })

  it('gives the last success back by whatever name its commit is told', async () => {
    const [, newest] = world.shas
    const first = await world.deploy({ sha: newest })
    for (const sha of ['main', 'v1', newest.slice(0, 10), newest.toUpperCase()])
      expect((await world.deploy({ sha })).id).toBe(first.id)
  })
})

describe('a deployment that cannot be', () => {
  allInOneWorld()

  it('says all that is missing at once, in the order of the documentation', async () => {
    expect(await world.at('developer', 'POST', '/deployments', {})).toMatchObject({
      status: 400,
      json: { error: 'environment is missing, sha is missing, ref is missing, tag is missing, status is missing' },
    })
  })

  const whole = { environment: 'prod', sha: 'main', ref: 'main', tag: false, status: 'success' }
  it.each([
    [{ environment: ' ' }, { error: 'environment is empty' }],
    [{ sha: '' }, { error: 'sha is empty' }],
    [{ ref: '' }, { error: 'ref is empty' }],
    [{ tag: 'perhaps' }, { error: 'tag is invalid' }],
    [{ status: 'created' }, { error: 'status does not have a valid value' }],
    [{ status: 'blocked' }, { error: 'status does not have a valid value' }],
    [{ status: 'skipped' }, { error: 'status does not have a valid value' }],
    [{ environment: { a: 1 } }, { error: 'environment is invalid' }],
    [{ sha: 'main:README.md' }, { message: { sha: ['The commit does not exist'] } }],
    [{ sha: 'D'.repeat(40) }, { message: { sha: ['The commit does not exist'] } }],
    [{ sha: 'd'.repeat(40) }, { message: { sha: ['The commit does not exist'] } }],
    [{ ref: 'nowhere' }, { message: { ref: ['The branch or tag does not exist'] } }],
    [
      { sha: 'nothing', ref: 'nowhere' },
      { message: { sha: ['The commit does not exist'], ref: ['The branch or tag does not exist'] } },
    ],
    [{ environment: '/prod' }, { message: { name: [expect.stringMatching(/^can contain only letters, digits, /)] } }],
    [{ environment: 'prod!' }, { message: { name: [expect.stringMatching(/^can contain only letters, digits, /)] } }],
    [{ environment: 'x'.repeat(256) }, { message: { name: ['is too long (maximum is 255 characters)'] } }],
  ])('is refused with %j', async (wrong, body) => {
    const answered = await world.at('developer', 'POST', '/deployments', { ...whole, ...wrong })
    expect(answered).toMatchObject({ status: 400, json: body })
    expect((await world.at('developer', 'GET', '/deployments')).json).toEqual([])
  })
})

describe('moving a deployment', () => {
  allInOneWorld()

  const START = ['running', 'success', 'failed', 'canceled'] as const
  const WORD = { running: 'run', success: 'succeed', failed: 'drop', canceled: 'cancel' } as const
  const moves = START.flatMap((from) => START.map((to) => [from, to] as const))

  it.each(moves)('from %s to %s', async (from, to) => {
    const createdAt = world.instance.clock.now()
    const { id } = await world.deploy({ status: from, environment: `${from}/${to}` })
    later(5)
    const moved = await world.at('developer', 'PUT', `/deployments/${id}`, { status: to })
    if (from === to || to === 'running') {
      expect(moved).toMatchObject({
        status: 400,
        json: { message: { status: [`cannot transition via "${WORD[to]}"`] } },
      })
      return
    }
    expect(moved.status).toBe(200)
    expect(moved.json).toMatchObject({ id, status: to, deployable: null })
    expect(moved.json).not.toHaveProperty('updated_at')
    expect((await world.at('developer', 'GET', `/deployments/${id}`)).json).toMatchObject({
      status: to,
      created_at: createdAt,
      updated_at: world.instance.clock.now(),
    })
  })

  it('asks for a status it knows, of a deployment of this project', async () => {
    const { id } = await world.deploy()
    const put = (path: string, json: unknown) => world.at('developer', 'PUT', path, json)
    expect(await put(`/deployments/${id}`, {})).toMatchObject({ status: 400, json: { error: 'status is missing' } })
    expect(await put(`/deployments/${id}`, { status: 'created' })).toMatchObject({
      status: 400,
      json: { error: 'status does not have a valid value' },
    })
    expect(await put('/deployments/999', { status: 'failed' })).toMatchObject({
      status: 404,
      json: { message: '404 Not found' },
    })
    const elsewhere = await world.at('developer', 'PUT', `/deployments/${id}`, { status: 'failed' }, { in: 'public' })
    expect(elsewhere.status).toBe(404)
  })

  it('makes a stopped environment available again by a success', async () => {
    const { id, environment } = await world.deploy({ status: 'failed', environment: 'sleeper' })
    const path = `/environments/${(environment as Shown).id}`
    await world.at('developer', 'POST', `${path}/stop`)
    await world.at('developer', 'PUT', `/deployments/${id}`, { status: 'canceled' })
    expect((await world.at('developer', 'GET', path)).json).toMatchObject({ state: 'stopped' })
    await world.at('developer', 'PUT', `/deployments/${id}`, { status: 'success' })
    expect((await world.at('developer', 'GET', path)).json).toMatchObject({ state: 'available' })
  })
})

describe('deleting a deployment', () => {
  eachInItsOwnWorld()

  const remove = (id: number, headers = {}) =>
    world.at('maintainer', 'DELETE', `/deployments/${id}`, undefined, { headers })

  it('is accepted, and frees no number', async () => {
    await world.deploy()
    const { id } = await world.deploy({ status: 'failed' })
    expect(await remove(id)).toMatchObject({ status: 202, json: { message: '202 Accepted' } })
    expect((await world.at('developer', 'GET', `/deployments/${id}`)).status).toBe(404)
    expect(await remove(id)).toMatchObject({ status: 404, json: { message: '404 Not found' } })
    expect(await world.deploy({ status: 'canceled' })).toMatchObject({ id: id + 1, iid: 3 })
  })

  it('is refused for what is running, before anything else', async () => {
    const { id } = await world.deploy({ status: 'running' })
    expect(await remove(id)).toMatchObject({
      status: 400,
      json: { message: '400 Cannot destroy running deployment' },
    })
  })

  it('is refused for the latest success of the environment, by the time it ended', async () => {
    const early = await world.deploy({ status: 'running' })
    const last = await world.deploy({ environment: 'prod', sha: world.shas[0] })
    const latest = { status: 400, json: { message: '400 Deployment currently deployed to environment' } }
    expect(await remove(last.id)).toMatchObject(latest)
    later(1)
    await world.at('developer', 'PUT', `/deployments/${early.id}`, { status: 'success' })
    expect(await remove(early.id)).toMatchObject(latest)
    const failed = await world.deploy({ status: 'failed' })
    expect((await remove(failed.id)).status).toBe(202)
    expect((await remove(last.id)).status).toBe(202)
  })

  it('is refused where it changed since the caller looked', async () => {
    const { id } = await world.deploy({ status: 'failed' })
    later(3600)
    await world.at('developer', 'PUT', `/deployments/${id}`, { status: 'canceled' })
    const stale = await remove(id, { 'if-unmodified-since': 'Mon, 22 Aug 2022 12:00:00 GMT' })
    expect(stale.status).toBe(412)
    const fresh = await remove(id, { 'if-unmodified-since': 'Mon, 22 Aug 2022 14:00:00 GMT' })
    expect(fresh.status).toBe(202)
  })
})

it('knows no deletion before 15.3', async () => {
  const old = await openDeploymentWorld({ release: '15.2' })
  const { id } = await old.deploy({ status: 'failed' })
  expect(await old.at('maintainer', 'DELETE', `/deployments/${id}`)).toMatchObject({
    status: 405,
    json: { error: '405 Not Allowed' },
  })
  await old.instance.close()
})

it('shows nothing of approvals on the free tier', async () => {
  const free = await openDeploymentWorld({ tier: 'free' })
  const { id } = await free.deploy()
  const shown = (await free.at('developer', 'GET', `/deployments/${id}`)).json
  for (const field of ['pending_approval_count', 'approvals', 'approval_summary'])
    expect(shown).not.toHaveProperty(field)
  await free.instance.close()
})

describe('listing deployments', () => {
  allInOneWorld()

  const list = (query = '') => world.at('reporter', 'GET', '/deployments', undefined, { query })
  const listed = async (query = ''): Promise<ReadonlyArray<number>> => {
    const answered = await list(query)
    expect(answered.status, answered.text).toBe(200)
    return idsOf(answered.json)
  }

  beforeAll(async () => {
    const [older, newer] = world.shas
    await world.deploy({ ref: 'main', sha: newer })
    later(60)
    await world.deploy({ ref: 'v1', sha: older, tag: true, environment: 'staging', status: 'running' })
    later(60)
    await world.deploy({ ref: 'other', sha: newer, status: 'failed' })
    later(60)
    await world.deploy({ ref: 'other', sha: older, environment: 'Prod', status: 'canceled' })
    later(60)
    await world.at('developer', 'PUT', '/deployments/2', { status: 'success' })
  })

  it('has the short shape', async () => {
    const [first] = (await list()).json as ReadonlyArray<Shown>
    expect(Object.keys(first ?? {}).toSorted()).toEqual(
      ['created_at', 'deployable', 'environment', 'id', 'iid', 'ref', 'sha', 'status', 'updated_at', 'user'].toSorted(),
    )
  })

  it.each([
    ['', [1, 2, 3, 4]],
    ['sort=desc', [4, 3, 2, 1]],
    ['order_by=id&sort=desc', [4, 3, 2, 1]],
    ['order_by=iid', [1, 2, 3, 4]],
    ['order_by=iid&sort=desc', [4, 3, 2, 1]],
    ['order_by=created_at&sort=desc', [4, 3, 2, 1]],
    ['order_by=updated_at', [1, 3, 4, 2]],
    ['order_by=updated_at&sort=desc', [2, 4, 3, 1]],
    ['order_by=ref', [1, 3, 4, 2]],
    ['order_by=ref&sort=desc', [2, 4, 3, 1]],
    ['environment=prod', [1, 3]],
    ['environment=Prod', [4]],
    ['environment=none', []],
    ['status=success', [1, 2]],
    ['status=failed', [3]],
    ['status=canceled', [4]],
    ['status=running', []],
    ['status=created', []],
    ['status=blocked', []],
    ['status=skipped', []],
    ['status=success&environment=staging', [2]],
    ['updated_after=2022-08-22T12:02:00Z', [3, 4, 2]],
    ['updated_after=2022-08-22T12:02:00.001Z', [4, 2]],
    ['updated_before=2022-08-22T12:03:00Z', [1, 3, 4]],
    ['updated_after=2022-08-22T12:01:00Z&updated_before=2022-08-22T12:03:00Z&sort=desc', [4, 3]],
    ['updated_after=2022-08-22T12:00:00Z&order_by=ref', [1, 3, 4, 2]],
    ['updated_after=2022-08-22T14:02:00%2B02:00', [3, 4, 2]],
  ])('with %s', async (query, ids) => {
    expect(await listed(query)).toEqual(ids)
  })

  it.each([
    ['order_by=size', 'order_by does not have a valid value'],
    ['sort=up', 'sort does not have a valid value'],
    ['status=done', 'status does not have a valid value'],
    ['updated_after=yesterday', 'updated_after is invalid'],
    ['updated_before=2022-99-01', 'updated_before is invalid'],
    ['page=x', 'page is invalid'],
    ['per_page=0', 'per_page has a value not allowed'],
  ])('refuses %s', async (query, error) => {
    expect(await list(query)).toMatchObject({ status: 400, json: { error } })
  })

  it('comes in pages with the documented headers', async () => {
    const page = await list('per_page=1&page=2&status=success')
    expect(idsOf(page.json)).toEqual([2])
    const headers = Object.fromEntries(page.headers)
    expect(headers).toMatchObject({
      'x-page': '2',
      'x-per-page': '1',
      'x-prev-page': '1',
      'x-next-page': '',
      'x-total': '2',
      'x-total-pages': '2',
    })
    const links = (headers['link'] ?? '').split(', ').map((link) => /rel="(\w+)"/.exec(link)?.[1])
    expect(links).toEqual(['prev', 'first', 'last'])
    const url = new URL(/<([^>]+)>/.exec(headers['link'] ?? '')?.[1] ?? '')
    expect(url.origin + url.pathname).toBe(`http://forge.test/api/v4/projects/${world.projects.private}/deployments`)
    expect([...url.searchParams]).toEqual([
      ['id', String(world.projects.private)],
      ['order_by', 'id'],
      ['page', '1'],
      ['per_page', '1'],
      ['sort', 'asc'],
      ['status', 'success'],
    ])
    const beyond = await list('page=9')
    expect(beyond).toMatchObject({ status: 200, json: [] })
    expect(Object.fromEntries(beyond.headers)).toMatchObject({ 'x-page': '9', 'x-next-page': '', 'x-prev-page': '' })
    expect((await list('environment=none')).headers.get('x-total-pages')).toBe('1')
    expect((await list('per_page=1000')).headers.get('x-per-page')).toBe('100')
  })
})

describe('a list that is read over and over', () => {
  eachInItsOwnWorld()

  const list = async (query = ''): Promise<ReadonlyArray<Shown>> =>
    (await world.at('reporter', 'GET', '/deployments', undefined, { query })).json as ReadonlyArray<Shown>

  it('shows each change at once, of rows and of what they are shown with', async () => {
    await world.deploy({ status: 'running' })
    expect(await list()).toMatchObject([{ id: 1, status: 'running', user: { name: 'developer' } }])
    expect(await list('status=success')).toEqual([])
    await world.at('developer', 'PUT', '/deployments/1', { status: 'success' })
    expect(await list()).toMatchObject([{ id: 1, status: 'success' }])
    expect(await list('status=success')).toMatchObject([{ id: 1 }])
    const [{ user }] = (await list()) as unknown as [{ readonly user: { readonly id: number } }]
    const { instance } = world
    const renamed = { as: instance.root, json: { name: 'Somebody Else' } }
    expect((await instance.ask('PUT', `/api/v4/users/${user.id}`, renamed)).status).toBe(200)
    expect(await list()).toMatchObject([{ user: { name: 'Somebody Else' } }])
    await world.at('maintainer', 'PUT', '/environments/1', { external_url: 'https://review.test' })
    expect(await list()).toMatchObject([{ environment: { external_url: 'https://review.test' } }])
    await world.deploy({ status: 'failed' })
    expect(idsOf(await list())).toEqual([1, 2])
  })

  it('has the tag of what it shows', async () => {
    await world.deploy({ status: 'running' })
    const tag = async (): Promise<string> =>
      (await world.at('reporter', 'GET', '/deployments')).headers.get('etag') ?? 'none'
    const first = await tag()
    expect(await tag()).toBe(first)
    await world.at('developer', 'PUT', '/deployments/1', { status: 'failed' })
    expect(await tag()).not.toBe(first)
  })
})
