import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import { type EventId, instantOf, streamName, userActor } from '@forgefold/core/kernel'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const event = {
  id: '01890000-0000-7000-8000-000000000001' as EventId,
  type: 'Tested',
  version: 1,
  data: {},
  metadata: { at: instantOf(1_650_000_000_000), actor: userActor(1), correlationId: 'c' },
}

describe.runIf(programs.need('openssl'))('a node that speaks TLS', () => {
  let folder = ''
  let double: EventStoreDbDouble
  const file = (name: string): string => join(folder, name)

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forgefold-tls-'))
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const files = ['-keyout', file('key.pem'), '-out', file('cert.pem')]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject], {
      stdio: 'ignore',
    })
    double = await startEventStoreDbDouble({
      tls: { key: readFileSync(file('key.pem')), cert: readFileSync(file('cert.pem')) },
    })
  })
  afterAll(async () => {
    await double.stop()
    rmSync(folder, { recursive: true })
  })

  it('is told the credentials, odd letters and all', async () => {
    const authority = encodeURIComponent(file('cert.pem'))
    const store = openEventStoreDb({
      connectionString: `esdb://ad%3Amin:pa%40ss@localhost:${double.port}?tlsCAFile=${authority}`,
    })
    expect(await store.append(streamName('tls', 1), [event], 'noStream')).toMatchObject({ kind: 'Appended' })
    expect(await store.readStream(streamName('tls', 1))).toMatchObject({ kind: 'Read', head: 0 })
    const told = double.calls.map(({ authorization = '' }) => Buffer.from(authorization.slice(6), 'base64').toString())
    expect(told).toEqual(['ad:min:pa@ss', 'ad:min:pa@ss'])
    await store.close()
  })

  it('whose authority is not known is unavailable', async () => {
    const store = openEventStoreDb({ connectionString: `esdb://a:b@localhost:${double.port}`, appendTimeout: 500 })
    expect(await store.append(streamName('tls', 2), [event], 'noStream')).toMatchObject({ kind: 'Unavailable' })
    await store.close()
  })
})
