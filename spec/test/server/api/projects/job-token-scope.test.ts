import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Job {
  readonly id: number
  readonly token?: string
}

const make = async (world: TestInstance, path: string, json: unknown): Promise<number> =>
  ((await world.ask('POST', `/api/v4${path}`, { as: world.root, json })).json as { readonly id: number }).id

/** The token of a running job of a project. */
const runJobIn = async (world: TestInstance, project: number): Promise<string> => {
  const at = `/api/v4/projects/${project}`
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content: "publish:\n  script: ['true']\n" }]
  const json = { branch: 'main', commit_message: 'CI', actions }
  await world.ask('POST', `${at}/repository/commits`, { as: world.root, json })
  const waiting = await eventually('the job', async () => {
    const { json: jobs } = await world.ask('GET', `${at}/jobs`, { as: world.root })
    return (jobs as ReadonlyArray<Job>)[0]
  })
  const running = await world.ask('PUT', `${at}/jobs/${waiting.id}`, { as: world.root, json: { status: 'running' } })
  return String((running.json as Job).token)
}

let world: TestInstance
let home: number
let target: number
let token: string
let version = 0

const publishIn = async (project: number): Promise<number> => {
  version += 1
  const path = `/api/v4/projects/${project}/packages/generic/tool/${version}.0.0/tool.bin`
  const headers = { 'job-token': token, 'content-type': 'application/octet-stream' }
  return (await world.ask('PUT', path, { form: 'bytes', headers })).status
}

/** Whether git may read the project with the token. */
const isFetched = async (name: string): Promise<boolean> => {
  const authorization = `Basic ${Buffer.from(`gitlab-ci-token:${token}`).toString('base64')}`
  const query = 'service=git-upload-pack'
  return (await world.ask('GET', `/root/${name}.git/info/refs`, { query, headers: { authorization } })).status === 200
}

const open = async (release: string): Promise<void> => {
  world = await openTestInstance({ release })
  home = await make(world, '/projects', { name: 'home', initialize_with_readme: true })
  target = await make(world, '/projects', { name: 'target', initialize_with_readme: true })
  token = await runJobIn(world, home)
}

const scope = (method: string, path = '', json?: unknown, as = world.root, query = '') =>
  world.ask(method, `/api/v4/projects/${target}/job_token_scope${path}`, {
    as,
    query,
    json,
  })

const listed = async (): Promise<ReadonlyArray<number>> =>
  ((await scope('GET', '/allowlist')).json as ReadonlyArray<{ readonly id: number }>).map(({ id }) => id)

describe('job tokens in 16.0', () => {
  beforeAll(() => open('16.0'))
  afterAll(() => world.close())

  it('reach a private project that lists theirs, until it is taken off', async () => {
    expect(await publishIn(home)).toBe(201)
    expect([await publishIn(target), await isFetched('target'), await isFetched('home')]).toEqual([404, false, true])
    const added = await scope('POST', '/allowlist', { target_project_id: home })
    expect([added.status, added.json]).toEqual([201, { source_project_id: target, target_project_id: home }])
    expect([await publishIn(target), await isFetched('target')]).toEqual([201, true])
    expect(await listed()).toEqual([home, target])
    const paged = await scope('GET', '/allowlist', undefined, world.root, 'per_page=1&page=2')
    expect([paged.json, paged.headers.get('x-total')]).toMatchObject([[{ id: target, path: 'target' }], '2'])
    expect((await scope('DELETE', `/allowlist/${home}`)).status).toBe(204)
    expect([await publishIn(target), await isFetched('target')]).toEqual([404, false])
    expect(await listed()).toEqual([target])
  })

  it('reach a private project that takes those of all jobs', async () => {
    expect((await scope('GET')).json).toEqual({ inbound_enabled: true, outbound_enabled: false })
    expect((await scope('PATCH', '', { enabled: false })).status).toBe(204)
    expect((await scope('GET')).json).toEqual({ inbound_enabled: false, outbound_enabled: false })
    expect(await publishIn(target)).toBe(201)
    expect((await scope('PATCH', '', { enabled: true })).status).toBe(204)
    expect(await publishIn(target)).toBe(404)
  })

  it('reach what is open to everybody, with the rights that their user has there', async () => {
    const everybodys = await make(world, '/projects', { name: 'everybodys', visibility: 'public' })
    expect(await publishIn(everybodys)).toBe(201)
  })

  it('are told by nobody but maintainers where they reach', async () => {
    const dev = await world.person('dev')
    await world.ask('POST', `/api/v4/projects/${target}/members`, {
      as: world.root,
      json: { user_id: dev.id, access_level: 30 },
    })
    const stranger = await world.person('stranger')
    for (const [method, path, json] of [
      ['GET', '', undefined],
      ['PATCH', '', { enabled: false }],
      ['GET', '/allowlist', undefined],
      ['POST', '/allowlist', { target_project_id: home }],
      ['DELETE', `/allowlist/${home}`, undefined],
    ] as const) {
      expect((await scope(method, path, json, dev.token)).status).toBe(403)
      expect((await scope(method, path, json, stranger.token)).status).toBe(404)
    }
  })

  it('refuses what cannot be on the list', async () => {
    const add = async (id: unknown, as = world.root) => {
      const { status, json } = await scope('POST', '/allowlist', { target_project_id: id }, as)
      return [status, json]
    }
    expect(await add(9999)).toEqual([404, { message: 'target_project_id not found' }])
    expect((await add('none'))[0]).toBe(400)
    expect((await add(target))[0]).toBe(400)
    const owner = await world.person('owner')
    await world.ask('POST', `/api/v4/projects/${target}/members`, {
      as: world.root,
      json: { user_id: owner.id, access_level: 40 },
    })
    const [status, json] = await add(home, owner.token)
    expect([status, String((json as { message: string }).message)]).toEqual([
      400,
      expect.stringMatching(/does not exist/),
    ])
    expect((await add(home))[0]).toBe(201)
    expect((await add(home))[0]).toBe(400)
    expect((await scope('DELETE', `/allowlist/${target}`)).status).toBe(400)
    expect((await scope('DELETE', '/allowlist/9999')).status).toBe(404)
    expect((await scope('DELETE', `/allowlist/${home}`)).status).toBe(204)
    expect((await scope('DELETE', `/allowlist/${home}`)).status).toBe(400)
    expect((await scope('PATCH')).status).toBe(400)
  })
})

describe('job tokens in 15.3', () => {
  beforeAll(() => open('15.3'))
  afterAll(() => world.close())

  it('read every private project of their user and publish in none but their own; there is no list', async () => {
    expect([await publishIn(home), await publishIn(target), await isFetched('target')]).toEqual([201, 404, true])
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['GET', '/allowlist'],
    ] as const)
      expect((await scope(method, path, method === 'PATCH' ? { enabled: true } : undefined)).status).toBe(404)
  })
})
