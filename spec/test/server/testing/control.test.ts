import { startForge, type TestForge } from '@forgefold/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let forge: TestForge
beforeAll(async () => {
  forge = await startForge({ port: false, control: true })
})
afterAll(() => forge.close())

const ask = async (method: string, path: string, body: string): Promise<readonly [number, string]> => {
  const response = await forge.fetch(`/-/testing/${path}`, { method, ...(method === 'GET' ? {} : { body }) })
  const { error = '' } = (await response.json()) as { readonly error?: string }
  return [response.status, error]
}

describe('the control of a forge from other languages', () => {
  it.each([
    ['POST', 'faults', 'null', 'the body is null; it has to be an object'],
    ['POST', 'faults', '[]', 'the body is a list; it has to be an object'],
    ['POST', 'faults', '{"pattern":5}', 'pattern has to be a string'],
    ['POST', 'faults', '{}', 'pattern is missing'],
    ['POST', 'users', '{"username":"ann","admn":true}', "there is no option of a user: 'admn'"],
    ['POST', 'users', '{"username":"ann","email":5}', 'email has to be a string'],
    ['PUT', 'clock', '{"nwo":1}', "there is no member 'nwo'; there are now, advance"],
    ['PUT', 'clock', '{"now":"2025-01-01T00:00:00Z","advance":5}', 'two ways to move the clock'],
    ['PUT', 'clock', '{}', 'now is missing'],
    ['GET', 'events?sinse=1', '', "there is no member 'sinse'; there are since, category, type"],
    ['GET', 'events?since=yesterday', '', "since is 'yesterday'; it is a mark, which GET mark gives"],
    ['GET', 'events?type=IssueCreate', '', "there is no type 'IssueCreate'; the nearest are"],
    ['GET', 'events?category=isue', '', "there is no category 'isue'; the nearest are"],
    ['GET', 'requests?pattern=GET%20/nowhere', '', 'GET /nowhere'],
    ['POST', 'expect', '{}', 'type is missing'],
    ['POST', 'expect', '{"type":"IssueCreated","times":-1}', 'times is -1; it is a whole number'],
    ['POST', 'expect', '{"type":"IssueCreated","times":"1"}', 'times has to be a number'],
    ['POST', 'restore', '{}', 'snapshot is missing'],
    ['POST', 'restore', '{"snapshot":7}', 'there is no snapshot 7; there are none'],
    ['POST', 'snapshots', '{"name":"x"}', "there is no member 'name'; there are "],
    ['POST', 'forks', '{"port":70000}', 'port is 70000; it is a number from 0 to 65535'],
    ['DELETE', 'forks', '{"url":"http://127.0.0.1:1"}', "there is no fork at 'http://127.0.0.1:1'; there are none"],
  ])('%s %s with %s is refused', async (method, path, body, words) => {
    const before = forge.clock.now()
    expect(await ask(method, path, body)).toEqual([400, expect.stringContaining(words)])
    expect([forge.clock.now(), Object.keys(forge.tokens)]).toEqual([before, ['root']])
  })
  it('says how much it reads', async () => {
    const [status, error] = await ask('POST', 'faults', 'a'.repeat(2_000_000))
    expect([status, error]).toEqual([413, 'the body is larger than 1048576 bytes'])
  })
})

interface Told {
  readonly mark: number
  readonly events: ReadonlyArray<{ readonly type: string; readonly position: number }>
}

