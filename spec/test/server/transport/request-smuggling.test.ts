import type { HttpHandler } from '@forgefold/server/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SOCKETED, type Socketed, sendRaw } from './ways-in.js'

const SECOND = 'GET /second HTTP/1.1\r\nHost: a\r\n\r\n'

const post = (headers: string, body: string): string => `POST /first HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`

const CHUNKED = 'Transfer-Encoding: chunked'

/** A first request whose end two readers may see at different places, with a second one where one of them would look for it. */
const PAIRS: Readonly<Record<string, string>> = {
  'two lengths that differ': post(`Content-Length: ${SECOND.length}\r\nContent-Length: 0`, SECOND),
  'two lengths that agree': post('Content-Length: 1\r\nContent-Length: 1', `a${SECOND}`),
  'a list of lengths': post('Content-Length: 1, 1', `a${SECOND}`),
  'a signed length': post('Content-Length: +1', `a${SECOND}`),
  'a length and a coding': post(`Content-Length: ${SECOND.length + 5}\r\n${CHUNKED}`, `0\r\n\r\n${SECOND}`),
  'a coding and a length': post(`${CHUNKED}\r\nContent-Length: ${SECOND.length + 5}`, `0\r\n\r\n${SECOND}`),
  'two codings': post(`${CHUNKED}\r\nTransfer-Encoding: identity`, `0\r\n\r\n${SECOND}`),
  'a list of codings': post('Transfer-Encoding: gzip, chunked', `0\r\n\r\n${SECOND}`),
  'an unknown coding': post('Transfer-Encoding: xchunked', `0\r\n\r\n${SECOND}`),
  'a space before the colon of a length': post('Content-Length : 1', `a${SECOND}`),
  'a space before the colon of a coding': post('Transfer-Encoding : chunked', `0\r\n\r\n${SECOND}`),
  'a space before a length': post(' Content-Length: 1', `a${SECOND}`),
  'a vertical tab before a coding': post('Transfer-Encoding: \u000bchunked', `0\r\n\r\n${SECOND}`),
  'bytes after the last chunk': post(CHUNKED, `0\r\n\r\nX${SECOND}`),
  'a chunk size with a prefix': post(CHUNKED, `0x1\r\na\r\n0\r\n\r\n${SECOND}`),
  'a chunk size with a sign': post(CHUNKED, `-1\r\na\r\n0\r\n\r\n${SECOND}`),
  'a chunk size that overflows': post(CHUNKED, `10000000000000001\r\na\r\n0\r\n\r\n${SECOND}`),
  'a chunk longer than its size': post(CHUNKED, `1\r\nab\r\n0\r\n\r\n${SECOND}`),
  'a chunk size that ends with a bare LF': post(CHUNKED, `1\na\r\n0\r\n\r\n${SECOND}`),
  'a chunk extension that ends with a bare LF': post(CHUNKED, `1;x\na\r\n0\r\n\r\n${SECOND}`),
  'lines that end with a bare LF': `POST /first HTTP/1.1\nHost: a\nContent-Length: 1\n\na${SECOND}`,
  'a line amid the head that ends with a bare LF': `POST /first HTTP/1.1\r\nHost: a\nContent-Length: 1\r\n\r\na${SECOND}`,
  'a folded line': `POST /first HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n 1\r\n\r\na${SECOND}`,
  'a header without a name': post(': b\r\nContent-Length: 1', `a${SECOND}`),
  'a length and a byte above 127': post('Content-Length: 1\u00ff', `a${SECOND}`),
  'a coding and a byte above 127': post('Transfer-Encoding: chunked\u00ff', `0\r\n\r\n${SECOND}`),
  'two hosts': `GET /first HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n${SECOND}`,
}

/** What the native server takes as it likes, and shows to nobody: why it is not to stand behind a proxy (docs/how-to/run-the-server.md#at-the-edge). */
const TAKEN_BY_UWS = new Set([
  'a chunk longer than its size',
  'a chunk size that ends with a bare LF',
  'a length and a byte above 127',
  'a coding and a byte above 127',
])

/** Heads that no server understands, and methods that none of ours has. */
const MALFORMED: Readonly<Record<string, string>> = {
  'no HTTP at all': 'HELLO\r\n\r\n',
  'no target': 'GET HTTP/1.1\r\nHost: a\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\n\r\n',
  'no colon': 'GET / HTTP/1.1\r\nHost: a\r\nfoo\r\n\r\n',
  'NUL in a header': 'GET / HTTP/1.1\r\nHost: a\r\nX: a\u0000b\r\n\r\n',
  'HTTP/2.0': 'GET / HTTP/2.0\r\nHost: a\r\n\r\n',
  'a method in small letters': 'get / HTTP/1.1\r\nHost: a\r\n\r\n',
  'a method nobody knows': 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n',
  CONNECT: 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
}

describe.each(SOCKETED)('two requests of which the first is ambiguous, over %s', (name, open) => {
  let way: Socketed
  let paths: Array<string>
  const handler: HttpHandler = async (request) => {
    paths.push(request.path)
    const body = await request.body.bytes(1000).catch(() => new Uint8Array(0))
    return { status: 200, headers: [['X-Path', request.path]], body }
  }
  beforeEach(async () => {
    paths = []
    way = await open(handler)
  })
  afterEach(() => way.close())

  const isTaken = (what: string): boolean => name === 'uws' && TAKEN_BY_UWS.has(what)

  it.each(Object.keys(PAIRS).filter((what) => !isTaken(what)))('%s: the second is never answered', async (what) => {
    const heard = await sendRaw(way.port, PAIRS[what] as string, 500)
    expect(heard).not.toContain('X-Path: /second')
    expect(paths).not.toContain('/second')
    expect((await way.ask('/after')).status).toBe(200)
  })

  it.each(Object.keys(PAIRS).filter(isTaken))('%s: is taken by the native server, as documented', async (what) => {
    expect(await sendRaw(way.port, PAIRS[what] as string, /X-Path: \/first/)).toContain('X-Path: /first')
  })

  it.each(name === 'node' ? Object.keys(PAIRS) : [])('%s: is refused, and the connection closed', async (what) => {
    const began = performance.now()
    const heard = await sendRaw(way.port, PAIRS[what] as string, 6000)
    expect(heard).toMatch(/HTTP\/1\.1 400 /)
    expect(performance.now() - began).toBeLessThan(4500)
  })

  it.each(name === 'node' ? Object.keys(MALFORMED) : [])('%s: is answered, never with silence', async (what) => {
    expect(await sendRaw(way.port, MALFORMED[what] as string, /^HTTP\/1\.1 \d+ /)).toMatch(/^HTTP\/1\.1 (400|405|501) /)
  })

  it.each(name === 'uws' ? ['two hosts', 'a list of codings'] : [])(
    '%s: is refused, and closed at once',
    async (what) => {
      const began = performance.now()
      expect(await sendRaw(way.port, PAIRS[what] as string, 6000)).toMatch(/^HTTP\/1\.1 400 /)
      expect(performance.now() - began).toBeLessThan(4500)
    },
  )

  it.each(name === 'uws' ? Object.keys(MALFORMED) : [])('%s: is not answered with success', async (what) => {
    expect(await sendRaw(way.port, MALFORMED[what] as string, 300)).not.toMatch(/^HTTP\/1\.1 2/)
    expect((await way.ask('/after')).status).toBe(200)
  })
})
