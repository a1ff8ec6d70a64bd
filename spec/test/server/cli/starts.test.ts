import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { forgefold } from '@forgefold/spec/processes'
import * as programs from '@forgefold/spec/programs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort, serversIn } from './servers.js'

const PASSWORD = 'Hunter2-of-the-store'

const folder = mkdtempSync(join(tmpdir(), 'forgefold-starts-'))
const { start, ready, killAll } = serversIn(folder)

afterEach(killAll)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe.runIf(programs.need('openssl'))('a start against a store that refuses ends with 1 and a sentence', () => {
  let secure: EventStoreDbDouble
  let plain: EventStoreDbDouble
  const file = (name: string): string => join(folder, name)

  beforeAll(async () => {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const files = ['-keyout', file('key.pem'), '-out', file('cert.pem')]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject], {
      stdio: 'ignore',
    })
    secure = await startEventStoreDbDouble({
      tls: { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) },
      credentials: { username: 'admin', password: PASSWORD },
    })
    plain = await startEventStoreDbDouble()
  })
  afterAll(async () => {
    await secure.stop()
    await plain.stop()
  })

  const authority = () => `tlsCAFile=${encodeURIComponent(file('cert.pem'))}`
  const cases: ReadonlyArray<readonly [name: string, store: () => string, sentence: () => string]> = [
    [
      'with a wrong password',
      () => `esdb://admin:${PASSWORD}x@localhost:${secure.port}?${authority()}`,
      () => 'the event store refuses this user: look at user:password@ in the connection string',
    ],
    [
      'without credentials',
      () => `esdb://localhost:${secure.port}?${authority()}`,
      () => 'the event store asks for a user: put user:password@ before the host in the connection string',
    ],
    [
      'without the authority',
      () => `esdb://admin:${PASSWORD}@localhost:${secure.port}`,
      () =>
        `the certificate of localhost:${secure.port} is not signed by an authority known here: look at tlsCAFile in the connection string`,
    ],
    [
      'with an authority that cannot be read',
      () => `esdb://admin:${PASSWORD}@localhost:${secure.port}?tlsCAFile=/nowhere/ca.pem`,
      () => 'the file /nowhere/ca.pem cannot be read: look at tlsCAFile in the connection string',
    ],
    [
      'by another name than its certificate has',
      () => `esdb://admin:${PASSWORD}@127.0.0.1:${secure.port}?${authority()}`,
      () =>
        `the certificate of 127.0.0.1:${secure.port} is made out to another name: look at the host in the connection string`,
    ],
    [
      'by TLS where there is none',
      () => `esdb://127.0.0.1:${plain.port}`,
      () => `127.0.0.1:${plain.port} does not speak TLS: look at tls in the connection string`,
    ],
    [
      'without TLS where there is TLS',
      () => `esdb://localhost:${secure.port}?tls=false`,
      () => `localhost:${secure.port} speaks TLS: look at tls in the connection string`,
    ],
  ]

  it.each(cases)('%s', async (_, store, sentence) => {
    const { code, err, out } = await start(store()).ended
    expect({ code, err }).toEqual({ code: 1, err: `forgefold: ${sentence()}\n` })
    expect(out + err).not.toContain(PASSWORD)
  })

  it('but not with the right credentials', async () => {
    const server = start(`esdb://admin:${PASSWORD}@localhost:${secure.port}?${authority()}`)
    await ready(server)
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  })
})

describe('a start against a store that may come', () => {
  it('says at once what it waits for, and goes on when the store is there', async () => {
    const port = await freePort()
    const server = start(`esdb://127.0.0.1:${port}?tls=false`)
    const line = `waiting for the event store: nothing listens at 127.0.0.1:${port}\n`
    await vi.waitUntil(() => server.told() !== '', 60_000)
    expect(server.told()).toBe(line)
    await vi.waitUntil(() => server.told() === line + line, 60_000)
    const double = await startEventStoreDbDouble({ port })
    try {
      await ready(server)
      server.child.kill('SIGTERM')
      expect((await server.ended).code).toBe(0)
    } finally {
      await double.stop()
    }
  })

  it('waits as long as it was told, then ends with 1', async () => {
    const port = await freePort()
    const began = performance.now()
    const { code, err } = await start(`esdb://127.0.0.1:${port}?tls=false`, '--event-store-patience', '2').ended
    expect(performance.now() - began).toBeGreaterThan(1_900)
    expect(code).toBe(1)
    expect(err).toContain(`forgefold: the event store did not come within 2 s: nothing listens at 127.0.0.1:${port}\n`)
  })

  it('waits for a silent one, too', async () => {
    const double = await startEventStoreDbDouble()
    double.faults.silent()
    try {
      const server = start(double.connectionString)
      await vi.waitUntil(() => server.told() !== '', 60_000)
      expect(server.told()).toBe(
        `waiting for the event store: the event store at 127.0.0.1:${double.port} does not answer\n`,
      )
      double.faults.silent(false)
      await ready(server)
    } finally {
      await double.stop()
    }
  })

  it('waits again when it disappears in the middle of the start, and gives it up in the end', async () => {
    const double = await startEventStoreDbDouble()
    try {
      // A fast start would be over before the crash.
      double.faults.append({ kind: 'neverAnswer', written: false }, 1_000)
      const server = start(double.connectionString, '--event-store-patience', '2')
      // The probe and the first questions of the start pass, then there is nobody.
      await vi.waitUntil(() => double.calls.length > 1, 60_000)
      await double.crash()
      const { code, err } = await server.ended
      expect(code).toBe(1)
      expect(err).toContain(`waiting for the event store: nothing listens at 127.0.0.1:${double.port}\n`)
      expect(err).toContain('did not come within 2 s')
    } finally {
      await double.stop()
    }
  })
})

describe('rebuild', () => {
  it('against a store that is away ends with 1', async () => {
    const port = await freePort()
    const args = [
      forgefold,
      'rebuild',
      '--data',
      join(folder, 'rebuilt'),
      '--event-store',
      `esdb://127.0.0.1:${port}?tls=false`,
    ]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let err = ''
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(err).toBe(`forgefold: nothing listens at 127.0.0.1:${port}; the read model stays as it is\n`)
  })
})
