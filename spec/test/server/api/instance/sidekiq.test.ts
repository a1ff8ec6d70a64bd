import { eventIdOf, writeReactorEvent } from '@forgefold/core/app'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

interface Metrics {
  readonly queues: Readonly<Record<string, { readonly backlog: number; readonly latency: number }>>
  readonly processes: ReadonlyArray<{ readonly queues: ReadonlyArray<string>; readonly busy: number }>
  readonly jobs: { readonly processed: number; readonly failed: number; readonly enqueued: number }
}

const NAMES = ['queue_metrics', 'process_metrics', 'job_stats', 'compound_metrics']
let world: TestInstance
const read = async (name: string) => (await world.ask('GET', `/api/v4/sidekiq/${name}`, { as: world.root })).json

beforeAll(async () => {
  world = await openTestInstance()
})
afterAll(() => world.close())

it('tells of the reactors: a queue each, with nothing in it', async () => {
  const { queues, processes, jobs } = (await read('compound_metrics')) as Metrics
  expect(Object.keys(queues)).toEqual(expect.arrayContaining(['default', 'packages', 'housekeeping']))
  expect(Object.values(queues).every(({ backlog, latency }) => backlog === 0 && latency === 0)).toBe(true)
  expect(processes).toEqual([
    expect.objectContaining({ pid: process.pid, queues: Object.keys(queues), concurrency: Object.keys(queues).length }),
  ])
  expect(jobs).toMatchObject({ failed: 0, enqueued: 0 })
  expect(await read('queue_metrics')).toEqual({ queues })
  expect(Object.keys((await read('process_metrics')) as Metrics)).toEqual(['processes'])
  expect(Object.keys((await read('job_stats')) as Metrics)).toEqual(['jobs'])
})

it('counts what reactors handle, and is quiet when they are', async () => {
  const before = ((await read('job_stats')) as Metrics).jobs.processed
  const made = { name: 'app', initialize_with_readme: true }
  expect((await world.ask('POST', '/api/v4/projects', { as: world.root, json: made })).status).toBe(201)
  await vi.waitFor(
    async () => {
      const { jobs, processes } = (await read('compound_metrics')) as Metrics
      expect(jobs.processed).toBeGreaterThan(before)
      expect(processes[0]?.busy).toBe(0)
    },
    { timeout: 60_000, interval: 50 },
  )
})

it.each(NAMES)('shows %s to administrators only', async (name) => {
  const { token } = await world.person(`reader-${name.replaceAll('_', '-')}`)
  expect((await world.ask('GET', `/api/v4/sidekiq/${name}`, { as: token })).status).toBe(403)
  expect((await world.ask('GET', `/api/v4/sidekiq/${name}`, {})).status).toBe(401)
})

it('drops what waits for a reactor and was caused by a user', async () => {
  const { events, clock, ids } = world.forge
  const read = await events.readAll({ filter: { types: ['UserRegistered'] }, limit: 2 })
  const [first] = read.kind === 'Read' ? read.events : []
  if (first === undefined) throw new Error('nobody registered')
  const parked = ['a', 'b'].map((name) => ({
    id: eventIdOf(ids.derived(first.id, name), 0),
    stream: first.stream,
    revision: first.revision,
    type: first.type,
    reason: 'TypeError',
    at: clock.now(),
  }))
  for (const data of parked)
    await writeReactorEvent({ store: events, clock, ids }, 'todos', () => ({ type: 'EventParked', data }))
  const drop = async (queue: string, query: string) => {
    const { status, json } = await world.ask('DELETE', `/api/v4/admin/sidekiq/queues/${queue}`, {
      as: world.root,
      query,
    })
    return [status, json]
  }
  const answer = (deleted_jobs: number, queue_size: number) => [200, { completed: true, deleted_jobs, queue_size }]
  for (const query of ['user=nobody', 'worker_class=packages', 'project=root%2Fapp&worker_class=todos'])
    expect(await drop('todos', query)).toEqual(answer(0, 2))
  for (const name of ['root_namespace', 'subscription_plan', 'caller_id', 'feature_category'])
    expect(await drop('todos', `user=root&${name}=anything`)).toEqual(answer(0, 2))
  expect(await drop('packages', 'worker_class=packages')).toEqual(answer(0, 0))
  expect(await drop('default', 'user=root')).toEqual(answer(0, 0))
  expect(await drop('mailers', 'user=root')).toEqual([404, { message: '404 Queue Not Found' }])
  expect((await drop('todos', ''))[0]).toBe(400)
  expect((await drop('todos', 'user='))[0]).toBe(400)
  expect(await drop('todos', 'worker_class=todos')).toEqual(answer(2, 0))
  expect(await drop('todos', 'worker_class=todos')).toEqual(answer(0, 0))
  await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'caused' } })
  const made = await events.readAll({ filter: { types: ['ProjectCreated'] }, limit: 10 })
  const caused = made.kind === 'Read' ? made.events.find(({ metadata }) => metadata.actor === 'user:1') : undefined
  if (caused === undefined) throw new Error('root created no project')
  const { id, stream, revision, type } = caused
  const own = { id, stream, revision, type, reason: 'TypeError', at: clock.now() }
  for (const data of [own, ...parked.slice(0, 1)])
    await writeReactorEvent({ store: events, clock, ids }, 'packages', () => ({ type: 'EventParked', data }))
  expect(await drop('packages', 'user=root')).toEqual(answer(1, 1))
  const { token } = await world.person('dropper')
  const path = '/api/v4/admin/sidekiq/queues/todos'
  expect((await world.ask('DELETE', path, { as: token, query: 'user=root' })).status).toBe(403)
})
