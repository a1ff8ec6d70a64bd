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
