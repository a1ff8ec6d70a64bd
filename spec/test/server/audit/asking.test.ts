import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let world: TestInstance
let jane: { readonly id: number; readonly token: string }
const before: Record<string, number> = {}

const asRoot = async (method: string, path: string, json?: unknown, query?: string): Promise<unknown> => {
  const asked = { as: world.root, ...(json === undefined ? {} : { json }), ...(query === undefined ? {} : { query }) }
  const answer = await world.ask(method, `/api/v4${path}`, asked)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return answer.json
}

const asked = (path: string, query: Record<string, string>): Promise<unknown> =>
  asRoot('GET', `/forgefold/${path}`, undefined, String(new URLSearchParams(query)))

interface Entry {
  readonly id: string
  readonly position: number
  readonly type: string
  readonly kind: string
  readonly thing: string
  readonly actor: string
  readonly token: unknown
  readonly request_id: string
  readonly address: string
  readonly cause: string | null
  readonly led_to: ReadonlyArray<string>
  readonly data: Readonly<Record<string, unknown>>
}

const history = async (query: Record<string, string>): Promise<ReadonlyArray<Entry>> =>
  (await asked('history', { per_page: '100', ...query })) as ReadonlyArray<Entry>

beforeAll(async () => {
  world = await openTestInstance()
  jane = await world.person('jane')
  await asRoot('POST', '/groups', { name: 'Team', path: 'team' })
  const group = (await asRoot('GET', '/groups/team')) as { readonly id: number }
  const project = { name: 'app', namespace_id: group.id, initialize_with_readme: true }
  await asRoot('POST', '/projects', project)
  const at = '/projects/team%2Fapp'
  await asRoot('POST', `${at}/members`, { user_id: jane.id, access_level: 40 })
  const actions = [{ action: 'create', file_path: 'a', content: 'b' }]
  await asRoot('POST', `${at}/repository/commits`, { branch: 'f', start_branch: 'main', commit_message: 'x', actions })
  await asRoot('POST', `${at}/merge_requests`, { source_branch: 'f', target_branch: 'main', title: 'First words' })
  // What the check of mergeability finds out is told before what comes next, on whichever store.
  await vi.waitFor(
    async () => expect(await asRoot('GET', `${at}/merge_requests/1`)).toMatchObject({ merge_status: 'can_be_merged' }),
    60_000,
  )
  const named = await world.ask('PUT', `/api/v4${at}/merge_requests/1`, {
    as: jane.token,
    json: { title: 'Better words' },
    headers: { 'x-request-id': 'the-naming' },
    from: '192.0.2.7',
  })
  expect(named.status).toBe(200)
  before['merge'] = world.forge.read.position() ?? 0
  await asRoot('POST', `${at}/merge_requests/1/notes`, { body: 'A remark' })
  await asRoot('PUT', `${at}/merge_requests/1/merge`, {})
  await asRoot('POST', `${at}/variables`, { key: 'SECRET', value: 'not to be told' })
  await asRoot('POST', `${at}/issues`, { title: 'To do', assignee_ids: [jane.id] })
  await asRoot('PUT', '/application/settings', { signup_enabled: false })
})
afterAll(() => world.close())

