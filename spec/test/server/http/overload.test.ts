import { once } from 'node:events'
import { connect } from 'node:net'
import { ok, plainRoute, RequestLoad, route } from '@forgefold/server/http'
import { listenNode } from '@forgefold/server/transport'
import { expect, it } from 'vitest'
import { smallApplication } from './small-application.js'

/** An application of which so many requests may be in work, with a route that waits until it is let go. */
const waitingApplication = (most: number) => {
  const begun: Array<() => void> = []
  const load = new RequestLoad(most)
  const hold = () => new Promise<void>((resolve) => begun.push(resolve))
  const declared = {
    area: 'x',
    summary: 'x',
    caller: 'anyone',
    params: {},
    success: { status: 200, description: 'x' },
  } as const
  const application = smallApplication({
    routes: [
      route({
        ...declared,
        method: 'GET',
        path: '/slow',
        handler: async () => {
          await hold()
          return ok({})
        },
      }),
      route({ ...declared, method: 'POST', path: '/reads', handler: async () => ok({}) }),
    ],
    plainRoutes: [
      plainRoute({
        method: 'GET',
        path: '/-/liveness',
        exemptFromLoadShedding: true,
        handle: () => ({ status: 200, headers: [], body: 'ok' }),
      }),
    ],
    more: { load },
  })
  return { ...application, load, begun }
}

it('requests above the bound are turned away at once, and taken on again when there is room', async () => {
  const { ask, load, begun } = waitingApplication(3)
  const first = [ask('/api/v4/slow'), ask('/api/v4/slow'), ask('/api/v4/slow')]
  expect(load.inWork).toBe(3)
  const refused = await ask('/api/v4/slow')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect(await refused.json()).toEqual({
    message: '503 Service Unavailable - the server has too much to do at the moment',
  })
  expect((await ask('/-/liveness')).status).toBe(200)
  for (const letGo of begun) letGo()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(load.inWork).toBe(0)
  const next = ask('/api/v4/slow')
  begun.at(-1)?.()
  expect((await next).status).toBe(200)
})

it('clients that are slow to send their bodies take no place', async () => {
  const { handler, load, begun } = waitingApplication(1)
  const server = await listenNode(handler, '127.0.0.1', 0)
  const sockets = Array.from({ length: 5 }, () => connect(server.port, '127.0.0.1'))
  try {
    for (const socket of sockets) {
      await once(socket, 'connect')
      socket.write(
        'POST /api/v4/reads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{',
      )
    }
    const slow = fetch(`http://127.0.0.1:${server.port}/api/v4/slow`)
    await expect.poll(() => begun.length).toBe(1)
    expect(load.inWork).toBe(1)
    begun[0]?.()
    expect((await slow).status).toBe(200)
  } finally {
    for (const socket of sockets) socket.destroy()
    await server.close(0)
  }
})
