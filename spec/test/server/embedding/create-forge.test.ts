import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import {
  MemoryHistory,
  makeMemoryBlobs,
  makeMemoryEventStore,
  makeMemoryPersonalData,
} from '@forgefold/adapters/memory'
import type { EventStore } from '@forgefold/core/ports'
import { createForge, type EmbeddedForge, type ForgeEvent } from '@forgefold/server'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, it } from 'vitest'

let open: Array<EmbeddedForge> = []
const start = async (...options: Parameters<typeof createForge>): Promise<EmbeddedForge> => {
  const forge = await createForge(...options)
  open.push(forge)
  return forge
}
afterEach(async () => {
  await Promise.all(open.map((forge) => forge.close()))
  open = []
})

const right = <A>(result: E.Either<unknown, A>): A => {
  if (E.isLeft(result)) throw new Error(JSON.stringify(result.left))
  return result.right
}

const requestIdOf = (response: Response): string => response.headers.get('x-request-id') ?? ''

const addUser = async (forge: EmbeddedForge, username: string): Promise<number> => {
  const profile = { username, name: username, email: `${username}@example.com` }
  const input = { profile, password: undefined, admin: false, confirmed: true }
  return right(await forge.useCases.user.registerUser(input)).id
}

describe('a forge inside a program', () => {
  it('answers without a socket, by paths below its address', async () => {
    const forge = await start({ url: 'http://forge.example' })
    expect(await (await forge.fetch('/api/v4/version')).json()).toMatchObject({ message: '401 Unauthorized' })
    expect((await forge.fetch(new URL('http://forge.example/-/health'))).status).toBe(200)
  })
  it('answers over a socket until it is closed', async () => {
    const forge = await start()
    const { url, port } = await forge.listen()
    expect(url).toBe(`http://127.0.0.1:${port}`)
    expect((await fetch(`${url}/-/health`)).status).toBe(200)
    await forge.close()
    await expect(fetch(`${url}/-/health`)).rejects.toThrow()
  })
  it('takes any of the ports, and leaves those to whoever gave them', async () => {
    const history = new MemoryHistory()
    const events = makeMemoryEventStore(history)
    const blobs = makeMemoryBlobs()
    // The names of users lie sealed in the events; their keys are here.
    const personalData = makeMemoryPersonalData()
    const first = await start({ ports: { events, blobs, personalData } })
    const id = await addUser(first, 'jane')
    await first.close()
    expect((await events.readAll()).kind).toBe('Read')
    const second = await start({ ports: { events: makeMemoryEventStore(history), personalData } })
    expect(second.forge.read.users.byUsername('jane')?.id).toBe(id)
  })
  it('lets users call the use cases that the API calls, with their rights', async () => {
    const forge = await start()
    await addUser(forge, 'jane')
    await addUser(forge, 'joe')
    const [jane, joe] = [forge.as('jane').useCases, forge.as('joe').useCases]
    const project = right(await jane.project.createProject({ namespaceId: undefined, settings: { name: 'app' } }))
    const place = { kind: 'project', ref: project.id } as const
    const bug = { place, title: 'bug', color: '#ff0000', description: null, priority: null }
    expect(E.isRight(await jane.label.createLabel(bug))).toBe(true)
    expect(E.isLeft(await joe.label.createLabel(bug))).toBe(true)
    expect(() => forge.as('nobody')).toThrow("no user is called 'nobody'")
  })
  it('tells what happens, typed, and goes on from a position', async () => {
    const forge = await start()
    await addUser(forge, 'jane')
    const seen: Array<ForgeEvent> = []
    for await (const event of forge.subscribe({ types: ['UserRegistered'] })) {
      seen.push(event)
      if (seen.length === 1) await addUser(forge, 'joe')
      if (seen.length === 2) break
    }
    expect(seen.map(({ category, type }) => `${category} ${type}`)).toEqual([
      'user UserRegistered',
      'user UserRegistered',
    ])
    const [first] = seen
    if (first === undefined) throw new Error('nothing happened')
    for await (const event of forge.subscribe({ after: first.position, categories: ['user'] })) {
      expect(event.id).toBe(seen[1]?.id)
      break
    }
  })
  it.each([
    [{ category: ['issue'] }, /there is no option 'category'; there are after, categories, types/],
    [{ categories: ['isue'] }, /there is no category 'isue'; there are .*issue/],
    [{ types: ['IssueCreate'] }, /there is no type 'IssueCreate'; there are .*IssueCreated/],
    [{ after: '7' }, /after is '7'; it is the position of an event/],
    [{ after: -1 }, /after is -1; it is the position of an event/],
    [{ after: 1.5 }, /after is 1.5; it is the position of an event/],
    [{ after: Number.NaN }, /after is NaN; it is the position of an event/],
    [{ after: null }, /after is null; it is the position of an event/],
    [{ categories: 'issue' }, /categories has to be a list/],
    [{ types: 'IssueCreated' }, /types has to be a list/],
    [{ categories: [] }, /categories is empty/],
    [{ types: [] }, /types is empty/],
  ])('refuses to tell of %j', async (options, message) => {
    const forge = await start()
    expect(() => forge.subscribe(options as never)).toThrow(message)
  })
  it('refuses to continue from a position that the history has not reached', async () => {
    const forge = await start()
    await addUser(forge, 'jane')
    const from = (after: number) => forge.subscribe({ after: after as ForgeEvent['position'] }).next()
    await expect(from(1_000_000)).rejects.toThrow(/after is 1000000; the history ends at position \d+$/)
    expect((await from(0)).value.type).toBeDefined()
  })
  it.each([
    [{ port: '80' }, /port is '80'; it is a number from 0 to 65535/],
    [{ port: -1 }, /port is -1; it is a number from 0 to 65535/],
    [{ prot: 80 }, /there is no option 'prot'; there are port, host, transport/],
    [{ host: '' }, /host has to be a name or an address/],
    [{ transport: 'http' }, /there is no transport 'http'; there are uws, node/],
  ])('refuses to listen at %j', async (at, message) => {
    const forge = await start()
    await expect(forge.listen(at as never)).rejects.toThrow(message)
  })
  it('ends what follows it when it is closed, and refuses what comes later', async () => {
    const forge = await start()
    const heard = (async () => {
      const types: Array<string> = []
      for await (const { type } of forge.subscribe({ categories: ['project'] })) types.push(type)
      return types
    })()
    await forge.close()
    expect(await heard).toEqual([])
    await expect(forge.fetch('/-/health')).rejects.toThrow(TypeError)
    await expect(forge.listen()).rejects.toThrow('the forge is closed')
    expect(() => forge.as('root')).toThrow('the forge is closed')
    await expect(forge.subscribe().next()).rejects.toThrow('the forge is closed')
  })
  it('ends a feed from outside while it waits', async () => {
    const forge = await start()
    const feed = forge.subscribe({ categories: ['project'] })
    const next = feed.next()
    expect(await feed.return()).toEqual({ done: true, value: undefined })
    expect(await next).toEqual({ done: true, value: undefined })
  })
  it('writes no event that could not be read again, whatever a program without types asks for', async () => {
    const forge = await start()
    const userId = await addUser(forge, 'jane')
    const wanted = { userId, name: 'test', scopes: ['nonsense'], expiresAt: null }
    const asked = forge.useCases.personalAccessToken.createToken(wanted as never)
    await expect(asked).rejects.toThrow(/^TokenCreated is not written, .*scopes\.0: expected api \| read_api/)
    const issued = await forge.useCases.personalAccessToken.createToken({ ...wanted, scopes: ['api'] } as never)
    expect(E.isRight(issued)).toBe(true)
    for await (const { type } of forge.subscribe()) if (type === 'TokenCreated') break
  })
  it('leaves no folder behind', async () => {
    const before = new Set(readdirSync(tmpdir()))
    const forge = await start()
    const made = readdirSync(tmpdir()).filter((name) => name.startsWith('forgefold-git-') && !before.has(name))
    expect(made.length).toBeGreaterThan(0)
    await forge.close()
    const left = new Set(readdirSync(tmpdir()))
    expect(made.some((name) => !left.has(name))).toBe(true)
  })
  it.each([
    [{ release: '17.9' }, /there is no API release '17.9'; there are 14.0, .*16.0/],
    [{ tier: 'gold' }, /there is no tier 'gold'; there are free, premium, ultimate/],
    [{ url: 'nowhere' }, /url is 'nowhere'; it is an address/],
    [{ relase: '15.3' }, /there is no option 'relase'; there are url, tier, release/],
    [{ ports: { event: {} } }, /there is no port 'event'; there are events, git/],
    [{ ports: { events: 'sqlite' } }, /the port events is string/],
    [{ eventStore: 'mysql' }, /there is no event store 'mysql'; there are sqlite, memory, \{ connectionString \}/],
    [{ eventStore: {} }, /there is no event store \{\}; there are sqlite/],
    [{ eventStore: { connectionString: 'nowhere' } }, /eventStore.connectionString is an address such as esdb:/],
    [{ eventStore: { connectionString: 'esdb://a', tls: false } }, /no option of eventStore: 'tls'; there are conn/],
    [{ eventStorePatience: 5 }, /eventStorePatience has no effect without the event store \{ connectionString \}/],
    [{ eventStorePatience: '5' }, /eventStorePatience is '5'; it is a number of seconds/],
    [{ eventStorePatience: -1 }, /eventStorePatience is -1; it is a number of seconds/],
    [{ eventStorePatience: Number.NaN }, /eventStorePatience is NaN; it is a number of seconds/],
    [{ eventStoreDeadline: 0 }, /eventStoreDeadline is 0; it is a number of seconds/],
    [{ eventStoreDeadline: 1e9 }, /eventStoreDeadline is 1000000000; it is a number of seconds/],
    [{ eventStoreDeadline: null }, /eventStoreDeadline is null; it is a number of seconds/],
    [{ data: 5 }, /data has to be a folder's path/],
    [{ data: '' }, /data has to be a folder's path/],
    [{ data: './data', eventStore: 'memory' }, /data has no effect with the event store memory/],
    [
      { url: 'http://forge.example/' },
      /url is 'http:\/\/forge\.example\/'; it is an address .* http:\/\/forge\.example$/,
    ],
    [{ url: 'http://forge.example/sub' }, /url is 'http:\/\/forge\.example\/sub'; it is an address .* without a path/],
    [{ url: 'ftp://forge.example' }, /url is 'ftp:\/\/forge\.example'; it is an address/],
    [{ url: 7 }, /url is 7; it is an address/],
    [{ ports: { events: null } }, /the port events is null/],
    [{ ports: { clock: {} } }, /the port clock has no function now/],
    [{ ports: { events: { append: () => undefined } } }, /the port events has no function readStream/],
    [null as never, /what createForge is given is null; it has to be an object/],
    [[] as never, /what createForge is given is a list/],
    [{ ports: null as never }, /ports is null; it has to be an object/],
    [{ clock: null as never }, /clock has to be an object with the function now/],
    [{ ports: { git: {} as never } }, /the port git has no function of/],
    [{ ports: { patterns: {} as never } }, /the port patterns has no function compile/],
    [{ ports: { outbound: {} as never } }, /the port outbound has no function post/],
    [{ ports: { ciPlanner: {} as never } }, /the port ciPlanner has no function plan/],
    [{ ports: { readModel: (() => undefined) as never } }, /what the port readModel opens is undefined/],
    [{ ports: { readModel: (() => ({})) as never } }, /read of what the port readModel opens/],
    [{ clock: '2024-03-01' }, /clock has to be an object with the function now/],
    [{ mail: { host: 'x' } }, /there is no option of mail: 'host'; there are smtp, from/],
    [{ mail: { smtp: 'mail.example' } }, /mail\.smtp is an address such as smtp:\/\/host:port/],
    [{ mail: { from: 5 } }, /mail\.from has to be an address such as/],
    [
      { clock: { now: () => new Date() } },
      /clock\.now\(\) is .*; it has to be a text such as 2024-03-01T09:00:00\.000Z/,
    ],
    [{ ports: { clock: { now: () => '2024-03-01' } } }, /ports\.clock\.now\(\) is '2024-03-01'; it has to be a text/],
    [
      { eventStore: 'memory', ports: { events: makeMemoryEventStore() } },
      /eventStore has no effect with ports\.events/,
    ],
    [{ ports: { readModel: {} } }, /the port readModel is object; it has to be function/],
    [{ onDefect: 'log' }, /onDefect has to be a function/],
    [{ onUnavailable: 5 }, /onUnavailable has to be a function/],
  ])('refuses %j with what there is', async (options, message) => {
    await expect(createForge(options as never)).rejects.toThrow(message)
  })
})

describe('what goes wrong in a forge inside a program', () => {
  const tokenOf = async (forge: EmbeddedForge): Promise<string> => {
    const userId = await addUser(forge, 'jane')
    const wanted = { userId, name: 'test', scopes: ['api'], expiresAt: null } as const
    return right(await forge.useCases.personalAccessToken.createToken(wanted)).secret
  }
  const post = async (forge: EmbeddedForge, path: string, body: unknown): Promise<Response> =>
    forge.fetch(`/api/v4${path}`, {
      method: 'POST',
      headers: { 'private-token': await tokens, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  let tokens: Promise<string>

  it('is heard by the logger of the program with the id of the request, and told nobody else', async () => {
    const heard: Array<readonly [unknown, string]> = []
    const broken = { ...makeMemoryBlobs(), put: () => Promise.reject(new Error('broken')) }
    const forge = await start({ ports: { blobs: broken }, onDefect: (...told) => void heard.push(told) })
    tokens = tokenOf(forge)
    expect((await post(forge, '/projects', { name: 'app' })).status).toBe(201)
    const long = await post(forge, '/projects/1/issues', { title: 'Long', description: 'a line\n'.repeat(50_000) })
    expect([long.status, await long.json()]).toEqual([500, { message: '500 Internal Server Error' }])
    expect(heard).toEqual([[new Error('broken'), requestIdOf(long)]])
  })
  it('says why the history cannot be had', async () => {
    const heard: Array<readonly [string, string]> = []
    let isDown = false
    const store = makeMemoryEventStore()
    const events: EventStore = {
      ...store,
      append: async (...given) =>
        isDown ? { kind: 'Unavailable', reason: 'the disk is away' } : store.append(...given),
    }
    const forge = await start({ ports: { events }, onUnavailable: (...told) => void heard.push(told) })
    tokens = tokenOf(forge)
    await tokens
    isDown = true
    const refused = await post(forge, '/projects', { name: 'app' })
    expect([refused.status, await refused.json()]).toEqual([503, { message: expect.not.stringContaining('disk') }])
    expect(heard).toEqual([['the disk is away', requestIdOf(refused)]])
  })
  it('is heard of events that no row can be made of', async () => {
    const history = new MemoryHistory()
    const store = makeMemoryEventStore(history)
    const first = await start({ ports: { events: store } })
    await addUser(first, 'jane')
    const read = await store.readAll()
    const known = read.kind === 'Read' ? read.events.find(({ type }) => type === 'UserRegistered') : undefined
    if (known === undefined) throw new Error('nobody was registered')
    const { revision: _, position: __, stream: ___, ...event } = known
    const alien = { ...event, id: '01900000-0000-7000-8000-000000000001' as typeof event.id, data: { alien: true } }
    await store.append('user-77' as typeof known.stream, [alien], 'noStream')
    const heard: Array<string> = []
    await start({
      ports: { events: makeMemoryEventStore(history) },
      onDefect: (error, where) => void heard.push(`${where}: ${error}`),
    })
    const told = (projection: string) =>
      expect.stringMatching(new RegExp(`^${projection}: Error: UserRegistered at \\d+ could not be projected: `))
    expect(heard).toEqual([told('places'), told('users')])
  })
})