describe('the history of a thing', () => {
  it('has its own events and those elsewhere that speak of it, with who did them from where with what', async () => {
    const entries = await history({ thing: 'team/app!1' })
    expect(entries.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['MergeRequestCreated', 'DetailsChanged', 'NoteAdded', 'MergeRequestMerged']),
    )
    const renamed = entries.find(({ type }) => type === 'DetailsChanged')
    expect(renamed).toMatchObject({
      kind: 'merge_request',
      actor: `user:${jane.id}`,
      token: { kind: 'personal_access_token' },
      request_id: 'the-naming',
      address: '192.0.2.7',
      cause: null,
      data: { title: 'Better words' },
    })
  })

  it('is the same by whatever name the thing goes', async () => {
    const [first] = await history({ type: 'MergeRequestCreated' })
    const ids = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> => entries.map(({ id }) => id)
    expect(ids(await history({ thing: `merge_request:${first?.thing}` }))).toEqual(
      ids(await history({ thing: 'team/app!1' })),
    )
    expect(ids(await history({ thing: 'project:team/app' }))).toEqual(ids(await history({ thing: 'team/app' })))
    expect(ids(await history({ thing: 'user:jane' }))).toEqual(ids(await history({ thing: `user:${jane.id}` })))
  })

  it('comes in pages that join without a seam, forwards and backwards', async () => {
    const whole = await history({ thing: 'team/app' })
    for (const sort of ['asc', 'desc']) {
      const found: Array<string> = []
      let query: string | undefined = String(new URLSearchParams({ thing: 'team/app', per_page: '3', sort }))
      while (query !== undefined) {
        const page = await world.ask('GET', '/api/v4/forgefold/history', { as: world.root, query })
        found.push(...(page.json as ReadonlyArray<Entry>).map(({ id }) => id))
        query = /<[^?>]*\?([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
      }
      const ids = whole.map(({ id }) => id)
      expect(found).toEqual(sort === 'asc' ? ids : ids.toReversed())
    }
  })

  it('tells neither values of variables nor personal data nor digests', async () => {
    const all = JSON.stringify(await history({}))
    expect(all).toContain('CiVariableCreated')
    expect(all).not.toContain('not to be told')
    expect(all).toContain('"profile":"[sealed]"')
    expect(all).toContain('"digest":"[digest]"')
    expect(all).not.toMatch(/"(?:passwordHash|digest)":"(?!\[)/)
  })

  it('is refused with a sentence where the name means nothing, or nothing that ever was', async () => {
    const ask = (thing: string) =>
      world.ask('GET', '/api/v4/forgefold/history', { as: world.root, query: String(new URLSearchParams({ thing })) })
    expect(await ask('team/app!99')).toMatchObject({ status: 404 })
    expect(await ask('deployment:99')).toMatchObject({ status: 404 })
    expect(await ask('label:b:c!')).toMatchObject({ status: 404 })
    expect(await ask('a:b:c!')).toMatchObject({
      status: 400,
      json: { message: expect.stringContaining('no kind of thing is called a') },
    })
    expect(await ask(':')).toMatchObject({ status: 400 })
  })

  it('is for administrators', async () => {
    const paths = [
      'history',
      'history/user-1@0/explanation',
      'blame',
      'documents',
      'differences',
      'differences/all',
      'what_if',
    ]
    for (const path of paths) {
      const query = 'thing=user:1'
      expect((await world.ask('GET', `/api/v4/forgefold/${path}`, { query })).status).toBe(401)
      expect((await world.ask('GET', `/api/v4/forgefold/${path}`, { query, as: jane.token })).status).toBe(403)
    }
  })
})

describe('a search', () => {
  it.each([
    [{ actor: 'user:JANE' }, ({ actor }: Entry) => actor === `user:${jane.id}`],
    [{ kind: 'merge_request' }, ({ kind }: Entry) => kind === 'merge_request'],
    [{ type: 'NoteAdded' }, ({ type }: Entry) => type === 'NoteAdded'],
    [{ address: '192.0.2.7' }, ({ address }: Entry) => address === '192.0.2.7'],
    [{ request_id: 'the-naming' }, ({ request_id }: Entry) => request_id === 'the-naming'],
    [{ search: 'better title' }, ({ data }: Entry) => data['title'] === 'Better words'],
  ])('finds by %j what is like that and nothing else', async (query, isLike) => {
    const given = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, value.replace('JANE', `${jane.id}`)]),
    )
    const found = await history(given as Record<string, string>)
    expect(found.length).toBeGreaterThan(0)
    const all = await history({})
    expect(found.map(({ id }) => id)).toEqual(all.filter(isLike).map(({ id }) => id))
  })
})

