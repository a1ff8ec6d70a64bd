import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe.runIf(programs.need('openssl'))('an instance on a cluster of three nodes, with TLS, found by gossip', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-cluster-tls-'))
  const nodes: Array<EventStoreDbDouble> = []
  let instance: TestInstance
  let made = 0

  beforeAll(async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert]
    execFileSync('openssl', [...request, ...subject], { stdio: 'ignore' })
    const tls = { key: readFileSync(key), cert: readFileSync(cert) }
    const first = await startEventStoreDbDouble({ tls })
    nodes.push(first)
    for (let n = 0; n < 2; n++) nodes.push(await startEventStoreDbDouble({ tls, joins: first }))
    const options = new URLSearchParams({ tlsCAFile: cert, discoveryInterval: '20', maxDiscoverAttempts: '20' })
    const connectionString = `esdb+discover://ops:s%40cret@localhost:${first.port}?${options}`
    instance = await openTestInstance({ more: { eventStore: { connectionString } } })
  })
  afterAll(async () => {
    await instance.close()
    for (const node of nodes.reverse()) await node.stop()
    rmSync(folder, { recursive: true })
  })

  const appendsOf = (node: number): number =>
    nodes[node]?.calls.filter(({ call }) => call === 'batchAppend' || call === 'append').length ?? 0
  const create = async (): Promise<number> => {
    const json = { name: `Group ${made}`, path: `group-${made}` }
    const { status } = await instance.ask('POST', '/api/v4/groups', { as: instance.root, json })
    if (status === 201) made++
    return status
  }
  const listed = async (): Promise<number> => {
    const answer = await instance.ask('GET', '/api/v4/groups', { as: instance.root, query: 'per_page=100' })
    return (answer.json as ReadonlyArray<unknown>).length
  }

  it('writes to the leader with the credentials of the connection string, wherever it was found', async () => {
    for (let n = 0; n < 5; n++) expect(await create()).toBe(201)
    expect(appendsOf(0)).toBeGreaterThan(0)
    expect(appendsOf(1) + appendsOf(2)).toBe(0)
    const told = new Set(nodes.flatMap(({ calls }) => calls.map(({ authorization }) => authorization)))
    told.delete(undefined)
    expect([...told].map((one) => Buffer.from((one ?? '').slice(6), 'base64').toString())).toEqual(['ops:s@cret'])
  })

  it('follows a change of the leader without losing or doubling a write', async () => {
    nodes[1]?.lead()
    for (let n = 0; n < 5; n++) expect(await create()).toBe(201)
    expect(appendsOf(1)).toBeGreaterThan(0)
    nodes[2]?.lead()
    nodes[1]?.dropConnections()
    for (let n = 0; n < 5; n++) expect(await create()).toBe(201)
    expect(appendsOf(2)).toBeGreaterThan(0)
    expect(await listed()).toBe(made)
  })

  it('goes on when the leader dies and another leads', async () => {
    await nodes[2]?.crash()
    nodes[0]?.lead()
    await expect.poll(create).toBe(201)
    for (let n = 0; n < 5; n++) expect(await create()).toBe(201)
    expect(await listed()).toBe(made)
    await nodes[2]?.restart()
    expect(await create()).toBe(201)
  })
})
