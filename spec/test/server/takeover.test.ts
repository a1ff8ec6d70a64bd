import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { ROOT_TOKEN, type ServerProcess, startServer } from '@forgefold/spec/storm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const TERM_SECONDS = 3
const ROUNDS = 2
const SERVERS = 3

describe('three server processes of which the one on duty is killed', () => {
  let folder: string
  let double: EventStoreDbDouble
  const servers: Array<ServerProcess> = []
  let projectId: number
  let assignee: number

  const ask = async (server: ServerProcess, method: string, path: string, json?: unknown) => {
    const headers = { 'private-token': ROOT_TOKEN, 'content-type': 'application/json' }
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    try {
      const signal = AbortSignal.timeout(60_000)
      const answer = await fetch(`${server.base}/api/v4${path}`, { method, headers, signal, ...body })
      return { status: answer.status, json: (await answer.json()) as { readonly id: number } }
    } catch {
      return { status: 0, json: { id: 0 } }
    }
  }
  const start = (n: number) =>
    startServer(folder, `server-${n}`, 0, double.connectionString, ['--lease-term', String(TERM_SECONDS)])
  const dataOf = (data: Uint8Array) => JSON.parse(Buffer.from(data).toString('utf8')) as Record<string, unknown>
  const recordsOf = (type: string) => double.log.records.filter((record) => record.type === type)
  /** The process that took the lease last. */
  const onDuty = (): number | undefined => {
    const taken = recordsOf('LeaseTaken').at(-1)
    return taken === undefined ? undefined : Number(String(dataOf(taken.data)['holder']).split(':')[1])
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-takeover-'))
    double = await startEventStoreDbDouble()
    for (let n = 0; n < SERVERS; n++) servers.push(await start(n))
    const [first] = servers as [ServerProcess]
    const project = await ask(first, 'POST', '/projects', { name: 'p', initialize_with_readme: true })
    projectId = project.json.id
    const person = { username: 'ann', name: 'Ann', email: 'ann@example.com', password: 'a-long-password' }
    assignee = (await ask(first, 'POST', '/users', { ...person, skip_confirmation: true })).json.id
    await ask(first, 'POST', `/projects/${projectId}/members`, { user_id: assignee, access_level: 40 })
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await double.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('has another take over within bounded time, and every reaction happens once', async () => {
    await expect.poll(onDuty).toBeDefined()
    const issues: Array<number> = []
    let writing = true
    const write = async (lane: number): Promise<void> => {
      for (let n = 0; writing; n++) {
        const server = servers[(lane + n) % SERVERS] as ServerProcess
        const json = { title: `lane ${lane}, ${n}`, assignee_ids: [assignee] }
        const made = await ask(server, 'POST', `/projects/${projectId}/issues`, json)
        if (made.status === 201) issues.push(made.json.id)
        await sleep(20)
      }
    }
    const gaps: Array<number> = []
    const lanes = [0, 1, 2].map(write)
    try {
      for (let round = 0; round < ROUNDS; round++) {
        await sleep(1500)
        const victim = servers.findIndex(({ pid }) => pid === onDuty())
        expect(victim).toBeGreaterThanOrEqual(0)
        const dead = onDuty()
        await (servers[victim] as ServerProcess).kill()
        const since = performance.now()
        await expect.poll(onDuty, { interval: 20 }).not.toBe(dead)
        gaps.push(performance.now() - since)
        servers[victim] = await start(victim)
      }
    } finally {
      writing = false
      await Promise.all(lanes)
    }
    console.log(
      `${issues.length} issues; took over after ${gaps.map((gap) => `${(gap / 1000).toFixed(1)} s`).join(', ')} with a term of ${TERM_SECONDS} s`,
    )
    // A term of silence, and at the most one of the looks that come six times a term; far more on a machine that has no time for them.
    for (const gap of gaps) expect(gap).toBeLessThan(TERM_SECONDS * 5000)
    expect(issues.length).toBeGreaterThan(20)
    const todosOf = () => recordsOf('TodoCreated').map(({ data }) => dataOf(data))
    await expect.poll(() => todosOf().length).toBeGreaterThanOrEqual(issues.length)
    // Time for a second one, were there any to come.
    await sleep(1000)
    const created = recordsOf('IssueCreated').length
    expect(created).toBeGreaterThanOrEqual(issues.length)
    const targets = todosOf().map((todo) => todo['targetId'])
    expect(new Set(targets).size).toBe(targets.length)
    expect(targets.length).toBe(created)
    for (const server of servers) expect(server.complaints()).not.toContain('"level":60')
  })
})