interface BlameAnswer {
  readonly existence: ReadonlyArray<{ readonly type: string }>
  readonly fields: ReadonlyArray<{
    readonly field: string
    readonly value: unknown
    readonly set_by: { readonly type: string; readonly actor: string; readonly position: number }
    readonly events: ReadonlyArray<{ readonly type: string; readonly thing: string }>
  }>
}

describe('blame', () => {
  it('tells for each value the event that set it', async () => {
    const blame = (await asked('blame', { thing: 'team/app!1' })) as BlameAnswer
    const setBy = (name: string) => blame.fields.find(({ field }) => field === name)?.set_by
    expect(setBy('title')).toMatchObject({ type: 'DetailsChanged', actor: `user:${jane.id}` })
    expect(setBy('state')).toMatchObject({ type: 'MergeRequestMerged', actor: 'user:1' })
    expect(setBy('user_notes_count')).toMatchObject({ type: 'NoteAdded' })
    expect(setBy('source_branch')).toMatchObject({ type: 'MergeRequestCreated' })
    expect(blame.existence.map(({ type }) => type)).toContain('MergeRequestCreated')
  })
  it('stands beside the read of a thing, by whatever name its place goes', async () => {
    const beside = (path: string, query = '', as = world.root) =>
      world.ask('GET', `/api/v4${path}/blame`, { as, query })
    const { status, json } = await beside('/projects/team%2Fapp/merge_requests/1', 'field=title')
    const { fields } = json as BlameAnswer
    expect([status, fields.map(({ field, set_by }) => [field, set_by?.type])]).toEqual([
      200,
      [['title', 'DetailsChanged']],
    ])
    const note = (await beside('/projects/team%2Fapp/merge_requests/1/notes/1', 'field=body')).json as BlameAnswer
    expect(note.fields.map(({ value }) => value)).toEqual(['A remark'])
    expect(note.existence.map(({ type }) => type)).toContain('NoteAdded')
    for (const path of ['/projects/team%2Fapp/merge_requests/9', '/projects', '/nowhere', '/version'])
      expect([path, (await beside(path)).status]).toEqual([path, 404])
    expect((await beside('/projects/team%2Fapp/issues/1', '', jane.token)).status).toBe(403)
    expect((await world.ask('GET', '/api/v4/projects/team%2Fapp/issues/1/blame')).status).toBe(401)
    expect((await beside('/projects/team%2Fapp/repository/files/a', 'ref=f')).json).toBeInstanceOf(Array)
  })
  it('goes on only where a page of its own ended', async () => {
    for (const after of ['999999', '999999-x-', 'next']) {
      const query = `thing=team%2Fapp!1&after=${after}`
      expect((await world.ask('GET', '/api/v4/forgefold/blame', { as: world.root, query })).status).toBe(400)
      const beside = { as: world.root, query: `after=${after}` }
      expect((await world.ask('GET', '/api/v4/projects/team%2Fapp/merge_requests/1/blame', beside)).status).toBe(400)
    }
    const newest = (await asked('blame', { thing: 'team/app!1' })) as BlameAnswer
    const latest = Math.max(...newest.fields.flatMap(({ set_by }) => set_by.position))
    const after = `0-${latest}-`
    const oldest = (await asked('blame', { thing: 'team/app!1', after })) as BlameAnswer
    expect(oldest).toMatchObject({ tried: 0, existence: [] })
    const beside = { as: world.root, query: `after=${after}` }
    const oldestBeside = await world.ask('GET', '/api/v4/projects/team%2Fapp/merge_requests/1/blame', beside)
    expect([oldestBeside.status, oldestBeside.json]).toMatchObject([200, { tried: 0, existence: [] }])
  })
  it('tells it of one field, and of a setting', async () => {
    const title = (await asked('blame', { thing: 'team/app!1', field: 'title' })) as BlameAnswer
    expect(title.fields.map(({ field }) => field)).toEqual(['title'])
    const setting = (await asked('blame', { thing: 'setting:signup_enabled' })) as BlameAnswer
    expect(setting.fields).toMatchObject([
      { field: 'signup_enabled', value: false, set_by: { type: 'SettingsChanged' } },
    ])
  })
})

