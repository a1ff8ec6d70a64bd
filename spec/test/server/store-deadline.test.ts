import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const DEADLINE_MS = 1_000
/** What a machine with more to do than it can may add. */
const LAG_MS = 4_000

const IN_DOUBT = '503 Service Unavailable - the write may be stored or not; look before it is repeated'
const AWAY = '503 Service Unavailable - the store is away'

describe('a node that does not answer', () => {
  let double: EventStoreDbDouble
  let instance: TestInstance
  const causes: Array<{ readonly cause: string; readonly requestId: string }> = []
  const post = (path: string, json: unknown) => instance.ask('POST', `/api/v4${path}`, { as: instance.root, json })
  const timed = async <A>(work: Promise<A>): Promise<{ readonly answer: A; readonly took: number }> => {
    const began = performance.now()
    const answer = await work
    return { answer, took: performance.now() - began }
  }

  let made = 0
  /** One that comes too late may be stored all the same, so each try has a name of its own. */
  const goesOn = () => expect.poll(async () => (await post('/projects', { name: `again ${++made}` })).status).toBe(201)

  beforeAll(async () => {
    double = await startEventStoreDbDouble()
    instance = await openTestInstance({
      more: {
        eventStore: { connectionString: double.connectionString },
        eventStoreDeadline: DEADLINE_MS,
        onUnavailable: (cause, requestId) => {
          causes.push({ cause, requestId })
        },
      },
    })
    expect(await post('/projects', { name: 'first' })).toMatchObject({ status: 201 })
  })
  afterEach(() => double.faults.clear())
  afterAll(async () => {
    await instance.close()
    await double.stop()
  })

  it('costs a request its deadline, however often it would be asked, and then all goes on', async () => {
    double.faults.silent()
    const { answer, took } = await timed(post('/projects', { name: 'second' }))
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect([IN_DOUBT, AWAY]).toContain((answer.json as { message: string }).message)
    expect(took).toBeLessThan(DEADLINE_MS + LAG_MS)
    double.faults.clear()
    await goesOn()
  })

  it('costs those who wait for one another no more than each its own deadline', async () => {
    const { json } = await post('/projects', { name: 'shared' })
    const path = `/api/v4/projects/${(json as { id: number }).id}`
    double.faults.silent()
    const put = (n: number) => instance.ask('PUT', path, { as: instance.root, json: { description: `d${n}` } })
    const asked = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => timed(put(n))))
    expect(asked.map(({ answer }) => answer.status)).toEqual([503, 503, 503, 503, 503, 503])
    expect(Math.max(...asked.map(({ took }) => took))).toBeLessThan(DEADLINE_MS + LAG_MS)
  })

  it('in time for all that a request asks is as one that does not answer', async () => {
    // Each answer comes long before the deadline; several in a row do not.
    double.faults.delay(300)
    const { answer } = await timed(post('/projects', { name: 'slow' }))
    expect(answer.status).toBe(503)
  })

  it('leaves it open whether a write is stored where the write itself was not answered', async () => {
    const { json } = await post('/groups', { name: 'G', path: 'g' })
    double.faults.append({ kind: 'neverAnswer', written: true })
    const path = `/api/v4/groups/${(json as { id: number }).id}`
    const put = await instance.ask('PUT', path, { as: instance.root, json: { description: 'told' } })
    expect([put.status, put.json]).toEqual([503, { message: IN_DOUBT }])
    const shown = async () => (await instance.ask('GET', path, { as: instance.root })).json
    await expect.poll(shown).toMatchObject({ description: 'told' })
  })

  it('is not ready within a second, and ready again without a restart', async () => {
    const readiness = () => instance.ask('GET', '/-/readiness')
    double.faults.silent()
    const { answer, took } = await timed(readiness())
    expect([answer.status, answer.json]).toEqual([
      503,
      {
        status: 'failed',
        event_store: { status: 'failed', message: 'the event store does not answer' },
        read_model: { status: 'ok' },
      },
    ])
    expect(took).toBeLessThan(1_000 + LAG_MS)
    double.faults.clear()
    await expect.poll(async () => (await readiness()).status).toBe(200)
  })

  it('is told to the log with what is behind it, and to the client without', async () => {
    await double.crash()
    causes.length = 0
    const asked = [
      post('/projects', { name: 'never' }),
      instance.ask('GET', '/-/readiness'),
      instance.ask('POST', '/oauth/token', { form: 'grant_type=password&username=root&password=x' }),
    ]
    for (const { status, text, headers } of await Promise.all(asked)) {
      if (status < 500) continue
      expect(text).not.toMatch(/127\.0\.0\.1|localhost|ECONN|UNAVAILABLE|grpc|node_modules|\.js/)
      const id = headers.get('x-request-id')
      const told = causes.filter(({ requestId }) => requestId === id)
      expect(told).toHaveLength(1)
      expect(told[0]?.cause).toMatch(/UNAVAILABLE|ECONNREFUSED|deadline|within/)
    }
    expect(causes.length).toBeGreaterThan(1)
    await double.restart()
    await goesOn()
  })
})
