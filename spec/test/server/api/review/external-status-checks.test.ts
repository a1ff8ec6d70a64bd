import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const URL = 'https://checks.example/hook?token=secret'
const CHECKS = '/api/v4/projects/1/external_status_checks'
const REQUEST = '/api/v4/projects/1/merge_requests/1'

let world: TestInstance
afterEach(() => world.close())

const ask = async (method: string, path: string, json?: object, as = world.root) => {
  const { status, json: body } = await world.ask(method, path, { as, json })
  return { status, body: body as Json }
}

/** A private project with a merge request, and people of some roles. */
const open = async (options: Parameters<typeof openTestInstance>[0] = {}) => {
  world = await openTestInstance({ tier: 'ultimate', ...options })
  await ask('POST', '/api/v4/projects', { name: 'app', initialize_with_readme: true })
  const actions = [{ action: 'create', file_path: 'a.txt', content: 'a' }]
  const commit = { branch: 'topic', start_branch: 'main', commit_message: 'a', actions }
  await ask('POST', '/api/v4/projects/1/repository/commits', commit)
  const made = await ask('POST', '/api/v4/projects/1/merge_requests', {
    source_branch: 'topic',
    target_branch: 'main',
    title: 'topic',
  })
  const member = async (name: string, access_level: number): Promise<string> => {
    const { id, token } = await world.person(name)
    await ask('POST', '/api/v4/projects/1/members', { user_id: id, access_level })
    return token
  }
  return { sha: made.body['sha'] as string, member }
}

const newCheck = async (name = 'compliance', external_url = URL) =>
  (await ask('POST', CHECKS, { name, external_url })).body['id'] as number

it('makes, lists, changes and deletes checks of a project', async () => {
  const { member } = await open()
  const made = await ask('POST', CHECKS, { name: 'compliance', external_url: URL })
  const check = { id: 1, name: 'compliance', project_id: 1, external_url: URL, protected_branches: [] }
  expect(made).toEqual({ status: 201, body: check })
  expect((await ask('GET', CHECKS)).body).toEqual([check])
  const protections = (await ask('GET', '/api/v4/projects/1/protected_branches')).body as unknown as ReadonlyArray<Json>
  const changed = await ask('PUT', `${CHECKS}/1`, { name: 'audit', protected_branch_ids: [protections[0]?.['id']] })
  expect(changed).toEqual({ status: 200, body: { ...check, name: 'audit', protected_branches: protections } })
  const next = await world.ask('GET', CHECKS, { as: world.root, query: 'per_page=1&page=2' })
  expect(next.json).toEqual([])
  const developer = await member('dev', 30)
  for (const [method, path, json] of [
    ['GET', CHECKS, undefined],
    ['POST', CHECKS, { name: 'x', external_url: 'https://x.example' }],
    ['PUT', `${CHECKS}/1`, { name: 'x' }],
    ['DELETE', `${CHECKS}/1`, undefined],
  ] as const)
    expect(await ask(method, path, json, developer)).toEqual({ status: 401, body: { message: '401 Unauthorized' } })
  expect((await ask('DELETE', `${CHECKS}/1`)).status).toBe(204)
  expect(await ask('DELETE', `${CHECKS}/1`)).toEqual({ status: 404, body: { message: '404 Not found' } })
})

it('says what is wrong with a check', async () => {
  await open()
  await newCheck()
  const refused = async (json: object) => {
    const { status, body } = await ask('POST', CHECKS, { name: 'new', external_url: 'https://new.example', ...json })
    return [status, body['message']]
  }
  expect(await refused({ name: 'compliance' })).toEqual([422, ['Name has already been taken']])
  expect(await refused({ name: ' ' })).toEqual([422, ["Name can't be blank"]])
  expect(await refused({ external_url: URL })).toEqual([422, ['External url has already been taken']])
  expect(await refused({ external_url: 'nowhere' })).toEqual([422, ['External url must be a valid URL']])
  expect(await refused({ external_url: `https://a.example/${'a'.repeat(255)}` })).toEqual([
    422,
    ['External url is too long (maximum is 255 characters)'],
  ])
  expect(await refused({ external_url: 'ftp://files.example' })).toEqual([
    422,
    ['External url is blocked: Only allowed schemes are http, https'],
  ])
  expect(await refused({ protected_branch_ids: '99' })).toEqual([
    422,
    ['all protected branches must exist within the project'],
  ])
  expect((await ask('PUT', `${CHECKS}/1`, { external_url: URL, name: 'compliance' })).status).toBe(200)
})

