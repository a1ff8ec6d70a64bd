import { connect } from 'node:net'
import type { HttpHandler } from '@forgefold/server/http'
import { afterEach, describe, expect, it } from 'vitest'
import { SOCKETED, type Socketed, sendRaw } from './ways-in.js'

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`

const UPGRADE = 'Connection: Upgrade\r\nUpgrade: h2c\r\n'

/** How long the idle time-outs of both transports take at least, in milliseconds. */
const IDLE = 10_000

const BROKEN_BODY = 'POST /b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'

/** What is no request, and how the connection ends. */
const NO_REQUEST: Readonly<Record<string, readonly [bytes: string, status: number]>> = {
  garbage: ['HELLO\0\r\n\r\n', 400],
  'a body that is broken': [BROKEN_BODY, 400],
  'a head that is too long': [get('/b', `X: ${'a'.repeat(40_000)}\r\n`), 431],
  CONNECT: ['CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
}

const statusesIn = (heard: string): ReadonlyArray<number> =>
  [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

describe.each(SOCKETED)('requests that are sent before the one ahead is answered, over %s', (name, open) => {
  let way: Socketed | undefined
  let paths: Array<string>
  const serve = async (handler: HttpHandler): Promise<Socketed> => {
    paths = []
    way = await open((request) => {
      paths.push(request.path)
      return handler(request)
    })
    return way
  }
  afterEach(async () => {
    await way?.close()
    way = undefined
  })

  it.each([
    ['without bodies', get('/a') + get('/b') + get('/c')],
    ['with bodies', 'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na'.repeat(3)],
  ])('%s: all are over when the client leaves', async (_what, bytes) => {
    let left = 0
    const { port, listening } = await serve(async ({ body, signal }) => {
      await body.bytes(10).catch(() => undefined)
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve()
        else signal.addEventListener('abort', () => resolve())
      })
      left++
      return { status: 200, headers: [], body: 'late' }
    })
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.on('error', () => undefined)
    // The native server leaves its client here, before the second.
    await expect.poll(() => paths.length).toBeGreaterThan(0)
    await new Promise((later) => setTimeout(later, 100))
    socket.destroy()
    await expect.poll(() => listening.underWay()).toBe(0)
    await expect.poll(() => left).toBe(paths.length)
  })

  it('nothing is taken for a request behind one that is refused while another is under way', async () => {
    const { port } = await serve(async () => {
      await new Promise((later) => setTimeout(later, 200))
      return { status: 200, headers: [], body: 'ok' }
    })
    const smuggled = get('/smuggled')
    const ambiguous = `POST /b HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 1\r\n\r\na`
    await sendRaw(port, get('/a') + ambiguous + smuggled, 600)
    expect(paths).not.toContain('/smuggled')
  })

  it.each(name === 'node' ? Object.keys(NO_REQUEST) : [])(
    '%s behind requests under way is refused after these are answered',
    async (what) => {
      const [bytes, status] = NO_REQUEST[what] as readonly [string, number]
      const { port, listening } = await serve(async ({ path, body }) => {
        await body.bytes(10).catch(() => undefined)
        await new Promise((later) => setTimeout(later, 100))
        return { status: 201, headers: [], body: `made ${path}` }
      })
      for (const parts of [
        [get('/a') + get('/c') + bytes + get('/smuggled')],
        [get('/a') + get('/c'), bytes, get('/smuggled')],
      ]) {
        const heard = await sendRaw(port, parts)
        expect(statusesIn(heard)).toEqual([201, 201, status])
        expect(heard).toMatch(/made \/a.*made \/c/s)
      }
      expect(paths).not.toContain('/smuggled')
      await expect.poll(() => listening.underWay()).toBe(0)
    },
  )

  if (name === 'node')
    it('are carried out one at a time, and many of one connection take no places of others', async () => {
      let most = 0
      let running = 0
      const { port, ask, listening } = await serve(async ({ path }) => {
        most = Math.max(most, ++running)
        await new Promise((later) => setTimeout(later, 20))
        running--
        return { status: 200, headers: [], body: `at ${path}` }
      })
      const asked = Array.from({ length: 20 }, (_, n) => `/${n}`)
      const heard = await sendRaw(port, asked.map((path) => get(path)).join(''), /at \/19$/)
      expect([...heard.matchAll(/at (\/\d+)/g)].map(([, path]) => path)).toEqual(asked)
      expect([most, paths]).toEqual([1, asked])
      const flooded = await sendRaw(port, get('/flood').repeat(1000))
      expect(statusesIn(flooded).length).toBeLessThan(2)
      await expect.poll(() => listening.underWay()).toBe(0)
      expect(paths.length).toBeLessThan(asked.length + 3)
      expect((await ask('/other')).status).toBe(200)
    })

  it.each([
    ['an upgrade', get('/a', UPGRADE)],
    ['an upgrade with a body', `POST /a HTTP/1.1\r\nHost: a\r\n${UPGRADE}Content-Length: 1\r\n\r\na`],
  ])('what follows %s is answered, or the connection ends', async (_what, first) => {
    const { port } = await serve(({ path }) => ({ status: 200, headers: [], body: `at ${path}` }))
    const began = performance.now()
    const heard = await sendRaw(port, first + get('/b'), /at \/b/)
    expect(heard).toContain('at /a')
    expect(performance.now() - began).toBeLessThan(IDLE)
  })
})
