import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Told = { readonly type: string | undefined; readonly text: string }

const telling = (error: unknown): Told => {
  const { type, message } = error as { readonly type?: string; readonly message: string }
  return { type, text: message }
}

const append = (client: EventStoreDBClient) => client.appendToStream('s', jsonEvent({ type: 'Tested', data: {} }))

const read = async (client: EventStoreDBClient): Promise<void> => {
  for await (const _ of client.readAll({ maxCount: 1 }));
}

const subscribe = (client: EventStoreDBClient): Promise<void> =>
  new Promise((resolve, reject) => {
    client.subscribeToAll().on('confirmation', resolve).on('error', reject)
  })

/** What a client gets that comes by this connection string. */
const tries = async (connectionString: string) => {
  const client = EventStoreDBClient.connectionString(connectionString)
  const got = async (work: (client: EventStoreDBClient) => Promise<unknown>): Promise<Told | 'fine'> =>
    work(client).then(() => 'fine' as const, telling)
  try {
    return { append: await got(append), read: await got(read), subscribe: await got(subscribe) }
  } finally {
    await client.dispose()
  }
}

describe.runIf(programs.need('openssl'))('a node that wants credentials', () => {
  let folder = ''
  let double: EventStoreDbDouble
  const file = (name: string): string => join(folder, name)
  const at = (credentials: string, options = `?tlsCAFile=${encodeURIComponent(file('cert.pem'))}`): string =>
    `esdb://${credentials}localhost:${double.port}${options}`

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forgefold-connection-'))
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const files = ['-keyout', file('key.pem'), '-out', file('cert.pem')]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject], {
      stdio: 'ignore',
    })
    double = await startEventStoreDbDouble({
      tls: { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) },
      credentials: { username: 'admin', password: 'changeit' },
    })
  })
  afterAll(async () => {
    await double.stop()
    rmSync(folder, { recursive: true })
  })

  it('lets its user do everything', async () => {
    expect(await tries(at('admin:changeit@'))).toEqual({ append: 'fine', read: 'fine', subscribe: 'fine' })
  })

  it('does not know whoever comes with another password', async () => {
    const refused = { type: 'access-denied', text: '16 UNAUTHENTICATED: Unauthenticated' }
    expect(await tries(at('admin:wrong@'))).toEqual({ append: refused, read: refused, subscribe: refused })
  })

  it('denies access to whoever comes without, an append without a text', async () => {
    const refused = { type: 'access-denied', text: '7 PERMISSION_DENIED: Access Denied' }
    expect(await tries(at(''))).toEqual({
      append: { type: 'access-denied', text: '' },
      read: refused,
      subscribe: refused,
    })
  })

  it('is not trusted without its authority', async () => {
    const { read: got } = await tries(at('admin:changeit@', ''))
    expect(got).toMatchObject({ type: 'unavailable' })
    expect((got as Told).text).toMatch(
      /^14 UNAVAILABLE: No connection established\. Last error: Error: .*(certificate|self.signed)/,
    )
  })

  it('is not reached without TLS', async () => {
    const { read: got } = await tries(`esdb://localhost:${double.port}?tls=false`)
    expect(got).toMatchObject({ type: 'unavailable' })
    expect((got as Told).text).toMatch(/^14 UNAVAILABLE/)
  })
})

describe('a node without TLS', () => {
  it('is not reached by TLS', async () => {
    const double = await startEventStoreDbDouble()
    try {
      const { read: got } = await tries(`esdb://localhost:${double.port}`)
      expect(got).toMatchObject({ type: 'unavailable' })
      expect((got as Told).text).toMatch(/^14 UNAVAILABLE/)
    } finally {
      await double.stop()
    }
  })
})

describe('a silent node', () => {
  it('takes connections and says nothing, then goes on where it was', async () => {
    const double = await startEventStoreDbDouble()
    const client = EventStoreDBClient.connectionString(double.connectionString)
    try {
      await append(client)
      double.faults.silent()
      let answered = 0
      const appends = [append(client), read(client)].map((asked) => asked.then(() => answered++))
      const newcomer = EventStoreDBClient.connectionString(double.connectionString)
      appends.push(read(newcomer).then(() => answered++))
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(answered).toBe(0)
      expect(double.log.records).toHaveLength(1)
      double.faults.silent(false)
      await Promise.all(appends)
      expect(double.log.records).toHaveLength(2)
      await newcomer.dispose()
    } finally {
      await client.dispose()
      await double.stop()
    }
  })
})

describe('a node far away', () => {
  const APPENDS = 60

  it('answers after the way there and back', async () => {
    const double = await startEventStoreDbDouble()
    const client = EventStoreDBClient.connectionString(double.connectionString)
    try {
      await append(client)
      double.faults.delay(150)
      const begun = performance.now()
      // Side by side they take about as long as one alone; one after the other, so many would take far longer than any machine is late.
      await Promise.all(Array.from({ length: APPENDS }, () => append(client)))
      const took = performance.now() - begun
      expect(took).toBeGreaterThan(298)
      expect(took).toBeLessThan(APPENDS * 298)
    } finally {
      await client.dispose()
      await double.stop()
    }
  })
})