it('gives a merge request a status for each check that applies, by the newest response to its head', async () => {
  const { sha, member } = await open()
  const [first, second] = [await newCheck(), await newCheck('other', 'https://other.example/')]
  const statuses = async () => {
    const { body } = await ask('GET', `${REQUEST}/status_checks`)
    return (body as unknown as ReadonlyArray<Json>).map(({ status }) => status)
  }
  expect((await ask('GET', `${REQUEST}/status_checks`)).body).toEqual([
    { id: first, name: 'compliance', external_url: 'https://checks.example/hook', status: 'pending' },
    { id: second, name: 'other', external_url: 'https://other.example/', status: 'pending' },
  ])
  const last = await world.ask('GET', `${REQUEST}/status_checks`, { as: world.root, query: 'per_page=1&page=2' })
  expect([last.json, last.headers.get('x-total')]).toMatchObject([[{ id: second }], '2'])
  const respond = (json: object, as?: string) =>
    ask('POST', `${REQUEST}/status_check_responses`, { external_status_check_id: first, sha, ...json }, as)
  const developer = await member('dev', 30)
  const given = await respond({ status: 'passed' }, developer)
  expect(given.status).toBe(201)
  expect(Object.keys(given.body)).toEqual(['id', 'merge_request', 'external_status_check'])
  expect(given.body['merge_request']).toMatchObject({ iid: 1, sha })
  expect(given.body['external_status_check']).toMatchObject({ external_url: 'https://checks.example/hook' })
  expect(await statuses()).toEqual(['passed', 'pending'])
  await respond({ status: 'anything else' })
  expect(await statuses()).toEqual(['failed', 'pending'])
  expect(await respond({})).toEqual({ status: 422, body: { message: 'status is missing' } })
  expect(await respond({ status: 'passed', sha: 'f'.repeat(40) })).toEqual({
    status: 409,
    body: { message: `SHA does not match HEAD of source branch: ${sha}` },
  })
  expect((await respond({ status: 'passed', external_status_check_id: 99 })).status).toBe(404)
  expect((await respond({ status: 'passed' }, await member('rep', 20))).status).toBe(403)
  expect(await statuses()).toEqual(['failed', 'pending'])
  const actions = [{ action: 'update', file_path: 'a.txt', content: 'b' }]
  await ask('POST', '/api/v4/projects/1/repository/commits', { branch: 'topic', commit_message: 'b', actions })
  expect(await statuses()).toEqual(['pending', 'pending'])
})

it('leaves out checks that are kept to other branches', async () => {
  await open()
  await ask('POST', '/api/v4/projects/1/protected_branches', { name: 'release-*' })
  const protections = (await ask('GET', '/api/v4/projects/1/protected_branches')).body as unknown as ReadonlyArray<Json>
  const idOf = (name: string) => protections.find((one) => one['name'] === name)?.['id']
  const on = (name: string, branch: string) =>
    ask('POST', CHECKS, { name, external_url: `https://${name}.example`, protected_branch_ids: [idOf(branch)] })
  await on('main', 'main')
  await on('releases', 'release-*')
  const named = async () => {
    const { body } = await ask('GET', `${REQUEST}/status_checks`)
    return (body as unknown as ReadonlyArray<Json>).map(({ name }) => name)
  }
  expect(await named()).toEqual(['main'])
  await ask('DELETE', '/api/v4/projects/1/protected_branches/release-*')
  expect(await named()).toEqual(['main', 'releases'])
})

it('blocks a merge until every check has passed, where the project says so', async () => {
  const { sha } = await open({ release: '15.6' })
  const id = await newCheck()
  const field = 'only_allow_merge_if_all_status_checks_passed'
  expect((await ask('PUT', '/api/v4/projects/1', { [field]: true })).body).toMatchObject({ [field]: true })
  for (const path of ['/api/v4/projects', '/api/v4/projects/user/1'])
    expect((await ask('POST', path, { name: `at${path.length}`, [field]: true })).body).toMatchObject({ [field]: true })
  const detailed = async () => (await ask('GET', REQUEST)).body['detailed_merge_status']
  await expect.poll(detailed).toBe('external_status_checks')
  expect((await ask('PUT', `${REQUEST}/merge`)).status).toBe(405)
  const respond = (status: string) =>
    ask('POST', `${REQUEST}/status_check_responses`, { external_status_check_id: id, sha, status })
  await respond('failed')
  expect((await ask('PUT', `${REQUEST}/merge`)).status).toBe(405)
  await respond('passed')
  expect(await detailed()).toBe('mergeable')
  expect((await ask('PUT', `${REQUEST}/merge`)).body).toMatchObject({ state: 'merged' })
})

it('merges by itself when the last check passes after the pipeline', async () => {
  const { sha } = await open({ release: '15.6' })
  const id = await newCheck()
  await ask('PUT', '/api/v4/projects/1', { only_allow_merge_if_all_status_checks_passed: true })
  const pipeline = (state: string) => ask('POST', `/api/v4/projects/1/statuses/${sha}`, { state, ref: 'topic' })
  const respond = (status: string) =>
    ask('POST', `${REQUEST}/status_check_responses`, { external_status_check_id: id, sha, status })
  await pipeline('running')
  await respond('passed')
  expect((await ask('PUT', `${REQUEST}/merge`, { merge_when_pipeline_succeeds: true })).status).toBe(200)
  await respond('failed')
  await pipeline('success')
  const state = async () => (await ask('GET', REQUEST)).body['state']
  expect(await state()).toBe('opened')
  await respond('passed')
  await expect.poll(state).toBe('merged')
})

it('lets every response pass before release 15.0, and calls it approved', async () => {
  const { sha } = await open({ release: '14.10' })
  const id = await newCheck()
  const json = { external_status_check_id: id, sha }
  expect((await ask('POST', `${REQUEST}/status_check_responses`, json)).status).toBe(201)
  expect((await ask('GET', `${REQUEST}/status_checks`)).body).toMatchObject([{ status: 'approved' }])
  expect((await ask('POST', `${REQUEST}/status_checks/${id}/retry`)).status).toBe(404)
})

it('does not exist below the highest tier, and keeps no URL in clear text', async () => {
  await open()
  await newCheck()
  const read = await world.forge.events.readAll({ limit: 1000 })
  expect(read.kind === 'Read' ? JSON.stringify(read.events.map(({ data }) => data)) : '').not.toContain('secret')
  await world.close()
  await open({ tier: 'premium' })
  expect((await ask('GET', CHECKS)).status).toBe(404)
})
