import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeMovableClock } from '@forgefold/adapters/clock'
import type { Instant, StreamName } from '@forgefold/core/kernel'
import { createForgefold, type Forgefold } from '@forgefold/server'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { askerOf, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const TERM_MS = 3000
const stores = ['EventStoreDB', 'SQLite'] as const

describe.each(stores)('three servers over one history on %s', (kind) => {
  let folder: string
  let double: EventStoreDbDouble | undefined
  let first: TestInstance
  const nodes: Array<Forgefold> = []
  const defects: Array<unknown> = []
  let projectId: number

  const options = (node: number) => ({
    instance: { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' } as const,
    data: join(folder, 'shared'),
    local: join(folder, `node-${node}`),
    leaseTerm: TERM_MS,
    clock: makeMovableClock('2022-08-22T12:00:00.000Z' as Instant),
    onDefect: (error: unknown) => void defects.push(error),
    ...(double === undefined ? {} : { eventStore: { connectionString: double.connectionString } }),
  })
  const at = (node: number) => askerOf(nodes[node] as Forgefold)
  const ask = (
    node: number,
    method: string,
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
    query = '',
  ) => at(node)(method, `/api/v4${path}`, { as: first.root, query, headers, ...(json === undefined ? {} : { json }) })
  const after = (answer: { readonly headers: ReadonlyMap<string, string> }) => ({
    'forgefold-position': answer.headers.get('forgefold-position') as string,
  })
  const eventsOf = async (stream: string) => {
    const read = await (nodes.at(-1) as Forgefold).forge.events.readStream(stream as StreamName)
    return read.kind === 'Read' ? read.events : []
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-cluster-'))
    if (kind === 'EventStoreDB') double = await startEventStoreDbDouble()
    first = await openTestInstance({ more: options(0) })
    nodes.push(first.forgefold, await createForgefold(options(1)), await createForgefold(options(2)))
    const project = await ask(0, 'POST', '/projects', { name: 'App', path: 'app', initialize_with_readme: true })
    projectId = (project.json as { id: number }).id
    for (const node of [1, 2])
      expect(await ask(node, 'GET', '/projects/root%2Fapp', undefined, after(project))).toMatchObject({ status: 200 })
  })
  afterAll(async () => {
    for (const node of nodes) await node.close()
    await double?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('shows on any server what was written on another, to whoever brings the position', async () => {
    for (let n = 0; n < 15; n++) {
      const made = await ask(n % 3, 'POST', '/groups', { name: `G${n}`, path: `g${n}` })
      expect(made.status).toBe(201)
      const { id } = made.json as { id: number }
      const read = await ask((n + 1) % 3, 'GET', `/groups/${id}`, undefined, after(made))
      expect(read).toMatchObject({ status: 200, json: { path: `g${n}` } })
    }
  })

  it('says that it is not that far yet where the position lies ahead for too long, and refuses one that is none', async () => {
    const answer = await ask(1, 'GET', '/version', undefined, { 'forgefold-position': 'pzzzzzzzz' })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('forgefold-position')).toBe('pzzzzzzzz')
    expect((await ask(1, 'GET', '/version', undefined, { 'forgefold-position': '17' })).status).toBe(400)
  })

  it('lets a revoked token in nowhere after a second, and changed settings rule everywhere', async () => {
    const made = await ask(0, 'POST', '/users/1/personal_access_tokens', {
      name: 'gone',
      scopes: ['api'],
      expires_at: '2022-09-01',
    })
    const { id, token } = made.json as { id: number; token: string }
    const withToken = (node: number) => at(node)('GET', '/api/v4/user', { as: token })
    await expect.poll(async () => (await withToken(1)).status).toBe(200)
    expect((await ask(2, 'DELETE', `/personal_access_tokens/${id}`)).status).toBe(204)
    const since = performance.now()
    for (;;) {
      const asked = performance.now() - since
      if ((await withToken(1)).status === 401) break
      expect(asked).toBeLessThan(1000)
    }
    await ask(0, 'PUT', '/application/settings', { default_branch_name: 'trunk' })
    await expect
      .poll(() => nodes.map(({ forge }) => forge.settings.current().default_branch_name))
      .toEqual(['trunk', 'trunk', 'trunk'])
  })

  it('keeps the story of a branch whole while all of them move it', async () => {
    const commit = (node: number, n: number) =>
      ask(node, 'POST', `/projects/${projectId}/repository/commits`, {
        branch: 'main',
        commit_message: `by ${node}, ${n}`,
        actions: [{ action: 'create', file_path: `by-${node}/${n}.txt`, content: `${n}` }],
      })
    const answers = await Promise.all(
      [0, 1, 2].map(async (node) => {
        const statuses: Array<number> = []
        for (let n = 0; n < 6; n++) statuses.push((await commit(node, n)).status)
        return statuses
      }),
    )
    const kept = answers.flat().filter((status) => status === 201).length
    expect(kept).toBeGreaterThan(5)
    expect(answers.flat().filter((status) => status >= 500)).toEqual([])
    const moves = (await eventsOf(`repository-${projectId}`))
      .filter(({ type }) => type === 'RefUpdated')
      .map(({ data }) => data as { ref: string; from: string | null; to: string | null })
      .filter(({ ref }) => ref === 'refs/heads/main')
    expect(moves).toHaveLength(kept + 1)
    for (const [index, move] of moves.entries()) if (index > 0) expect(move.from).toBe(moves[index - 1]?.to)
    expect(await nodes[1]?.forge.git.of(projectId).ref('refs/heads/main')).toBe(moves.at(-1)?.to)
    expect(await nodes[2]?.forge.git.pending()).toEqual([])
  })

  it('never gives out a number twice', async () => {
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        ask(n % 3, 'POST', `/projects/${projectId}/environments`, { name: `env-${n}` }),
      ),
    )
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    expect(new Set(made.map(({ json }) => (json as { id: number }).id)).size).toBe(30)
  })

  it('has one server do what is done once, and another when that one leaves', async () => {
    const taken = async () => (await eventsOf('lease-duties')).filter(({ type }) => type === 'LeaseTaken').length
    await expect.poll(taken).toBeGreaterThan(0)
    const before = await taken()
    await first.close()
    nodes.shift()
    await expect.poll(taken).toBeGreaterThan(before)
    const person = await ask(0, 'POST', '/users', {
      username: 'ann',
      name: 'Ann',
      email: 'ann@example.com',
      password: 'a-long-password',
    })
    const { id } = person.json as { id: number }
    expect((await ask(1, 'DELETE', `/users/${id}`, undefined, after(person), 'hard_delete=true')).status).toBe(204)
    await expect
      .poll(async () => nodes.map(({ forge }) => forge.read.users.byId(id)?.state))
      .toEqual([undefined, undefined])
    expect(defects).toEqual([])
  })
})
