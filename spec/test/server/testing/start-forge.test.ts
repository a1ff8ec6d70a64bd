import { runInNewContext } from 'node:vm'
import { type StartOptions, startForge, type TestForge } from '@forgefold/server/testing'
import { afterEach, describe, expect, it } from 'vitest'

const opened: Array<TestForge> = []
const start = async (options: StartOptions = {}): Promise<TestForge> => {
  const forge = await startForge(options)
  opened.push(forge)
  return forge
}
afterEach(async () => {
  for (const forge of opened.splice(0)) await forge.close()
})

const post = (forge: TestForge, path: string, body: unknown, as = 'root'): Promise<Response> =>
  forge.as(as).fetch(`/api/v4${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const json = async <A>(response: Promise<Response>): Promise<A> => (await (await response).json()) as A
const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status
const makeProject = (forge: TestForge) => post(forge, '/projects', { name: 'app', initialize_with_readme: true })

describe('a forge for tests', () => {
  it('is there with the administrator, over a socket whose address is in every link', async () => {
    const forge = await start()
    const response = await fetch(`${forge.url}/api/v4/user`, {
      headers: { 'private-token': forge.tokens['root'] ?? '' },
    })
    expect(await response.json()).toMatchObject({ username: 'root', web_url: `${forge.url}/root` })
    expect(new URL(forge.url).port).not.toBe('')
  })
  it('opens no socket where it is told so', async () => {
    const forge = await start({ port: false })
    expect(forge.url).toBe('http://forge.test')
    expect(await statusOf(forge.as('root').fetch('/api/v4/user'))).toBe(200)
  })
  it('has the release, tier and settings that it is told', async () => {
    const forge = await start({ port: false, release: '15.9', tier: 'free', settings: { signup_enabled: false } })
    const settings = await json<Record<string, unknown>>(forge.as('root').fetch('/api/v4/application/settings'))
    expect(settings['signup_enabled']).toBe(false)
    expect(await json(forge.as('root').fetch('/api/v4/version'))).toMatchObject({
      version: expect.stringMatching(/^15\.9/),
    })
  })
  it.each([
    [{ release: '17.9' }, /17\.9.*14\.0.*16\.0/],
    [{ tier: 'gold' as never }, /gold.*free.*ultimate/],
    [{ clock: 'yesterday' }, /yesterday/],
    [{ clock: new Date(Number.NaN) }, /clock is Invalid Date; it is a moment in ISO 8601 such as 2024/],
    [{ clock: 5 as never }, /clock is 5; it is a moment in ISO 8601/],
    [
      { settings: { signup_enable: true, domain_allowlist: [] } },
      /there is no setting 'signup_enable'; .*signup_enabled/,
    ],
    [{ clock: null as never }, /clock is null; it is a moment in ISO 8601/],
    [{ randomness: 5 as never }, /randomness has to be a text/],
    [{ control: 'yes' as never }, /control has to be true or false/],
    [{ faults: [null] as never }, /a fault has to be an object/],
    [{ faults: ['GET /user'] as never }, /a fault has to be an object/],
    [{ faults: [{ status: 500 }] as never }, /a fault needs a pattern such as GET \/projects\/:id/],
    [{ seed: './none.yaml' }, `there is no seed file ./none.yaml in ${process.cwd()}`],
    [{ seed: new URL('file:///none.yaml') }, /there is no seed file \/none\.yaml$/],
    [{ seed: new URL('https://forge.example/team.yaml') }, /a seed is read from a file, not from https:/],
    [{ seed: '/' }, /the seed file \/ cannot be read: EISDIR/],
    [{ seed: new Map([['users', {}]]) as never }, /^seed: is Map, has to be object/],
    [{ settings: [] as never }, /settings is a list; it has to be an object/],
    [{ settings: { default_project_visibility: 'pink' } }, /settings were refused/],
    [{ seed: { settings: { signup_enable: true } } }, /seed: settings.signup_enable: there is no setting/],
    [{ settings: { help_page_text: () => '' } }, /the setting help_page_text is .*; it has to be what JSON can hold/],
    [{ seed: '' }, "there is no seed file '' in"],
    [{ seed: 'users:\n  jane:\n' }, "there is no seed file 'users:\\n  jane:\\n' in"],
    [{ seed: 7 as never }, /^seed: is number, has to be object/],
    [{ faults: { pattern: 'GET /user', status: 500 } as never }, /faults has to be a list/],
    [{ relase: '15.3' } as never, /there is no option 'relase'; there are seed, .*release/],
    [{ port: -1 }, /port is -1/],
    [{ unimplemented: '404' as never }, /one of throw, warn, 501/],
    [{ faults: [{ pattern: 'projects', status: 500 }] }, /no pattern of requests: 'projects'/],
  ])('refuses %j', async (options, words) => {
    await expect(startForge({ port: false, ...options })).rejects.toThrow(words)
  })
  it('holds nothing open where it is refused', async () => {
    const sockets = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length
    const before = sockets()
    await expect(startForge({ release: '17.9' })).rejects.toThrow()
    await expect(startForge({ settings: { signup_enable: true } })).rejects.toThrow()
    expect(sockets()).toBe(before)
  })
  it('takes a clock before 1970, and one of another realm', async () => {
    for (const clock of [new Date(0), '1960-01-01T00:00:00Z', runInNewContext('new Date(0)') as Date]) {
      const forge = await start({ port: false, clock })
      expect(await statusOf(makeProject(forge))).toBe(201)
    }
  })
  it('makes the same ids, tokens and shas again', async () => {
    const walk = async (): Promise<unknown> => {
      const forge = await start({ port: false })
      const jane = await forge.addUser('jane')
      await makeProject(forge)
      const commits = await json<Array<{ id: string }>>(forge.as('root').fetch('/api/v4/projects/1/repository/commits'))
      return [jane.token, forge.tokens['root'], commits.map(({ id }) => id)]
    }
    const first = await walk()
    expect(await walk()).toEqual(first)
    const other = await start({ port: false, randomness: 'another' })
    expect(other.tokens['root']).not.toBe((first as ReadonlyArray<unknown>)[1])
  })
  it('begins as every other with the same options, whatever those have done meanwhile', async () => {
    const about = async (forge: TestForge): Promise<unknown> => [
      forge.tokens,
      await json(forge.as('root').fetch('/api/v4/users')),
      (await forge.events.since()).map(({ id, type }) => [id, type]),
    ]
    const first = await start({ port: false })
    const fresh = await about(first)
    await first.addUser('jane')
    await makeProject(first)
    const second = await start({ port: false })
    expect(await about(second)).toEqual(fresh)
    await first.close()
    await second.addUser('omar')
    await second.reset()
    expect(await about(second)).toEqual(fresh)
    const withSettings = await start({ port: false, settings: { signup_enabled: false } })
    expect(await about(withSettings)).not.toEqual(fresh)
    expect(await about(await start({ port: false }))).toEqual(fresh)
  })
  it('signs users in by password', async () => {
    const forge = await start({ port: false })
    await forge.addUser('jane', { password: 'correct horse battery' })
    const asked = { grant_type: 'password', username: 'jane', password: 'correct horse battery' }
    const body = new URLSearchParams(asked)
    expect(await json(forge.fetch('/oauth/token', { method: 'POST', body }))).toMatchObject({ token_type: 'bearer' })
  })
  it('refuses a user whose name is taken because of the name, not of the address that follows from it', async () => {
    const forge = await start({ port: false })
    await forge.addUser('jane')
    for (const name of ['jane', 'Jane'])
      await expect(forge.addUser(name)).rejects.toThrow(/^the user .* was refused: Username has already been taken$/)
    const again = forge.addUser('other', { email: 'jane@example.com' })
    await expect(again).rejects.toThrow('the user other was refused: Email has already been taken')
  })
  it('names everybody there is to whoever asks as somebody else', async () => {
    const forge = await start({ port: false })
    for (const name of ['nobody', 'toString', '__proto__'])
      expect(() => forge.as(name)).toThrow(`no user is called '${name}'; there are root`)
  })
  it('refuses to go on once it is closed, however often', async () => {
    const forge = await start()
    await Promise.all([forge.close(), forge.close()])
    await expect(fetch(forge.url)).rejects.toThrow()
    await expect(forge.reset()).rejects.toThrow('the forge is closed')
    await expect(forge.as('root').fetch('/api/v4/user')).rejects.toThrow('the forge is closed')
    await expect(forge.addUser('ann')).rejects.toThrow('the forge is closed')
    await expect(forge.clock.advance(1)).rejects.toThrow('the forge is closed')
  })
})

describe('what a forge for tests remembers', () => {
  it('is what it was at the start after a reset, repositories and clock included', async () => {
    const forge = await start({ port: false })
    await makeProject(forge)
    await forge.clock.advance(86_400_000)
    await forge.reset()
    expect(await statusOf(forge.as('root').fetch('/api/v4/projects/1'))).toBe(404)
    expect(forge.clock.now()).toBe('2024-03-01T09:00:00.000Z')
    expect(await statusOf(makeProject(forge))).toBe(201)
    expect(await json(forge.as('root').fetch('/api/v4/projects'))).toMatchObject([{ id: 1, default_branch: 'main' }])
  })
  it('comes back to a snapshot as often as wanted', async () => {
    const forge = await start({ port: false })
    await makeProject(forge)
    const before = forge.snapshot()
    const issues = () => json<Array<unknown>>(forge.as('root').fetch('/api/v4/projects/1/issues'))
    for (const title of ['one', 'two']) {
      expect(await statusOf(post(forge, '/projects/1/issues', { title }))).toBe(201)
      expect(await issues()).toMatchObject([{ iid: 1, title }])
      await forge.restore(before)
    }
    expect(await issues()).toEqual([])
    expect(await json(forge.as('root').fetch('/api/v4/projects/1/repository/commits'))).toHaveLength(1)
  })
  it('goes two ways after a fork', async () => {
    const forge = await start({ port: false })
    await makeProject(forge)
    const fork = await forge.fork()
    opened.push(fork)
    await post(fork, '/projects/1/issues', { title: 'in the fork' })
    await post(fork, '/projects/1/repository/branches', { branch: 'topic', ref: 'main' })
    await post(forge, '/projects/1/issues', { title: 'in the forge' })
    const titles = async (one: TestForge) =>
      (await json<Array<{ title: string }>>(one.as('root').fetch('/api/v4/issues?scope=all'))).map(({ title }) => title)
    expect(await titles(forge)).toEqual(['in the forge'])
    expect(await titles(fork)).toEqual(['in the fork'])
    expect(await json(forge.as('root').fetch('/api/v4/projects/1/repository/branches'))).toHaveLength(1)
  })
  it('listens in a fork as it does in the forge, unless it is told otherwise', async () => {
    const [open, plain] = [await start(), await start({ port: false })]
    const forks = [
      await open.fork(),
      await open.fork({ port: false }),
      await plain.fork(),
      await plain.fork({ port: 0 }),
    ]
    opened.push(...forks)
    const [first, second, third, fourth] = forks.map(({ url }) => url)
    expect([second, third]).toEqual(['http://forge.test', 'http://forge.test'])
    for (const url of [first, fourth])
      expect(
        (await fetch(`${url}/api/v4/user`, { headers: { 'private-token': open.tokens['root'] ?? '' } })).status,
      ).toBe(200)
    expect(first).not.toBe(open.url)
  })
  it('is what it was when it was forked after a reset of the fork, its arranged faults included', async () => {
    const forge = await start({ port: false, faults: [{ pattern: 'GET /version', status: 503, always: true }] })
    await makeProject(forge)
    const fork = await forge.fork()
    opened.push(fork)
    await post(fork, '/projects', { name: 'another' })
    await fork.reset()
    expect(await json(fork.as('root').fetch('/api/v4/projects'))).toMatchObject([{ name: 'app' }])
    expect(await statusOf(fork.as('root').fetch('/api/v4/version'))).toBe(503)
  })
  it('is shared by its forks until one of them writes', async () => {
    const forge = await start({ port: false })
    await makeProject(forge)
    await forge.settled()
    const rows = () => forge.snapshot().world.rows
    const [reader, writer] = [await forge.fork(), await forge.fork()]
    opened.push(reader, writer)
    const names = async (one: TestForge) =>
      (await json<Array<{ name: string }>>(one.as('root').fetch('/api/v4/projects'))).map(({ name }) => name)
    expect(await names(reader)).toEqual(['app'])
    expect(await statusOf(post(writer, '/projects', { name: 'another' }))).toBe(201)
    expect(reader.snapshot().world.rows).toBe(rows())
    expect(writer.snapshot().world.rows).not.toBe(rows())
    expect([await names(reader), await names(forge)]).toEqual([['app'], ['app']])
    expect((await names(writer)).sort()).toEqual(['another', 'app'])
  })
  it('outlives the forge that it was forked from, repositories included', async () => {
    const forge = await start({ port: false })
    await makeProject(forge)
    const fork = await forge.fork()
    opened.push(fork)
    await forge.close()
    const again = await fork.fork()
    await fork.close()
    opened.push(again)
    expect(await json(again.as('root').fetch('/api/v4/projects/1/repository/tree'))).toMatchObject([
      { name: 'README.md' },
    ])
    const commit = {
      branch: 'main',
      commit_message: 'More',
      actions: [{ action: 'create', file_path: 'b', content: 'b' }],
    }
    expect(await statusOf(post(again, '/projects/1/repository/commits', commit))).toBe(201)
  })
  it('tells what happened since a mark', async () => {
    const forge = await start({ port: false })
    await makeProject(forge)
    const mark = await forge.events.mark()
    await post(forge, '/projects/1/issues', { title: 'one' })
    const happened = await forge.events.since(mark, { category: 'issue' })
    expect(happened).toHaveLength(1)
    expect(await forge.events.since(mark, { type: 'IssueClosed' })).toEqual([])
    await expect(forge.events.since(mark, { type: 'no such type' })).rejects.toThrow(/there is no type 'no such type'/)
  })
  it('waits until what follows from a request has been done', async () => {
    const forge = await start({ port: false })
    await makeProject(forge)
    const files = { '.gitlab-ci.yml': 'job: { script: make }' }
    const actions = Object.entries(files).map(([file_path, content]) => ({ action: 'create', file_path, content }))
    const commit = { branch: 'main', commit_message: 'CI', actions }
    expect(await statusOf(post(forge, '/projects/1/repository/commits', commit))).toBe(201)
    await forge.settled()
    expect(await json(forge.as('root').fetch('/api/v4/projects/1/pipelines'))).toMatchObject([{ source: 'push' }])
  })
  it('says whether something happened exactly so often', async () => {
    const forge = await start({ port: false })
    await makeProject(forge)
    const mark = await forge.events.mark()
    await post(forge, '/projects/1/issues', { title: 'one' })
    await forge.expectEvents('IssueCreated', 1, mark)
    await forge.expectEvents('ProjectCreated', 0, mark)
    await forge.expectEvents('ProjectCreated')
    await expect(forge.expectEvents('IssueCreated', 2, mark)).rejects.toThrow(
      /IssueCreated happened 1 times, not 2; there was NumbersTaken \(2\), IssueCreated$/,
    )
    await expect(forge.expectEvents('IssueCreated', -1, mark)).rejects.toThrow('times is -1; it is a whole number')
  })
  it('lets tokens expire as its clock is moved', async () => {
    const forge = await start({ port: false })
    const jane = await forge.addUser('jane')
    const me = await json<{ id: number }>(jane.fetch('/api/v4/user'))
    const wanted = { name: 'short', scopes: ['api'], expires_at: '2024-03-05' }
    const { token } = await json<{ token: string }>(post(forge, `/users/${me.id}/personal_access_tokens`, wanted))
    const ask = () => statusOf(forge.fetch('/api/v4/user', { headers: { 'private-token': token } }))
    expect(await ask()).toBe(200)
    await forge.clock.moveTo('2024-03-06T00:00:00Z')
    expect(await ask()).toBe(401)
  })
})

describe('what is arranged to fail', () => {
  it('fails the next time, with the headers that belong to it, and then no more', async () => {
    const forge = await start({ port: false })
    forge.faults.next('GET /projects/:id', { status: 429 })
    const response = await forge.as('root').fetch('/api/v4/projects/7')
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '60',
      'Retry later\n',
    ])
    expect(await statusOf(forge.as('root').fetch('/api/v4/projects/7'))).toBe(404)
  })
  it('fails the n-th time, or every time until it is cleared', async () => {
    const forge = await start({ port: false })
    const ask = () => statusOf(forge.as('root').fetch('/api/v4/user'))
    forge.faults.nth('GET /user', 2, { status: 500 })
    expect([await ask(), await ask(), await ask()]).toEqual([200, 500, 200])
    forge.faults.always('/user', { status: 503, body: { message: 'later' } })
    expect([await ask(), await ask()]).toEqual([503, 503])
    forge.faults.clear()
    expect(await ask()).toBe(200)
  })
  it('drops connections before or after the work is done, over sockets too', async () => {
    const forge = await start()
    const headers = { 'private-token': forge.tokens['root'] ?? '', 'content-type': 'application/json' }
    const create = (name: string) =>
      fetch(`${forge.url}/api/v4/projects`, { method: 'POST', headers, body: JSON.stringify({ name }) })
    forge.faults.next('POST /projects', { drop: 'before' })
    forge.faults.next('POST /projects', { drop: 'after' })
    await expect(create('one')).rejects.toThrow()
    await expect(create('two')).rejects.toThrow()
    expect(await json(forge.as('root').fetch('/api/v4/projects'))).toMatchObject([{ name: 'two' }])
  })
  it('fails as the options say from the start, and again after a reset', async () => {
    const faults = [
      { pattern: 'GET /user', status: 500, nth: 2 },
      { pattern: 'GET /version', status: 503, always: true },
    ]
    const forge = await start({ port: false, faults })
    const ask = (path: string) => statusOf(forge.as('root').fetch(`/api/v4${path}`))
    for (const _ of ['at the start', 'after a reset']) {
      expect([await ask('/user'), await ask('/user'), await ask('/user')]).toEqual([200, 500, 200])
      expect([await ask('/version'), await ask('/version')]).toEqual([503, 503])
      await forge.reset()
    }
  })
  it('takes its time', async () => {
    const forge = await start({ port: false })
    forge.faults.next('GET /user', { latency: 60 })
    const from = performance.now()
    expect(await statusOf(forge.as('root').fetch('/api/v4/user'))).toBe(200)
    expect(performance.now() - from).toBeGreaterThanOrEqual(55)
  })
  it('reads what was there before', async () => {
    const forge = await start({ port: false })
    await forge.faults.stale('GET /projects')
    await makeProject(forge)
    expect(await json(forge.as('root').fetch('/api/v4/projects'))).toEqual([])
    forge.faults.clear()
    expect(await json(forge.as('root').fetch('/api/v4/projects'))).toHaveLength(1)
  })
  it('reads nothing else of what was there before: what is written reaches the forge', async () => {
    const forge = await start({ port: false })
    await forge.faults.stale('/projects')
    expect(await statusOf(makeProject(forge))).toBe(201)
    forge.faults.clear()
    expect(await json(forge.as('root').fetch('/api/v4/projects'))).toHaveLength(1)
    await expect(forge.faults.stale('POST /projects')).rejects.toThrow("'POST /projects' is no read")
    expect(() => forge.faults.answerFrom('GET /projects', 5 as never)).toThrow('answerFrom takes the handler')
  })
  it('answers with bytes as they are', async () => {
    const forge = await start({ port: false })
    forge.faults.next('GET /user', { status: 502, body: new Uint8Array([0, 255]) })
    const answer = await forge.as('root').fetch('/api/v4/user')
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0, 255])
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  })
  it('takes settings and members of a seed that are undefined as if they were not there', async () => {
    const seed = { settings: { signup_enabled: undefined }, users: { jane: { name: undefined } } } as never
    const forge = await start({ port: false, settings: { signup_enabled: undefined }, seed })
    expect(Object.keys(forge.tokens)).toEqual(['root', 'jane'])
  })
  it.each([-1, 1e9, 0.5, 'x'])('refuses %j as a mark: it would find nothing', async (mark) => {
    const forge = await start({ port: false })
    await expect(forge.events.since(mark as never)).rejects.toThrow(/mark/)
    await expect(forge.expectEvents('IssueCreated', 0, mark as never)).rejects.toThrow(/mark/)
  })
  it('refuses a mark from before a reset where the history has not got so far again', async () => {
    const forge = await start({ port: false })
    await makeProject(forge)
    const mark = await forge.events.mark()
    await forge.reset()
    await expect(forge.events.since(mark)).rejects.toThrow(/the mark is \d+; the history ends at \d+/)
  })
  it('refuses a setting that no request can hold', async () => {
    const settings = { default_projects_limit: 5n }
    await expect(startForge({ port: false, settings })).rejects.toThrow(/setting default_projects_limit is 5n; it has/)
  })
  it('expects events of a type', async () => {
    const forge = await start({ port: false })
    await expect(forge.expectEvents(undefined as never)).rejects.toThrow(/type of the expected events is undefined/)
  })
  it('refuses to move the clock by what is no number, or out of the years that a time can have', async () => {
    const forge = await start({ port: false })
    for (const far of [1e15, -1e15, 1e300])
      await expect(forge.clock.advance(far)).rejects.toThrow(/is in none of the years 0 to 9999/)
    await expect(forge.clock.advance(Number.NaN)).rejects.toThrow('NaN is no number of milliseconds')
  })
  it.each([
    [{ port: 'x' }, /port is 'x'; it is a number from 0 to 65535/],
    [{ tier: 'free' }, /there is no option of a fork: 'tier'; there are port/],
  ])('refuses a fork with %j', async (options, words) => {
    const forge = await start({ port: false })
    await expect(forge.fork(options as never)).rejects.toThrow(words)
  })
  it('refuses to restore what is no snapshot', async () => {
    const forge = await start({ port: false })
    for (const nothing of [{}, undefined, null])
      await expect(forge.restore(nothing as never)).rejects.toThrow('no snapshot: restore takes what snapshot() gave')
    expect(await statusOf(forge.as('root').fetch('/api/v4/user'))).toBe(200)
  })
  it.each([
    [[undefined], /addUser takes the name of a user/],
    [['a b'], /the user a b was refused: email is invalid; username can contain only letters/],
    [['ann', { admn: true }], /there is no option of a user: 'admn'; there are name, email, admin, password/],
    [['ann', { email: 5 }], /email has to be a string/],
  ])('refuses to add a user %j', async (given, words) => {
    const forge = await start({ port: false })
    await expect(forge.addUser(...(given as [string]))).rejects.toThrow(words)
  })
  it('refuses a mark that is none', async () => {
    const forge = await start({ port: false })
    await expect(forge.events.since('before' as never)).rejects.toThrow(
      /'before' is no mark: events\.mark\(\) gives one/,
    )
  })
  it('refuses names that no event has, since none would ever be found', async () => {
    const forge = await start({ port: false })
    await expect(forge.expectEvents('IssueCreate', 0)).rejects.toThrow(
      /there is no type 'IssueCreate'; the nearest are .*IssueCreated/,
    )
    await expect(forge.events.since(undefined, { type: 'IssueCreate' })).rejects.toThrow(
      /there is no type 'IssueCreate'/,
    )
    await expect(forge.events.since(undefined, { category: 'isue' })).rejects.toThrow(
      /there is no category 'isue'; .*issue/,
    )
    await expect(forge.events.since(undefined, { types: [] } as never)).rejects.toThrow(
      /there is no option 'types'; the nearest are type, category/,
    )
    expect(await forge.events.since(undefined, { category: 'counter', type: 'NumbersTaken' })).not.toEqual([])
  })
  it('refuses to look for requests that match no endpoint, unless there was one', async () => {
    const forge = await start({ port: false })
    expect(() => forge.requests.matching('POST /projects/:id/isues')).toThrow(
      /the nearest are .*POST \/projects\/:id\/issues/,
    )
    await forge.fetch('/api/v4/projects/7/isues', { method: 'POST' })
    expect(forge.requests.matching('POST /projects/:id/isues')).toHaveLength(1)
    expect(forge.requests.matching('POST /projects/:id/issues')).toHaveLength(0)
  })
  it('refuses a pattern that is none', async () => {
    const forge = await start({ port: false })
    expect(() => forge.faults.next('projects', { status: 500 })).toThrow("no pattern of requests: 'projects'")
  })
  it.each([
    ['POST /projects/:id/merge_request', 'POST /projects/:id/merge_requests'],
    ['PATCH /projects/:id', 'GET /projects/:id'],
    ['get /project/7/issues', 'GET /projects/:id/issues'],
    ['/user/', undefined],
    ['HEAD /user', undefined],
    ['GET /projects/group%2Fapp/issues.json', undefined],
    ['* /projects/:project/iss*', undefined],
    ['GET /projects/1/repository/files/a%2Fb/raw', undefined],
    ['DELETE /groups/*', undefined],
    ['GET /projects/:id/wikis', undefined],
    ['POST /oauth/token', undefined],
    ['POST /oauth/tokens', 'POST /oauth/token'],
    ['GET /-/health', undefined],
    ['GET /api/v5/user', 'GET /user'],
  ])('takes %s, unless it means no endpoint: then near ones are named', async (pattern, near) => {
    const forge = await start({ port: false })
    const arrange = () => forge.faults.always(pattern, { status: 500 })
    if (near === undefined) expect(arrange).not.toThrow()
    else expect(arrange).toThrow(new RegExp(`no endpoint of this forge is meant by .*; the nearest are .*${near}(,|$)`))
  })
  it.each([
    [{ status: 9999 }, /status is 9999; it is a whole number from 200 to 599/],
    [{ status: 429.5 }, /status is 429.5/],
    [{ latency: -1 }, /latency is -1/],
    [{ drop: 'later' }, /drop is 'later'; it is before or after/],
    [{ status: 500, headers: { 'Retry-After': 7 } }, /the header Retry-After has to be a text/],
    [{ status: 500, headers: { 'a b': 'c' } }, /a b/],
    [{ status: 500, headers: { a: 'b\r\nc: d' } }, /Invalid character/],
    [{ body: 'x' }, /needs a status/],
    [{}, /needs a status, a latency or a drop/],
    [{ status: 500, retries: 1 }, /there is no 'retries' of a fault; there are .*latency/],
  ])('refuses %j, which would not do what it says', async (fault, words) => {
    const forge = await start({ port: false })
    const pattern = 'GET /version'
    expect(() => forge.faults.next(pattern, fault as never)).toThrow(words)
    await expect(startForge({ port: false, faults: [{ pattern, ...fault } as never] })).rejects.toThrow(words)
    expect(await statusOf(forge.as('root').fetch('/api/v4/version'))).toBe(200)
  })
  it.each([
    [{ times: 0 }, /times is 0/],
    [{ nth: 0 }, /nth is 0/],
    [{ nth: 2, times: 2 }, /one of them/],
    [{ always: 'yes' }, /always has to be true or false/],
  ])('refuses to happen %j', async (often, words) => {
    const faults = [{ pattern: 'GET /version', status: 500, ...often } as never]
    await expect(startForge({ port: false, faults })).rejects.toThrow(words)
  })
})

describe('the log of requests', () => {
  it('holds what was asked, with its outcome', async () => {
    const forge = await start({ port: false })
    await makeProject(forge)
    await forge.as('root').fetch('/api/v4/projects/1/issues?state=opened')
    expect(forge.requests.matching('GET /projects/:id/issues')).toMatchObject([
      { method: 'GET', path: '/api/v4/projects/1/issues', query: 'state=opened', status: 200 },
    ])
    expect(forge.requests.all).toHaveLength(2)
    await forge.reset()
    expect(forge.requests.all).toEqual([])
  })
})

describe('an endpoint that is not built', () => {
  it('throws where it was called', async () => {
    const forge = await start({ port: false })
    await expect(forge.fetch('/api/v4/projects/1/wikis')).rejects.toThrow(WIKIS)
  })
  const WIKIS = 'GET /projects/:id/wikis is an endpoint of the public API that Forgefold has not built'
  const warningsDuring = async (work: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
    const heard: Array<string> = []
    const hear = ({ name, message }: Error): void => {
      if (name === 'ForgefoldUnimplemented') heard.push(message)
    }
    process.on('warning', hear)
    await work()
    // Warnings are told in the next turn of the process.
    await new Promise(setImmediate)
    process.off('warning', hear)
    return heard
  }
  it.each([
    ['without a socket', (forge: TestForge) => forge.fetch('/api/v4/projects/1/wikis')],
    ['over a socket', ({ url }: TestForge) => fetch(`${url}/api/v4/projects/1/wikis`)],
  ])('is a warning of the process where it is told so, and the answer 501, %s', async (_, ask) => {
    const forge = await start({ unimplemented: 'warn' })
    let status = 0
    const heard = await warningsDuring(async () => {
      status = await statusOf(ask(forge))
      await forge.as('root').fetch('/api/v4/projects')
    })
    expect([status, heard]).toEqual([501, [WIKIS]])
  })
  it('is a warning over a socket, where nothing can be thrown', async () => {
    const forge = await start()
    expect(await warningsDuring(() => fetch(`${forge.url}/api/v4/projects/1/wikis`))).toEqual([WIKIS])
  })
  it('is the plain answer where it is told so', async () => {
    const forge = await start({ port: false, unimplemented: '501' })
    const heard = await warningsDuring(async () => {
      const answer = await forge.fetch('/api/v4/projects/1/wikis')
      expect([answer.status, answer.headers.get('forgefold-unimplemented')]).toEqual([501, 'GET /projects/:id/wikis'])
      expect(await answer.text()).toContain('GET /projects/:id/wikis')
    })
    expect(heard).toEqual([])
  })
})