describe('moments', () => {
  it('are shown as the API documents a thing', async () => {
    const path = '/projects/team%2Fapp/merge_requests/1'
    const now = await asRoot('GET', path)
    expect(await asked('documents', { thing: 'team/app!1' })).toMatchObject({ document: now })
    const then = await asked('documents', { thing: 'team/app!1', at: String(before['merge']) })
    expect(then).toMatchObject({ position: before['merge'], document: { state: 'opened', title: 'Better words' } })
  })
  it('differ by what happened between them', async () => {
    const difference = await asked('differences', { thing: 'team/app!1', from: String(before['merge']) })
    expect(difference).toMatchObject({
      changes: expect.arrayContaining([{ field: 'state', from: 'opened', to: 'merged' }]),
    })
    const none = await asked('differences', { thing: 'team/app!1', from: '999999' })
    expect(none).toMatchObject({ changes: [] })
  })
  it('differ in everything, in pages that join without a seam', async () => {
    const from = String(before['merge'])
    const to = String(world.forge.read.position())
    const whole = (await asked('differences/all', { from, to, per_page: '100' })) as ReadonlyArray<{ path: string }>
    const paths = whole.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['projects/1/merge_requests/1', 'projects/1/issues/1']))
    expect(paths).not.toContain('groups/3/members/1')
    const found: Array<string> = []
    for (let after: string | undefined = '0'; after !== undefined; ) {
      const query: string = String(new URLSearchParams({ from, to, per_page: '3', after }))
      const page = await world.ask('GET', '/api/v4/forgefold/differences/all', { as: world.root, query })
      found.push(...(page.json as ReadonlyArray<{ path: string }>).map(({ path }) => path))
      after = /[?&]after=(\d+)[^>]*>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(found).toEqual(paths)
  })
  it('are those between which decisions are made again under another rule', async () => {
    const merged = { verdict: 'refused', event: { type: 'MergeRequestMerged' } }
    const set = 'approvals_required=2'
    expect(await asked('what_if', { set })).toMatchObject([merged])
    expect(await asked('what_if', { set, from: String(before['merge']) })).toMatchObject([merged])
    expect(await asked('what_if', { set, to: String(before['merge']) })).toEqual([])
    const unknown = await world.ask('GET', '/api/v4/forgefold/what_if', { as: world.root, query: 'set=nothing' })
    expect(unknown.status).toBe(400)
  })
  it('are refused where they are none, or before the thing was there', async () => {
    const ask = (at: string) =>
      world.ask('GET', '/api/v4/forgefold/documents', { as: world.root, query: `thing=user:1&at=${at}` })
    expect((await ask('yesterday')).status).toBe(400)
    expect((await ask('0')).status).toBe(404)
  })
})

describe('an explanation', () => {
  it('leads from the request through what caused what', async () => {
    const all = await vi.waitFor(async () => {
      const found = await history({ thing: 'team/app#1' })
      expect(found.some(({ cause }) => cause !== null)).toBe(true)
      return found
    }, 60_000)
    const effect = all.find(({ cause }) => cause !== null) as Entry
    const cause = all.find(({ id }) => id === effect.cause) as Entry
    expect(cause.led_to).toContain(effect.id)
    const explained = (await asked(`history/${effect.id}/explanation`, {})) as {
      readonly causes: ReadonlyArray<Entry>
    }
    expect(explained.causes.at(-1)?.id).toBe(cause.id)
    const other = (await asked(`history/${cause.id}/explanation`, {})) as {
      readonly led_to: ReadonlyArray<{ readonly event: Entry }>
    }
    expect(other.led_to.map(({ event }) => event.id)).toContain(effect.id)
  })
})
