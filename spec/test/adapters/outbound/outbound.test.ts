import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { makeOutbound, mayReach } from '@forgefold/adapters/outbound'
import type { AddressPolicy, OutboundRequest } from '@forgefold/core/ports'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const NOWHERE: AddressPolicy = { local: false, allowedHosts: [], pinned: true }

/** What the server at each address heard; both listen on the same port. */
const heard: Array<string> = []
const servers: Array<Server> = []

const listen = (address: string, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      heard.push(`${address} ${request.method} ${request.url} ${request.headers.host?.split(':')[0]}`)
      if (request.url === '/silent') return
      if (request.url === '/endless') {
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        }
        response.on('drain', more)
        more()
        return
      }
      if (request.url === '/drip') {
        const drip = setInterval(() => response.write('x'), 5)
        response.on('close', () => clearInterval(drip))
        return
      }
      if (request.url === '/large-head') {
        request.socket.end(`HTTP/1.1 200 OK\r\n${'X-Much: much\r\n'.repeat(10_000)}\r\n`)
        return
      }
      if (request.url === '/garbage') {
        request.socket.end(Buffer.alloc(100_000, 0xff))
        return
      }
      if (request.url === '/elsewhere') response.setHeader('location', '/')
      response.statusCode = request.url === '/elsewhere' ? 302 : 406
      response.end('x'.repeat(100_000))
    })
    servers.push(server)
    server.on('error', reject)
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port))
  })

describe('outgoing requests', () => {
  let port = 0
  beforeAll(async () => {
    port = await listen('127.0.0.1', 0)
    await listen('127.0.0.2', port)
  })
  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })

  const asked = (
    more: Partial<OutboundRequest> & { readonly host?: string; readonly path?: string },
  ): OutboundRequest => ({
    url: `http://${more.host ?? '127.0.0.1'}:${port}${more.path ?? '/'}`,
    headers: {},
    body: '{}',
    timeoutMs: 5000,
    reach: { ...NOWHERE, local: true },
    ...more,
  })
  const outbound = makeOutbound()

  it('give back the status, and follow no redirect', async () => {
    expect(await outbound.post(asked({}))).toEqual({ kind: 'Answered', status: 406 })
    expect(await outbound.post(asked({ path: '/elsewhere' }))).toEqual({ kind: 'Answered', status: 302 })
  })

  it('end in time, whoever keeps silent', async () => {
    expect(await outbound.post(asked({ path: '/silent', timeoutMs: 100 }))).toEqual({ kind: 'Failed' })
    const slow = makeOutbound(() => new Promise(() => undefined))
    expect(await slow.post(asked({ host: 'slow.test', timeoutMs: 100 }))).toEqual({ kind: 'Failed' })
  })

  it('look up two names at a time, so that silent name servers leave threads to others', async () => {
    let begun = 0
    let answer = (): void => undefined
    const silent = makeOutbound((host) => {
      begun++
      return host === 'known.test'
        ? Promise.resolve(['127.0.0.1'])
        : new Promise((resolve) => (answer = () => resolve([])))
    })
    const posts = Array.from({ length: 10 }, (_, n) => silent.post(asked({ host: `silent-${n}.test`, timeoutMs: 100 })))
    expect(await Promise.all(posts)).toEqual(posts.map(() => ({ kind: 'Failed' })))
    expect(begun).toBe(2)
    answer()
    // Those that gave up keep no place.
    expect(await silent.post(asked({ host: 'known.test' }))).toEqual({ kind: 'Answered', status: 406 })
    expect(begun).toBe(3)
  })

  it('read no more of an answer without end than was asked for', async () => {
    const told = await outbound.post(asked({ path: '/endless', answerBytes: 1000 }))
    expect(told).toMatchObject({ kind: 'Answered', status: 200, body: 'x'.repeat(1000) })
  })

  it('end in time, however slowly the answer comes', async () => {
    const dripping = asked({ path: '/drip', answerBytes: 1_000_000, timeoutMs: 300 })
    expect(await outbound.post(dripping)).toEqual({ kind: 'Failed' })
  })

  it.each(['/large-head', '/garbage'])('fail at an answer that is none: %s', async (path) => {
    expect(await outbound.post(asked({ path, answerBytes: 1000 }))).toEqual({ kind: 'Failed' })
  })

  it('take no line end of an address or a header for another request', async () => {
    const lines = 'a\r\nX-Injected: yes\r\n\r\nGET /second HTTP/1.1'
    expect(await outbound.post(asked({ headers: { 'x-token': lines } }))).toEqual({ kind: 'Failed' })
    const before = heard.length
    await outbound.post(asked({ path: `/${lines}` }))
    expect(heard.slice(before).filter((line) => line.includes(' /second'))).toEqual([])
    expect(heard.length - before).toBeLessThanOrEqual(1)
  })

  it.each(['', 'nonsense', 'ftp://127.0.0.1/', 'http://', 'http://127.0.0.1:1/'])('to %s fail', async (url) => {
    expect(await outbound.post(asked({ url }))).toEqual({ kind: 'Failed' })
  })

  it('fail where the host is unknown', async () => {
    const unknown = makeOutbound(() => Promise.reject(new Error('ENOTFOUND')))
    expect(await unknown.post(asked({ host: 'unknown.test' }))).toEqual({ kind: 'Failed' })
    expect(await makeOutbound(async () => []).post(asked({ host: 'unknown.test' }))).toEqual({ kind: 'Blocked' })
  })

  it.each([
    '127.0.0.1',
    '127.1.2.3',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[fd00::1]',
    '[fe80::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '2130706433',
    '0x7f.1',
  ])('never go to %s unless they may reach local addresses', async (host) => {
    const before = heard.length
    expect(await outbound.post(asked({ host, reach: NOWHERE }))).toEqual({ kind: 'Blocked' })
    expect(heard.length).toBe(before)
  })

  it.each([
    ...['0.1.2.3', '100.127.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.255'],
    ...['198.51.100.1', '203.0.113.7', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.254'],
    ...['::ffff:8.8.8.8', '::ffff:a00:1', '::8.8.8.8', '::ffff:0:a00:1', '64:ff9b::a00:1', '64:ff9b::808:808'],
    ...['64:ff9b:1::1', '100::1', '2001::1', '2001:2::1', '2001:db8::1', '2002:a00:1::', '3fff::1', '3fff:fff::1'],
    ...['5f00::1', 'fc00::1', 'fdff::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1'],
  ])('never go to a host that is looked up as %s', async (address) => {
    const found = makeOutbound(async () => [address])
    const reach = { ...NOWHERE, allowedHosts: ['other.test'] }
    expect(await found.post(asked({ host: 'named.test', reach, timeoutMs: 50 }))).toEqual({ kind: 'Blocked' })
    const among = makeOutbound(async () => ['8.8.8.8', address])
    expect(await among.post(asked({ host: 'named.test', reach, timeoutMs: 50 }))).toEqual({ kind: 'Blocked' })
  })

  it.each([
    '8.8.8.8',
    '100.128.0.1',
    '192.1.0.1',
    '198.20.0.1',
    '223.255.255.255',
    '2001:4860::1',
    '2003::1',
    '4000::1',
  ])('may go to %s', (address) => {
    expect(mayReach({ host: 'named.test', address, port: '80' }, NOWHERE)).toBe(true)
  })

  it('are blocked where one of the addresses of a host is local', async () => {
    const mixed = makeOutbound(async () => ['8.8.8.8', '127.0.0.1'])
    expect(await mixed.post(asked({ host: 'mixed.test', reach: NOWHERE }))).toEqual({ kind: 'Blocked' })
  })

  it('reach what is spared: by host, address or network, with the right port', async () => {
    const found = makeOutbound(async () => ['127.0.0.1'])
    const to = async (spared: string) => {
      const reach = { ...NOWHERE, allowedHosts: ['other.test', spared] }
      return (await found.post(asked({ host: 'service.test', reach }))).kind
    }
    for (const spared of [
      'service.test',
      'SERVICE.test',
      `service.test:${port}`,
      '127.0.0.1',
      '127.0.0.0/8',
      `127.0.0.1:${port}`,
    ])
      expect([spared, await to(spared)]).toEqual([spared, 'Answered'])
    for (const spared of [
      'service.test:1',
      'ice.test',
      '127.0.0.2',
      '128.0.0.0/8',
      '127.0.0.1/x',
      '::1',
      '',
      '127.0.0.1/8/8',
    ])
      expect([spared, await to(spared)]).toEqual([spared, 'Blocked'])
  })

  it('go to the very address that was judged, where that is wanted', async () => {
    const changing = () => {
      const addresses = ['127.0.0.2', '127.0.0.1']
      return makeOutbound(async () => [addresses.shift() ?? '127.0.0.1'])
    }
    const reach = { ...NOWHERE, allowedHosts: ['127.0.0.2'] }
    expect((await changing().post(asked({ host: 'rebound.test', reach }))).kind).toBe('Answered')
    expect(heard.at(-1)).toBe('127.0.0.2 POST / rebound.test')
    const loose = { ...reach, pinned: false }
    expect((await changing().post(asked({ host: 'rebound.test', reach: loose }))).kind).toBe('Answered')
    expect(heard.at(-1)).toBe('127.0.0.1 POST / rebound.test')
  })
})

