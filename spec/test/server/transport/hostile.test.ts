import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import type { HttpHandler, HttpRequest, HttpResponse } from '@forgefold/server/http'
import { withLoopMonitor } from '@forgefold/spec/cost'
import { afterEach, describe, expect, it } from 'vitest'
import { SOCKETED, type Socketed, sendRaw } from './ways-in.js'

const ok = { status: 200, headers: [['Content-Type', 'text/plain']], body: 'ok' } as const

/** Parts of a byte each, fewer than are kept before the client has to wait. */
const CRUMBS = 200_000

/** What another reader of the same bytes might understand differently. */
const AMBIGUOUS: ReadonlyArray<readonly [string, string]> = [
  ['two lengths that differ', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['two lengths that agree', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['an identity coding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n'],
  ['an unknown coding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
  ['two codings', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  [
    'chunked twice',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a length and a coding',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a signed length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na'],
  ['a list of lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\na'],
  ['a huge length', `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${'9'.repeat(30)}\r\n\r\na`],
  ['a chunk size that is none', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['no HTTP at all', 'HELLO\r\n\r\n'],
]

describe.each(SOCKETED)('hostile bytes over %s', (_name, open) => {
  let way: Socketed | undefined
  let called = 0
  const serve = async (handler: HttpHandler): Promise<Socketed> => {
    called = 0
    way = await open((request) => {
      called++
      return handler(request)
    })
    return way
  }
  afterEach(async () => {
    await way?.close()
    way = undefined
  })

  it.each(AMBIGUOUS)('%s: never answered with success, and the next client is served', async (_what, bytes) => {
    const { port, ask } = await serve(async (request) => ({ ...ok, body: await request.body.bytes(100) }))
    const heard = await sendRaw(port, bytes, 400)
    expect(heard).not.toMatch(/^HTTP\/1\.1 2/)
    if (heard !== '') expect(heard).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect((await ask('/')).status).toBe(200)
  })

  it('refuses ambiguous framing before the handler sees it, and closes', async () => {
    const { port } = await serve(() => ok)
    const heard = await sendRaw(port, (AMBIGUOUS[0] as readonly [string, string])[1])
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(called).toBe(0)
  })

  it('does not take what follows a refused request for another one', async () => {
    const { port } = await serve(() => ok)
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n'
    const bytes = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${smuggled.length}\r\nContent-Length: 0\r\n\r\n${smuggled}`
    await sendRaw(port, bytes, 400)
    expect(called).toBe(0)
  })

  it('answers a client that expects what nobody knows', async () => {
    const { port } = await serve(() => ok)
    const heard = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n')
    expect(heard).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('survives a client that leaves amid its body', async () => {
    let failure: unknown
    const { port, ask } = await serve(async (request) => {
      if (request.method === 'POST') await request.body.bytes(1_000_000).catch((error: unknown) => (failure = error))
      return ok
    })
    await sendRaw(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc', 100)
    await expect.poll(() => (failure as Error | undefined)?.name).toBe('BodyAborted')
    expect((await ask('/')).status).toBe(200)
  })

  it.each([
    ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an upgrade', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nmore'],
    ['nothing that anybody knows', 'HELLO\r\n\r\n'],
  ])('is no error of the process where a client asks for %s behind a request, and resets', async (_what, bytes) => {
    const uncaught: Array<unknown> = []
    const note = (error: unknown): void => void uncaught.push(error)
    process.on('uncaughtException', note)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { port, ask, listening } = await serve(async (request) => {
      if (request.path === '/held') await held
      return ok
    })
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET /held HTTP/1.1\r\nHost: a\r\n\r\n${bytes}`)
    await expect.poll(() => called).toBeGreaterThan(0)
    socket.resetAndDestroy()
    await expect.poll(() => listening.underWay()).toBe(0)
    release()
    expect((await ask('/')).status).toBe(200)
    process.off('uncaughtException', note)
    expect(uncaught).toEqual([])
  })

  const inParts = async function* () {
    yield Buffer.from('too ')
    yield Buffer.from('large')
  }

  it.each<readonly [how: string, body: () => HttpResponse['body'], text: string]>([
    ['at once', () => 'too large', 'too large'],
    ['in parts', inParts, 'too large'],
    ['as nothing', async function* () {}, ''],
  ])(
    'ends an answer that is given %s well where the client never sends the rest of its body',
    async (_, body, text) => {
      const { port } = await serve(() => ({ status: 413, headers: [['Content-Type', 'text/plain']], body: body() }))
      const asked = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'Content-Length': 5_000_000 } })
      asked.on('error', () => undefined)
      asked.write('x'.repeat(1000))
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      let heard = ''
      for await (const part of answer.setEncoding('utf8')) heard += part
      expect([answer.statusCode, heard, answer.complete]).toEqual([413, text, true])
      asked.destroy()
    },
  )

  it('tells the handler that the client left', async () => {
    let left = false
    const { port } = await serve(
      (request) =>
        new Promise((resolve) => {
          request.signal.addEventListener('abort', () => {
            left = true
            resolve(ok)
          })
        }),
    )
    await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 100)
    await expect.poll(() => left).toBe(true)
  })

  it('takes the head in crumbs', async () => {
    const { port } = await serve(() => ok)
    const heard = await sendRaw(port, ['GET / HT', 'TP/1.1\r\nHo', 'st: a\r\nConn', 'ection: close\r\n', '\r\n'])
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK/)
  })

  it('takes chunks in crumbs', async () => {
    const { port } = await serve(async (request) => ({ ...ok, body: await request.body.bytes(100) }))
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
    const heard = await sendRaw(port, [head, '3\r\nab', 'c\r\n4', '\r\ndefg\r\n', '0\r\n\r\n'], /abcdefg/)
    expect(heard).toContain('abcdefg')
  })

  it.each([
    ['at once', async ({ body }: HttpRequest) => (await body.bytes(CRUMBS)).byteLength],
    [
      'part by part',
      async ({ body }: HttpRequest) => {
        let size = 0
        for await (const part of body.stream()) size += part.byteLength
        return size
      },
    ],
  ])(
    'takes a body that waits in hundreds of thousands of crumbs, read %s, for no more than its size',
    async (_what, read) => {
      let longest = Number.POSITIVE_INFINITY
      let whole: (() => void) | undefined
      const { port, ask } = await serve(async (request) => {
        if (request.path !== '/') return { ...ok, body: String(whole?.() ?? 'there') }
        await new Promise<void>((resolve) => {
          whole = resolve
        })
        const monitored = await withLoopMonitor(() => read(request))
        longest = monitored.longest
        return { ...ok, body: `has ${monitored.result}` }
      })
      const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n'
      const heard = sendRaw(port, [head, `${'1\r\na\r\n'.repeat(CRUMBS)}0\r\n\r\n`], /has \d+/)
      await new Promise((later) => setTimeout(later, 2000))
      await ask('/read')
      expect(await heard).toContain(`has ${CRUMBS}`)
      expect(longest).toBeLessThan(1000)
    },
  )

  it.each([
    ['that are too large', `X-Big: ${'x'.repeat(200_000)}\r\n`],
    ['of which there are too many', Array.from({ length: 5000 }, (_, n) => `X-${n}: 1\r\n`).join('')],
  ])('serves on after headers %s', async (_what, headers) => {
    const { port, ask } = await serve(() => ok)
    const heard = await sendRaw(port, `GET / HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
    expect(heard).not.toMatch(/^HTTP\/1\.1 2/)
    expect((await ask('/')).status).toBe(200)
  })

  it('keeps a connection for the next request', async () => {
    const { port } = await serve(async (request) => ({ ...ok, body: request.path }))
    const one = 'GET /one HTTP/1.1\r\nHost: a\r\n\r\n'
    const heard = await sendRaw(port, [one, 'GET /two HTTP/1.1\r\nHost: a\r\n\r\n'], /\/two/)
    expect(heard.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
    expect(heard).toContain('/two')
  })

  it('keeps a connection after HEAD, answered at once or later', async () => {
    const { port } = await serve((request) => (request.path === '/later' ? Promise.resolve(ok) : ok))
    const head = (path: string): string => `HEAD ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    const heard = await sendRaw(
      port,
      [head('/now'), head('/later'), head('/now')],
      /(content-length: 2[\s\S]*){3}\r\n\r\n/i,
    )
    expect(heard.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3)
    expect(heard.match(/content-length: 2/gi)).toHaveLength(3)
  })

  it('is not ended by a handler that breaks its word and throws', async () => {
    const { ask } = await serve((request) => {
      if (request.query === 'sync') throw new Error('sync')
      if (request.query === 'async') return Promise.reject(new Error('async'))
      return ok
    })
    await expect(ask('/?sync')).rejects.toThrow()
    await expect(ask('/?async')).rejects.toThrow()
    expect((await ask('/')).status).toBe(200)
  })

  it('lets a reader of a body be slow without keeping the body in memory', async () => {
    const size = 200 * 1024 * 1024
    let most = 0
    const before = process.memoryUsage().rss
    const { ask } = await serve(async (request) => {
      let taken = 0
      for await (const chunk of request.body.stream()) {
        taken += chunk.byteLength
        most = Math.max(most, process.memoryUsage().rss - before)
      }
      return { ...ok, body: String(taken) }
    })
    const part = new Uint8Array(1024 * 1024)
    const body = ReadableStream.from(
      (async function* () {
        for (let sent = 0; sent < size; sent += part.byteLength) yield part
      })(),
    )
    const response = await ask('/', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(await response.text()).toBe(String(size))
    expect(most).toBeLessThan(size * 0.75)
  })

  it('throttles a client that sends faster than it is read', async () => {
    let sent = 0
    let read: (() => void) | undefined
    const { ask } = await serve(async (request) => {
      await new Promise<void>((resolve) => {
        read = resolve
      })
      let taken = 0
      for await (const chunk of request.body.stream()) taken += chunk.byteLength
      return { ...ok, body: String(taken) }
    })
    const part = new Uint8Array(1024 * 1024)
    const body = ReadableStream.from(
      (async function* () {
        for (; sent < 100; sent++) yield part
      })(),
    )
    const answered = ask('/', { method: 'POST', body, duplex: 'half' } as RequestInit)
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(sent).toBeLessThan(60)
    read?.()
    expect(await (await answered).text()).toBe(String(100 * 1024 * 1024))
  })

  it('finishes what is under way when it is closed, and takes no more', async () => {
    const { ask, listening } = await serve(async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      return ok
    })
    const underWay = ask('/')
    await expect.poll(() => called).toBe(1)
    const closed = listening.close()
    expect((await underWay).status).toBe(200)
    await closed
    await expect(ask('/')).rejects.toThrow()
  })

  it('cuts what does not end within the grace', async () => {
    const { ask, listening } = await serve(() => new Promise(() => undefined))
    const underWay = ask('/').then(
      () => 'answered',
      () => 'cut',
    )
    await expect.poll(() => called).toBe(1)
    await listening.close(100)
    expect(await underWay).toBe('cut')
  })

  it('says that a port is taken', async () => {
    const { port } = await serve(() => ok)
    const { listenNode, listenUws } = await import('@forgefold/server/transport')
    await expect((_name === 'uws' ? listenUws : listenNode)(() => ok, '127.0.0.1', port)).rejects.toThrow(/EADDRINUSE/)
  })

  it('takes a port on which connections were ended a moment before', async () => {
    const { port, listening } = await serve(() => ok)
    const { listenNode, listenUws } = await import('@forgefold/server/transport')
    // Refused, so that the server is the one who ends the connection: its system remembers that for a minute.
    await sendRaw(port, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n')
    await listening.close(0)
    const again = await (_name === 'uws' ? listenUws : listenNode)(() => ok, '127.0.0.1', port)
    expect(again.port).toBe(port)
    await again.close(0)
  })
})