describe('what tests in other languages ask and keep', () => {
  const control = async <A>(method: string, path: string, body?: unknown): Promise<A> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await (await forge.fetch(`/-/testing/${path}`, { method, ...sent })).json()) as A
  }
  const makeProject = (name: string) =>
    forge.as('root').fetch('/api/v4/projects', { method: 'POST', body: new URLSearchParams({ name }) })
  const projects = async (): Promise<ReadonlyArray<string>> => {
    const listed = await (await forge.as('root').fetch('/api/v4/projects')).json()
    return (listed as ReadonlyArray<{ readonly path: string }>).map(({ path }) => path)
  }

  it('is what has happened since a mark, of a type or a category, and the next mark', async () => {
    const { mark } = await control<Told>('GET', 'mark')
    await makeProject('told')
    const { events, ...first } = await control<Told>('GET', `events?since=${mark}&type=ProjectCreated`)
    expect(events).toMatchObject([{ type: 'ProjectCreated', stream: 'project-1', data: { path: 'told' } }])
    const { events: all } = await control<Told>('GET', `events?since=${mark}`)
    expect(all.length).toBeGreaterThan(1)
    expect(first.mark).toBe(all.at(-1)?.position)
    expect(await control('GET', `events?since=${first.mark}`)).toEqual({ mark: first.mark, events: [] })
    expect((await control<Told>('GET', `events?since=${mark}&category=project`)).events.length).toBeGreaterThan(0)
    expect((await control<Told>('GET', 'events')).events.length).toBeGreaterThan(all.length)
  })
  it('is whether something happened exactly so often', async () => {
    const { mark: since } = await control<Told>('GET', 'mark')
    await makeProject('expected')
    expect(await control('POST', 'expect', { type: 'ProjectCreated', since })).toEqual({})
    const body = JSON.stringify({ type: 'ProjectCreated', times: 2, since })
    const unmet = await forge.fetch('/-/testing/expect', { method: 'POST', body })
    expect([unmet.status, await unmet.json()]).toEqual([
      409,
      { error: expect.stringMatching(/^ProjectCreated happened 1 times, not 2; there was .*ProjectCreated/) },
    ])
  })
  it('is which requests matched', async () => {
    await control('DELETE', 'requests')
    await makeProject('asked')
    await projects()
    const matching = await control('GET', `requests?pattern=${encodeURIComponent('POST /projects')}`)
    expect(matching).toMatchObject([{ method: 'POST', path: '/api/v4/projects', status: 201 }])
  })
  it('are snapshots, which outlive a reset', async () => {
    await control('POST', 'reset')
    await makeProject('kept')
    const { snapshot } = await control<{ snapshot: number }>('POST', 'snapshots')
    await makeProject('lost')
    await control('POST', 'restore', { snapshot })
    expect(await projects()).toEqual(['kept'])
    await control('POST', 'reset')
    expect(await projects()).toEqual([])
    await control('POST', 'restore', { snapshot })
    expect(await projects()).toEqual(['kept'])
    await control('DELETE', 'snapshots')
    expect(await control('POST', 'restore', { snapshot })).toEqual({
      error: `there is no snapshot ${snapshot}; there are none`,
    })
  })
  it('are forks, each with an address and a control of its own, until they are closed', async () => {
    const listening = await startForge({ control: true })
    const ask = async <A>(url: string, method: string, path: string, body?: unknown): Promise<A> => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      return (await (await fetch(`${url}/-/testing/${path}`, { method, ...sent })).json()) as A
    }
    type Fork = { readonly url: string; readonly tokens: Readonly<Record<string, string>> }
    await ask(listening.url, 'POST', 'users', { username: 'ann' })
    const [one, other] = [
      await ask<Fork>(listening.url, 'POST', 'forks'),
      await ask<Fork>(listening.url, 'POST', 'forks'),
    ]
    expect(new Set([listening.url, one.url, other.url]).size).toBe(3)
    expect(one.tokens).toEqual(listening.tokens)
    await ask(one.url, 'POST', 'users', { username: 'bea' })
    expect(Object.keys(await ask<object>(one.url, 'GET', 'tokens'))).toEqual(['root', 'ann', 'bea'])
    expect(Object.keys(await ask<object>(other.url, 'GET', 'tokens'))).toEqual(['root', 'ann'])
    expect(await ask(listening.url, 'DELETE', 'forks', { url: one.url })).toEqual({})
    await expect(fetch(one.url)).rejects.toThrow()
    await listening.close()
    await expect(fetch(other.url)).rejects.toThrow()
  })
})