describe.runIf(programs.need('openssl'))('outgoing requests over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-tls-'))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  let server: HttpsServer
  let url = ''
  const clientCertificate = () => ({
    cert: readFileSync(certFile, 'utf8'),
    key: readFileSync(keyFile, 'utf8'),
    passphrase: 'pass',
  })

  beforeAll(async () => {
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-days', '1', '-subj', '/CN=forge', '-passout', 'pass:pass']
    execFileSync('openssl', [...made, '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' })
    server = createHttpsServer(
      { ...clientCertificate(), requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const { subject } = (request.socket as TLSSocket).getPeerCertificate()
        response.end(subject?.CN ?? 'nobody')
      },
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })

  const posted = (more: Partial<OutboundRequest>) =>
    makeOutbound().post({
      url,
      headers: {},
      body: '',
      timeoutMs: 5000,
      reach: { ...NOWHERE, local: true },
      verifiesTls: false,
      answerBytes: 100,
      ...more,
    })

  it('show the certificate of the client, where it has one', async () => {
    expect(await posted({ clientCertificate: clientCertificate() })).toMatchObject({ status: 200, body: 'forge' })
    expect(await posted({})).toMatchObject({ status: 200, body: 'nobody' })
  })

  it('fail where that certificate is none, or the passphrase is wrong', async () => {
    const bad = [
      { cert: 'PEM', key: 'KEY' },
      { ...clientCertificate(), passphrase: 'wrong' },
    ]
    for (const clientCertificate of bad) expect(await posted({ clientCertificate })).toEqual({ kind: 'Failed' })
  })
})
