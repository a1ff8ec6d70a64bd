import { uwsBinding } from '@forgefold/server/transport'
import * as programs from '@forgefold/spec/programs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type RawRequest, READERS, SENDERS, SLOW_READER, SLOW_SENDER, wholeInChunks } from './hostile-client.js'
import { CLIENT_TIMEOUT, type ServerProcess, startServerProcess } from './server-process.js'
import type { StreamingRoute } from './streaming-request.js'
import { declaredStreaming, streamingRoutes } from './streaming-routes.js'

const TRANSPORTS = uwsBinding().kind === 'there' ? ['uws', 'node'] : ['node']

/** Git programs that may run at a time are fewer than this, so one place lost by each request shows soon. */
const MORE_THAN_PLACES = 12

const SETTLED = { interval: 100 }

describe.runIf(programs.need('git')).each(TRANSPORTS)('the life of a request over %s', (transport) => {
  let server: ServerProcess
  let routes: ReadonlyArray<StreamingRoute>
  let descriptors = 0

  beforeAll(async () => {
    server = await startServerProcess(transport)
    routes = await streamingRoutes(server)
    await answers()
    descriptors = (await server.holdings()).descriptors
  })
  afterAll(() => server.stop())

  /** Asks something for which a git program has to be started. */
  const answers = async (): Promise<void> => {
    const id = /projects\/(\d+)/.exec(routes[0]?.request.path ?? '')?.[1]
    const asked = await server.ask('GET', `/api/v4/projects/${id}/repository/commits?path=README.md`, {
      signal: AbortSignal.timeout(60_000),
    })
    expect(asked.status).toBe(200)
  }

  const expectNothingHeld = async (): Promise<void> => {
    expect(server.isRunning(), server.complaints()).toBe(true)
    await answers()
    await expect.poll(async () => (await server.holdings()).processes, SETTLED).toEqual([])
    await expect.poll(async () => (await server.holdings()).drafts, SETTLED).toEqual([])
    await expect.poll(async () => (await server.holdings()).descriptors - descriptors, SETTLED).toBeLessThanOrEqual(0)
    expect(await server.metric('forgefold_git_places_taken')).toBe(0)
    expect(await server.metric('forgefold_requests_under_way')).toBeLessThanOrEqual(1)
    expect(await server.metric('forgefold_uncaught_errors_total')).toBe(0)
    expect(server.complaints()).toBe('')
  }

  afterEach(expectNothingHeld)

  it('drives every streaming route that is declared', () => {
    expect(routes.map(({ name }) => name)).toEqual(expect.arrayContaining([...declaredStreaming()]))
  })

  it('says one length of what it sends, or none', async () => {
    for (const { name, sends, request } of routes) {
      if (sends) continue
      const answer = await server.ask('GET', request.path, { headers: { ...request.headers } })
      expect([name, answer.status]).toEqual([name, 200])
      const { byteLength } = await answer.arrayBuffer()
      const length = answer.headers.get('content-length')
      if (length !== null) expect(byteLength).toBe(Number(length))
    }
  })

  it.each(Object.keys(SENDERS))('is over where a client that sends %s', async (name) => {
    for (const { sends, request } of routes) if (sends) await SENDERS[name]?.(server.port, request)
  })

  it.each(Object.keys(READERS))('is over where a client that fetches %s', async (name) => {
    for (const { sends, request } of routes) if (!sends) await READERS[name]?.(server.port, request)
  })

  it('is over where a push is refused for its size, or for its pack, while it still comes', async () => {
    const push = routes.find(({ name }) => name.endsWith('git-receive-pack'))?.request as RawRequest
    const { body = new Uint8Array(0) } = push
    const beyond = Buffer.concat([body, Buffer.alloc(12 * 1024 * 1024, 'not of any pack')])
    const broken = Buffer.concat([body.subarray(0, 300), Buffer.alloc(12 * 1024 * 1024, 'not of any pack')])
    const limit = (megabytes: number | null) =>
      server.ask('PUT', '/api/v4/application/settings', {
        body: JSON.stringify({ receive_max_input_size: megabytes }),
        headers: { 'content-type': 'application/json' },
      })
    for (let time = 0; time < 3; time++) {
      expect(await wholeInChunks(server.port, { ...push, body: broken })).toMatch(/^HTTP\/1\.1 200 /)
      expect((await limit(1)).status).toBe(200)
      expect(await wholeInChunks(server.port, { ...push, body: beyond })).toMatch(/^HTTP\/1\.1 200 /)
      expect((await limit(null)).status).toBe(200)
    }
  })

  it('is over where a client sends slower than a byte a second', async () => {
    const began = performance.now()
    const crawling = routes.filter(({ sends }) => sends).map(({ request }) => SLOW_SENDER(server.port, request))
    await Promise.all(crawling)
    expect(performance.now() - began).toBeLessThan(CLIENT_TIMEOUT * 1000 + 15_000)
  })

  it('goes on for others while clients take nothing of what they asked for', async () => {
    const fetching = routes.filter(({ sends }) => !sends)
    const large = Array.from({ length: MORE_THAN_PLACES }, (_, at) => fetching[at % 8] as StreamingRoute)
    let leave = (): void => undefined
    const leaving = new Promise<void>((resolve) => {
      leave = resolve
    })
    const reading = Promise.all(large.map(({ request }) => SLOW_READER(server.port, request, leaving)))
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await answers()
    await expect.poll(() => server.metric('forgefold_requests_under_way'), SETTLED).toBeLessThanOrEqual(1)
    leave()
    await reading
  })

  it('is over a thousand times in turn, and memory stays flat', async () => {
    const quick = [
      ...routes
        .filter(({ sends }) => sends)
        .flatMap((route) =>
          ['is reset before the body', 'is reset in the body', 'is reset after the body'].map(
            (name) => [SENDERS[name], route] as const,
          ),
        ),
      ...routes
        .filter(({ sends }) => !sends)
        .flatMap((route) =>
          ['leaves before the answer', 'is reset in the answer', 'asks for the head alone and leaves'].map(
            (name) => [READERS[name], route] as const,
          ),
        ),
    ]
    const round = async (count: number): Promise<number> => {
      for (let at = 0; at < count; at += 10)
        await Promise.all(
          Array.from({ length: 10 }, (_, beside) => {
            const [behave, { request }] = quick[(at + beside) % quick.length] as (typeof quick)[number]
            return behave?.(server.port, request)
          }),
        )
      await expectNothingHeld()
      return server.memory()
    }
    await round(200)
    const before = await round(300)
    const after = await round(500)
    expect((after - before) / 1024 / 1024).toBeLessThan(64)
  }, 300_000)
})
