import type { HttpHandler, HttpRequest, HttpResponse } from '@forgefold/server/http'
import { BodyTooLarge } from '@forgefold/server/http'
import { afterEach, describe, expect, it } from 'vitest'
import { WAYS_IN, type WayIn } from './ways-in.js'

const text = (status: number, body: HttpResponse['body'], headers: HttpResponse['headers'] = []): HttpResponse => ({
  status,
  headers: [['Content-Type', 'text/plain'], ...headers],
  body,
})

async function* chunks(count: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < count; at++) yield new Uint8Array(size).fill(97 + (at % 26))
}

const echo: HttpHandler = async (request) => text(200, await request.body.bytes(64 * 1024 * 1024))

describe.each(WAYS_IN)('over %s', (_name, open) => {
  let way: WayIn | undefined
  const serve = async (handler: HttpHandler): Promise<WayIn> => {
    way = await open(handler)
    return way
  }
  afterEach(async () => {
    await way?.close()
    way = undefined
  })

  it('hands over method, raw path, raw query and headers', async () => {
    let seen: HttpRequest | undefined
    let from: string | undefined
    const { ask } = await serve((request) => {
      seen = request
      from = request.remoteAddress
      return text(200, 'ok')
    })
    await ask('/a%2Fb/%C3%A9?x=%20y&z', { method: 'PATCH', headers: { 'X-Word': 'one', 'Private-Token': 'secret' } })
    expect(seen).toMatchObject({ method: 'PATCH', path: '/a%2Fb/%C3%A9', query: 'x=%20y&z' })
    expect(seen?.headers.get('x-word')).toBe('one')
    expect(seen?.headers.get('private-token')).toBe('secret')
    expect(seen?.headers.get('host')).toMatch(/^(127\.0\.0\.1:\d+|forge\.example)$/)
    expect(from).toBe('127.0.0.1')
  })

  it('has an empty query where there is none', async () => {
    const { ask } = await serve((request) => text(200, `[${request.query}]`))
    expect(await (await ask('/x')).text()).toBe('[]')
  })

  it.each([200, 201, 202, 400, 404, 409, 412, 415, 422, 429, 500, 503])('sends the status %d', async (status) => {
    const { ask } = await serve(async () => text(status, 'body', [['X-One', '1']]))
    const response = await ask('/')
    expect(response.status).toBe(status)
    expect(response.headers.get('x-one')).toBe('1')
    expect(await response.text()).toBe('body')
  })

  it.each([204, 304])('sends %d without a body', async (status) => {
    const { ask } = await serve(async () => ({ status, headers: [['ETag', 'W/"x"']], body: null }))
    const response = await ask('/')
    expect(response.status).toBe(status)
    expect(response.headers.get('etag')).toBe('W/"x"')
    expect(await response.text()).toBe('')
  })

  it('says the exact length of a text with letters beyond ASCII', async () => {
    const { ask } = await serve(() => text(200, 'Grüße, 世界'))
    const response = await ask('/')
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength('Grüße, 世界')))
    expect(await response.text()).toBe('Grüße, 世界')
  })

  it('answers HEAD with the length and without the body', async () => {
    const { ask } = await serve(() => text(200, '12345'))
    const response = await ask('/', { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe('5')
    expect(await response.text()).toBe('')
  })

  it('answers HEAD for a stream of known length without reading it', async () => {
    let started = false
    const { ask } = await serve(async () => ({
      ...text(200, {
        async *[Symbol.asyncIterator]() {
          started = true
          yield new Uint8Array(3)
        },
      }),
      length: 3,
    }))
    const response = await ask('/', { method: 'HEAD' })
    expect(response.headers.get('content-length')).toBe('3')
    expect(await response.text()).toBe('')
    expect(started).toBe(false)
  })

  it.each([0, 1, 300, 70_000, 5_000_000])('takes a body of %d bytes whole', async (size) => {
    const { ask } = await serve(echo)
    const sent = Buffer.alloc(size, 'abcdefg')
    const response = await ask('/', { method: 'POST', body: sent })
    expect(Buffer.from(await response.arrayBuffer()).equals(sent)).toBe(true)
  })

  it('takes a body that is sent in chunks of unknown number', async () => {
    const { ask } = await serve(echo)
    const body = ReadableStream.from(chunks(50, 1000))
    const response = await ask('/', { method: 'PUT', body, duplex: 'half' } as RequestInit)
    expect((await response.arrayBuffer()).byteLength).toBe(50_000)
  })

  it('keeps what arrived before somebody asked for the body', async () => {
    const { ask } = await serve(async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return text(200, await request.body.bytes(1_000_000))
    })
    const response = await ask('/', { method: 'POST', body: 'x'.repeat(500_000) })
    expect((await response.text()).length).toBe(500_000)
  })

  it('refuses a body over the limit, declared or not', async () => {
    const { ask } = await serve(async (request) => {
      try {
        return text(200, await request.body.bytes(1000))
      } catch (error) {
        return text(error instanceof BodyTooLarge ? 413 : 500, 'too large')
      }
    })
    expect((await ask('/', { method: 'POST', body: 'x'.repeat(1001) })).status).toBe(413)
    const body = ReadableStream.from(chunks(3, 500))
    expect((await ask('/', { method: 'POST', body, duplex: 'half' } as RequestInit)).status).toBe(413)
    expect((await ask('/', { method: 'POST', body: 'x'.repeat(1000) })).status).toBe(200)
  })

  it('answers although nobody reads the body', async () => {
    const { ask } = await serve(async () => text(401, 'no'))
    for (let time = 0; time < 3; time++) {
      const response = await ask('/', { method: 'POST', body: 'x'.repeat(600_000) })
      expect(response.status).toBe(401)
      expect(await response.text()).toBe('no')
    }
  })

  it('streams an answer of unknown length', async () => {
    const { ask } = await serve(async () => text(200, chunks(3000, 10_000)))
    expect((await (await ask('/')).arrayBuffer()).byteLength).toBe(30_000_000)
  })

  it('streams an answer of known length and says so', async () => {
    const { ask } = await serve(async () => ({ ...text(200, chunks(300, 100_000)), length: 30_000_000 }))
    const response = await ask('/')
    expect(response.headers.get('content-length')).toBe('30000000')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(bytes.byteLength).toBe(30_000_000)
    expect(bytes.every((byte, at) => byte === 97 + (Math.floor(at / 100_000) % 26))).toBe(true)
  })

  it('shows a client that a stream was shorter than promised', async () => {
    const { ask } = await serve(async () => ({ ...text(200, chunks(1, 10)), length: 20 }))
    await expect(ask('/').then((response) => response.arrayBuffer())).rejects.toThrow()
  })

  it('streams an empty answer', async () => {
    const { ask } = await serve(async () => text(200, chunks(0, 0)))
    expect(await (await ask('/')).text()).toBe('')
  })

  it('asks for no more than the client takes', async () => {
    let asked = 0
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (; asked < 4000; asked++) yield new Uint8Array(64 * 1024)
    }
    const { ask } = await serve(async () => text(200, endless()))
    const response = await ask('/')
    const reader = response.body?.getReader()
    await reader?.read()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(asked).toBeLessThan(1000)
    await reader?.cancel()
  })

  it('ends the stream when the client goes away', async () => {
    let ended = false
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield new Uint8Array(64 * 1024)
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      } finally {
        ended = true
      }
    }
    const { ask } = await serve(async () => text(200, endless()))
    const leaving = new AbortController()
    const response = await ask('/', { signal: leaving.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    leaving.abort()
    await reader?.cancel().catch(() => undefined)
    await expect.poll(() => ended).toBe(true)
  })

  it('shows a client that a stream broke', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1000)
      throw new Error('broken')
    }
    const { ask } = await serve(async (request) => text(200, request.path === '/fine' ? 'fine' : broken()))
    await expect(ask('/').then((response) => response.arrayBuffer())).rejects.toThrow()
    expect((await ask('/fine')).status).toBe(200)
  })

  it('never lets a header end its line', async () => {
    const { ask } = await serve(() => text(200, 'ok', [['X-Evil', 'a\r\nX-Injected: 1\u0000é世']]))
    const response = await ask('/')
    expect(response.headers.get('x-injected')).toBeNull()
    expect(response.headers.get('x-evil')).toContain('a??X-Injected: 1?')
  })

  it('sends a header twice where it is given twice', async () => {
    const { ask } = await serve(() =>
      text(200, 'ok', [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ]),
    )
    expect((await ask('/')).headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  it('answers many at once, each its own', async () => {
    const { ask } = await serve(async (request) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
      return text(200, request.query)
    })
    const answers = await Promise.all(Array.from({ length: 100 }, async (_, at) => (await ask(`/?${at}`)).text()))
    expect(answers).toEqual(answers.map((_, at) => String(at)))
  })
})
