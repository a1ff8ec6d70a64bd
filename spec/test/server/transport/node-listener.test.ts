import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { asFetch, nodeListener } from '@forgefold/server'
import { afterEach, describe, expect, it } from 'vitest'

let stop: () => void = () => undefined
afterEach(() => stop())

const serve = async (listener: RequestListener): Promise<number> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  stop = () => server.close()
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const raw = async (port: number, head: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\nConnection: close\r\n\r\n`)
  return text(socket)
}

const echo = nodeListener(async (input) => {
  const { url } = input as Request
  return new Response(url)
})

describe('a fetch as a listener of node:http', () => {
  it.each([
    ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b^', '400'],
    ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b', '400'],
    ['a method that no Request has', 'TRACE / HTTP/1.1\r\nHost: a', '405'],
  ])('refuses %s', async (_, head, status) => {
    expect(await raw(await serve(echo), head)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })
  it.each([
    ['GET //[?a=b HTTP/1.1\r\nHost: a', 'http://a//[?a=b'],
    ['GET http://elsewhere/path HTTP/1.1\r\nHost: a', 'http://a/path'],
    ['OPTIONS * HTTP/1.1\r\nHost: a', 'http://a/*'],
    ['GET /%2Fa?b HTTP/1.1\r\nHost: a:1', 'http://a:1/%2Fa?b'],
  ])('asks for what the client asks for: %s', async (head, url) => {
    expect(await raw(await serve(echo), head)).toMatch(new RegExp(`\\r\\n${url.replace(/[[?*]/g, '\\$&')}\\r\\n`))
  })
  it('takes a fetch and nothing else, such as the forge itself', () => {
    for (const given of [undefined, {}])
      expect(() => nodeListener(given as never)).toThrow(/nodeListener\(forge.fetch\)/)
  })
  it('says so where the body was read before', async () => {
    const port = await serve((incoming, outgoing) => {
      void text(incoming).then(() => echo(incoming, outgoing))
    })
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
    expect([response.status, await response.text()]).toEqual([500, expect.stringMatching(/Mount the forge before/)])
  })
  it('answers 503 where the fetch rejects, and goes on', async () => {
    const port = await serve(nodeListener(() => Promise.reject(new TypeError('fetch failed'))))
    for (const _ of [1, 2]) expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503)
  })
  it.each([
    ['nothing of a body', async () => new Response('first')],
    [
      'the beginning of a body',
      async (input: unknown) => {
        await (input as Request).body?.getReader().read()
        return new Response('first')
      },
    ],
  ])('leaves the connection to the next request where the fetch reads %s', async (_, ask: typeof fetch) => {
    const next: typeof fetch = async () => new Response('second', { headers: { connection: 'close' } })
    let asked = 0
    const answers = nodeListener((...given) => (asked++ === 0 ? ask : next)(...given))
    const port = await serve(answers)
    const socket = connect(port, '127.0.0.1')
    const body = 'x'.repeat(1_000_000)
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    await once(socket, 'readable')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    expect(await text(socket)).toMatch(/first[\s\S]*second/)
  })
  it('gives an answer while the body is still being read', async () => {
    const port = await serve(nodeListener(async (input) => new Response((input as Request).body)))
    const body = 'x'.repeat(3_000_000)
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
    expect((await response.text()).length).toBe(body.length)
  })
  it('lets its server close once an upload that nobody reads has been received', async () => {
    const server = createServer(
      { keepAliveTimeout: 600_000 },
      nodeListener(async () => new Response('enough')),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf ')
    await once(client, 'data')
    const closed = once(server, 'close')
    server.close()
    client.write('other')
    await closed
  })
  it('shows its headers to what stands before it, such as a compressing middleware, and adds to those set there', async () => {
    const headers = new Headers({ 'content-type': 'text/css', etag: '"1"' })
    for (const cookie of ['a=1', 'b=2']) headers.append('set-cookie', cookie)
    const answers = nodeListener(async () => new Response('body', { status: 201, headers }))
    let seen: object = {}
    const port = await serve((incoming, outgoing) => {
      outgoing.setHeader('set-cookie', ['own=0'])
      outgoing.setHeader('x-own', 'mine')
      const { writeHead } = outgoing
      outgoing.writeHead = ((...given: Parameters<typeof writeHead>) => {
        seen = { ...outgoing.getHeaders(), given: given.length }
        return Reflect.apply(writeHead, outgoing, given)
      }) as typeof writeHead
      void answers(incoming, outgoing)
    })
    const response = await fetch(`http://127.0.0.1:${port}/`)
    expect([response.status, await response.text(), response.headers.getSetCookie()]).toEqual([
      201,
      'body',
      ['own=0', 'a=1', 'b=2'],
    ])
    expect(seen).toMatchObject({ given: 1, 'content-type': 'text/css', etag: '"1"', 'x-own': 'mine' })
  })
  it('tells the address of the client', async () => {
    const ask = asFetch(async ({ remoteAddress }) => ({ status: 200, headers: [], body: remoteAddress }))
    const port = await serve(nodeListener((input) => ask(input as Request)))
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.9' })
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(await text(socket)).toMatch(/\r\n\r\n127\.0\.0\.9$|\r\n127\.0\.0\.9\r\n/)
  })
})
