import { connect, type Socket } from 'node:net'
import type { HttpHandler } from '@forgefold/server/http'
import { afterEach, describe, expect, it } from 'vitest'
import { SOCKETED, type Socketed } from './ways-in.js'

const ask = (path: string, method = 'GET'): string => `${method} ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** What the buffers of a loopback connection hold at most, in bytes; the system makes them larger as it sees fit. */
const BUFFERS = 32 * 1024 * 1024

/** 100 KiB with letters of one to four bytes, so that some part of it ends amid each of them. */
const LETTERS = 'aé…😀'.repeat(20_000)

/** As a body, or in a head: 8 KiB. */
const LONG = 'x'.repeat(8 * 1024)

describe.each(SOCKETED)('a client that asks much and reads nothing, over %s', (_name, open) => {
  let way: Socketed | undefined
  let sockets: Array<Socket> = []
  const serve = async (handler: HttpHandler): Promise<Socketed> => {
    way = await open(handler)
    return way
  }
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    sockets = []
    await way?.close()
    way = undefined
  })

  const unread = (port: number): Socket => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.on('error', () => undefined)
    sockets.push(socket)
    return socket
  }

  it('has one large answer kept for it, and the others are answered', async () => {
    let asked = 0
    const body = Buffer.alloc(2 * BUFFERS, 'x').toString('latin1')
    const { port, ...others } = await serve(({ path }) => {
      if (path === '/large') asked++
      return { status: 200, headers: [], body: path === '/large' ? body : 'small' }
    })
    const before = process.memoryUsage().rss
    for (let at = 0; at < 8; at++) unread(port).write(ask('/large').repeat(20))
    await expect.poll(() => asked).toBe(8)
    expect(await (await others.ask('/small')).text()).toBe('small')
    expect(process.memoryUsage().rss - before).toBeLessThan(3 * body.length)
    expect(asked).toBe(8)
  })

  it.each([
    { kind: 'a body', method: 'GET', status: 200, headers: [], body: LONG },
    { kind: 'nothing but a head', method: 'HEAD', status: 200, headers: [['X-Long', LONG] as const], body: 'x' },
    { kind: 'no content', method: 'GET', status: 204, headers: [['X-Long', LONG] as const], body: null },
    { kind: 'nothing new', method: 'GET', status: 304, headers: [['X-Long', LONG] as const], body: null },
    { kind: 'an empty body', method: 'GET', status: 200, headers: [['X-Long', LONG] as const], body: '' },
  ])('has no more small answers kept than its connection takes: $kind', async ({ kind: _, method, ...answer }) => {
    let asked = 0
    const { port, ...others } = await serve(({ path }) => {
      if (path === '/others') return { status: 200, headers: [], body: 'small' }
      asked++
      return answer
    })
    const socket = unread(port)
    let closed = false
    socket.on('close', () => {
      closed = true
    })
    // Each time as soon as the ones before are answered, as far as anybody can tell who reads nothing.
    for (let sent = 16, held = 0; sent < (2 * BUFFERS) / LONG.length && !closed && held < 10; sent += 16) {
      socket.write(ask('/', method).repeat(16))
      for (let waited = 0; waited < 50 && asked < sent && !closed; waited++)
        await new Promise((later) => setTimeout(later, 1))
      if (asked < sent) held++
    }
    expect((await others.ask('/others')).status).toBe(200)
    expect(asked * LONG.length).toBeLessThan(BUFFERS + 1024 * 1024)
  })

  it.each(['GET', 'HEAD'])('sends many %s at once: the others have their turns', async (method) => {
    let row = 0
    let longest = 0
    let asked = 0
    const { port, ...others } = await serve(() => {
      asked++
      if (row++ === 0)
        setImmediate(() => {
          row = 0
        })
      longest = Math.max(longest, row)
      return { status: 200, headers: [], body: 'x' }
    })
    unread(port).write(ask('/', method).repeat(4000))
    await expect.poll(() => asked).toBeGreaterThan(0)
    expect((await others.ask('/')).status).toBe(200)
    expect(longest).toBeLessThan(200)
  })

  it('leaves those who read their heads with every answer, whatever becomes of their connection', async () => {
    const { ask: read } = await serve(({ method }) => ({
      status: method === 'HEAD' ? 200 : 204,
      headers: [],
      body: null,
    }))
    for (let at = 0; at < 500; at++) {
      const method = at % 2 === 0 ? 'HEAD' : 'DELETE'
      expect((await read('/', { method })).status).toBe(method === 'HEAD' ? 200 : 204)
    }
  })

  it('is sent every letter of a long text whole', async () => {
    const { ask: read } = await serve(() => ({ status: 200, headers: [], body: LETTERS }))
    const answer = await read('/')
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(LETTERS)))
    expect(await answer.text()).toBe(LETTERS)
  })
})
