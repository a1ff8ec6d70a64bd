import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { type EventStoreDbOptions, openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import type { EventId, NewEvent, Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'
import { instantOf, streamName, userActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { afterEach, describe, expect, it } from 'vitest'

const ends: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const startedDouble = async (options: Parameters<typeof startEventStoreDbDouble>[0] = {}) => {
  const double = await startEventStoreDbDouble(options)
  ends.push(() => double.stop())
  return double
}

const opened = (connectionString: string, options: Partial<EventStoreDbOptions> = {}): EventStore => {
  const store = openEventStoreDb({ connectionString, appendTimeout: 2000, readTimeout: 2000, ...options })
  ends.push(() => store.close())
  return store
}

const started = async (options: Partial<EventStoreDbOptions> = {}) => {
  const double = await startedDouble()
  return { double, store: opened(double.connectionString, options) }
}

let made = 0
const events = (count: number, data: unknown = { text: 'x' }): ReadonlyArray<NewEvent> =>
  Array.from({ length: count }, () => ({
    id: `01890000-0000-7000-8000-${String(++made).padStart(12, '0')}` as EventId,
    type: 'Tested',
    version: 1,
    data,
    metadata: { at: instantOf(1_650_000_000_000), actor: userActor(1), correlationId: 'c' },
  }))

const stream: StreamName = streamName('defect', 1)

describe('an append that is never answered', () => {
  for (const written of [false, true])
    it(`is an unknown outcome, and the retry is one append (written: ${written})`, async () => {
      const { double, store } = await started({ appendTimeout: 1000 })
      const batch = events(2)
      double.faults.append({ kind: 'neverAnswer', written })
      expect(await store.append(stream, batch, 'noStream')).toMatchObject({ kind: 'OutcomeUnknown' })
      const again = await store.append(stream, batch, 'noStream')
      expect(again).toMatchObject({ kind: written ? 'AlreadyAppended' : 'Appended', revision: 1 })
      expect(double.log.stream(stream)).toHaveLength(2)
    })

  it('does not disturb a later one when its answer comes after all', async () => {
    const { double, store } = await started({ appendTimeout: 1000 })
    double.faults.append({ kind: 'answerLate', milliseconds: 1500 })
    const batch = events(1)
    expect(await store.append(stream, batch, 'noStream')).toMatchObject({ kind: 'OutcomeUnknown' })
    expect(await store.append(stream, events(1), 0 as Revision)).toMatchObject({ kind: 'Appended', revision: 1 })
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(await store.append(stream, batch, 'noStream')).toMatchObject({ kind: 'AlreadyAppended', revision: 0 })
  })

  it('with any is unknown too, and the server knows its ids', async () => {
    const { double, store } = await started({ appendTimeout: 1000 })
    const batch = events(2)
    double.faults.append({ kind: 'neverAnswer', written: true })
    expect(await store.append(stream, batch, 'any')).toMatchObject({ kind: 'OutcomeUnknown' })
    expect(await store.append(stream, batch, 'any')).toMatchObject({ kind: 'AlreadyAppended', revision: 1 })
    expect(double.log.stream(stream)).toHaveLength(2)
  })
})

describe('a broken connection', () => {
  for (const written of [false, true])
    it(`is met with another try that writes once (written: ${written})`, async () => {
      const { double, store } = await started()
      double.faults.append({ kind: 'dropConnection', written })
      expect(await store.append(stream, events(2), 'noStream')).toMatchObject({ kind: 'Appended', revision: 1 })
      expect(double.log.stream(stream)).toHaveLength(2)
    })

  it('settles hundreds of queued appends and writes each once', async () => {
    const { double, store } = await started({ appendTimeout: 20_000 })
    await store.append(streamName('warm', 1), events(1), 'noStream')
    const big = { text: 'x'.repeat(50_000) }
    const appends = Array.from({ length: 300 }, (_, n) =>
      store.append(streamName('queued', n), events(1, big), 'noStream'),
    )
    setTimeout(() => double.dropConnections(), 5)
    const outcomes = await Promise.all(appends)
    expect(outcomes.filter(({ kind }) => kind !== 'Appended')).toEqual([])
    for (let n = 0; n < 300; n++) expect(double.log.stream(`queued-${n}`)).toHaveLength(1)
  })

  it('of one store leaves the appends of another alone', async () => {
    const [one, two] = [await startedDouble(), await startedDouble()]
    const [storeOne, storeTwo] = [opened(one.connectionString), opened(two.connectionString)]
    await Promise.all([storeOne, storeTwo].map((store) => store.append(stream, events(1), 'noStream')))
    two.faults.append({ kind: 'answerLate', milliseconds: 120 })
    const waiting = storeTwo.append(stream, events(1), 0 as Revision)
    one.faults.append({ kind: 'dropConnection', written: false })
    await storeOne.append(stream, events(1), 0 as Revision)
    expect(await waiting).toMatchObject({ kind: 'Appended', revision: 1 })
    expect(two.log.stream(stream)).toHaveLength(2)
  })

  it('ended politely by the server is one like any other', async () => {
    const { double, store } = await started()
    double.faults.append({ kind: 'halfClose' })
    expect(await store.append(stream, events(1), 'noStream')).toMatchObject({ kind: 'Appended' })
  })

  it('while reading is met with another try, and nothing is read twice', async () => {
    const { double, store } = await started()
    await store.append(stream, events(20), 'noStream')
    double.faults.read({ kind: 'dropConnection', afterEvents: 7 }, 2)
    const read = await store.readStream(stream)
    expect(read.kind === 'Read' && read.events.map((event) => Number(event.revision))).toEqual([...Array(20).keys()])
    double.faults.read({ kind: 'dropConnection', afterEvents: 7 }, 2)
    const all = await store.readAll()
    expect(all.kind === 'Read' && all.events.length).toBe(20)
  })
})

describe('an answer that nobody asked for', () => {
  it('is passed over', async () => {
    const { double, store } = await started({ appendTimeout: 1000 })
    double.faults.append({ kind: 'strangerAnswer' })
    const batch = events(1)
    expect(await store.append(stream, batch, 'noStream')).toMatchObject({ kind: 'OutcomeUnknown' })
    expect(await store.append(stream, batch, 'noStream')).toMatchObject({ kind: 'AlreadyAppended' })
  })
})

describe('a refusal', () => {
  it('inside a batch under a name the client does not know is unavailability, and nothing is written', async () => {
    const { double, store } = await started()
    double.faults.append({ kind: 'unavailable' }, 8)
    expect(await store.append(stream, events(1), 'noStream')).toMatchObject({ kind: 'Unavailable' })
    expect(double.log.records).toEqual([])
  })

  it('for want of rights says so', async () => {
    const { double, store } = await started()
    double.faults.append({ kind: 'accessDenied' })
    expect(await store.append(stream, events(1), 'noStream')).toEqual({ kind: 'Unavailable', reason: 'access denied' })
  })

  it('by a server that timed out within its cluster leaves the outcome open', async () => {
    const { double, store } = await started()
    double.faults.append({ kind: 'timeout' }, 8)
    expect(await store.append(stream, events(1), 'noStream')).toMatchObject({ kind: 'OutcomeUnknown' })
  })

  it('for size by a server with a smaller limit tells that limit', async () => {
    const double = await startedDouble({ maxAppendSize: 1000 })
    const store = opened(double.connectionString)
    expect(await store.append(stream, events(1, 'x'.repeat(2000)), 'noStream')).toEqual({
      kind: 'TooLarge',
      limit: 1000,
    })
  })

  it('because the stream is gone for ever is told as such', async () => {
    const { double, store } = await started()
    double.log.tombstone(stream, 'any')
    const reason = 'the stream was deleted permanently, by another client of the node'
    expect(await store.append(stream, events(1), 'noStream')).toEqual({ kind: 'Unavailable', reason })
    expect(await store.readStream(stream)).toEqual({ kind: 'Unavailable', reason })
  })
})

describe('a conflict', () => {
  it('on a missing stream has no head, though the client says so in words', async () => {
    const { store } = await started()
    expect(await store.append(stream, events(1), 3 as Revision)).toEqual({ kind: 'Conflict', head: undefined })
  })

  it('tells the real head even where the connection string asks for answers instead of errors', async () => {
    const double = await startedDouble()
    const store = opened(`${double.connectionString}&throwOnAppendFailure=false`)
    await store.append(stream, events(5), 'noStream')
    expect(await store.append(stream, events(1), 2 as Revision)).toEqual({ kind: 'Conflict', head: 4 })
  })
})

describe('an unreachable node', () => {
  it('is unavailability at the first call already, and recovers by itself', async () => {
    const { double, store } = await started()
    await double.crash()
    expect(await store.append(stream, events(1), 'noStream')).toMatchObject({ kind: 'Unavailable' })
    expect(await store.readStream(stream)).toMatchObject({ kind: 'Unavailable' })
    expect(await store.readAll()).toMatchObject({ kind: 'Unavailable' })
    await double.restart()
    await expect.poll(() => store.append(stream, events(1), 'noStream')).toMatchObject({ kind: 'Appended' })
  })

  it('that discovery cannot find is unavailability', async () => {
    const double = await startedDouble()
    await double.crash()
    const { address, port } = double
    const store = opened(`esdb+discover://${address}:${port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=10`)
    expect(await store.append(stream, events(1), 'noStream')).toMatchObject({ kind: 'Unavailable' })
    expect(await store.readStream(stream)).toMatchObject({ kind: 'Unavailable' })
  })

  it('that accepts and says nothing does not hold a read for ever', async () => {
    const { double, store } = await started({ readTimeout: 60 })
    double.faults.read({ kind: 'neverAnswer' }, 4)
    expect(await store.readStream(stream)).toMatchObject({ kind: 'Unavailable' })
    expect(double.open.calls).toBeLessThanOrEqual(1)
  })
})

describe('a change of leader', () => {
  it('is followed within the same append', async () => {
    const first = await startedDouble()
    const second = await startedDouble({ joins: first })
    const store = opened(`esdb://${first.address}:${first.port},${second.address}:${second.port}?tls=false`)
    expect(await store.append(stream, events(1), 'noStream')).toMatchObject({ kind: 'Appended' })
    second.lead()
    expect(await store.append(stream, events(1), 0 as Revision)).toMatchObject({ kind: 'Appended', revision: 1 })
    expect(second.calls.some(({ call, requiresLeader }) => call === 'batchAppend' && requiresLeader)).toBe(true)
    first.lead()
    expect(await store.readStream(stream)).toMatchObject({ kind: 'Read', head: 1 })
    expect(first.log.stream(stream)).toHaveLength(2)
  })

  it('is found by discovery', async () => {
    const first = await startedDouble()
    const second = await startedDouble({ joins: first })
    second.lead()
    const store = opened(`esdb+discover://${first.address}:${first.port}?tls=false`)
    expect(await store.append(stream, events(1), 'noStream')).toMatchObject({ kind: 'Appended' })
    expect(second.calls.some(({ call }) => call === 'batchAppend')).toBe(true)
  })
})

describe('what cannot be written', () => {
  it('is refused at once instead of never settling', async () => {
    const { double, store } = await started()
    await expect(store.append(stream, events(1, { n: 1n }), 'noStream')).rejects.toThrow(TypeError)
    const circle: { self?: unknown } = {}
    circle.self = circle
    await expect(store.append(stream, events(1, circle), 'noStream')).rejects.toThrow(TypeError)
    expect(double.calls).toEqual([])
  })

  it('like undefined becomes null', async () => {
    const { store } = await started()
    const batch = events(1).map((event) => ({ ...event, data: undefined }))
    expect(await store.append(stream, batch, 'noStream')).toMatchObject({ kind: 'Appended' })
    const read = await store.readStream(stream)
    expect(read.kind === 'Read' && read.events[0]?.data).toBe(null)
  })
})

describe('reads that stop early', () => {
  it('give their calls back', async () => {
    const { double, store } = await started()
    for (let n = 0; n < 10; n++) await store.append(streamName('many', n), events(500), 'noStream')
    const before = double.open.calls
    for (let n = 0; n < 10; n++) {
      expect(await store.readAll({ limit: 1 })).toMatchObject({ kind: 'Read', end: false })
      expect(await store.readStream(streamName('many', n), { limit: 2 })).toMatchObject({ kind: 'Read', head: 499 })
    }
    await expect.poll(() => double.open.calls).toBe(before)
  })
})

describe('a skewed clock', () => {
  it('of the server does not make every append time out', async () => {
    const double = await startedDouble({ now: () => Date.now() + 30_000 })
    const plain = EventStoreDBClient.connectionString(double.connectionString)
    ends.push(() => plain.dispose())
    const event = jsonEvent({ type: 'Tested', data: {} })
    await expect(plain.appendToStream('plain', event)).rejects.toMatchObject({ type: 'deadline-exceeded' })
    const store = opened(double.connectionString)
    expect(await store.append(stream, events(1), 'noStream')).toMatchObject({ kind: 'Appended' })
  })
})

describe('a subscription', () => {
  const listened = (store: EventStore, log: Array<number>) =>
    store.subscribe({
      filter: { categories: ['defect'] },
      onEvents: (batch: ReadonlyArray<StoredEvent>) => {
        log.push(...batch.map((event) => Number(event.revision)))
      },
    })

  it('goes on after a crash and a restart, without a seam', async () => {
    const { double, store } = await started({ maxBackOff: 50 })
    const log: Array<number> = []
    const subscription = listened(store, log)
    await store.append(stream, events(3), 'noStream')
    await expect.poll(() => log.length).toBe(3)
    await double.crash()
    double.log.append(stream, 2, events(2).map(asProposed))
    await new Promise((resolve) => setTimeout(resolve, 120))
    await double.restart()
    await expect.poll(() => log).toEqual([0, 1, 2, 3, 4])
    await store.append(stream, events(1), 4 as Revision)
    await expect.poll(() => log).toEqual([0, 1, 2, 3, 4, 5])
    await subscription.stop()
  })

  it('broken off in the middle of the history is taken up where it was', async () => {
    const { double, store } = await started({ maxBackOff: 20 })
    await store.append(stream, events(100), 'noStream')
    for (const afterEvents of [0, 1, 10, 33]) double.faults.read({ kind: 'dropConnection', afterEvents })
    const log: Array<number> = []
    const subscription = listened(store, log)
    await expect.poll(() => log).toEqual([...Array(100).keys()])
    await subscription.stop()
  })

  it('that is accepted and not confirmed is taken up anew', async () => {
    const { double, store } = await started({ readTimeout: 500, maxBackOff: 20 })
    await store.append(stream, events(3), 'noStream')
    double.faults.read({ kind: 'neverAnswer' }, 2)
    const log: Array<number> = []
    const subscription = listened(store, log)
    await expect.poll(() => log).toEqual([0, 1, 2])
    await subscription.stop()
  })

  it('does not pile up what a slow subscriber has no time for', async () => {
    const { store } = await started()
    for (let n = 0; n < 10; n++) await store.append(streamName('defect', n), events(500), 'noStream')
    let largest = 0
    let heard = 0
    const subscription = store.subscribe({
      onEvents: async (batch) => {
        largest = Math.max(largest, batch.length)
        heard += batch.length
        await new Promise((resolve) => setTimeout(resolve, 2))
      },
    })
    await expect.poll(() => heard).toBe(5000)
    expect(largest).toBeLessThanOrEqual(256)
    await subscription.stop()
  })
})

const asProposed = (event: NewEvent) => ({
  id: event.id,
  type: event.type,
  contentType: 'application/json',
  customMetadata: Buffer.from(JSON.stringify({ id: event.id, version: event.version, metadata: event.metadata })),
  data: Buffer.from(JSON.stringify(event.data)),
})

describe('events of others', () => {
  it('are seen as version 0, those of the server not at all', async () => {
    const { double, store } = await started()
    const plain = EventStoreDBClient.connectionString(double.connectionString)
    ends.push(() => plain.dispose())
    await plain.appendToStream('defect-9', jsonEvent({ type: 'Foreign', data: { n: 1 } }))
    await plain.setStreamMetadata('defect-9', { maxCount: 10 })
    const read = await store.readAll()
    expect(read.kind === 'Read' && read.events).toMatchObject([{ type: 'Foreign', version: 0, stream: 'defect-9' }])
  })

  it('hide nothing behind the records of the server', async () => {
    const { double, store } = await started()
    await store.append(stream, events(2), 'noStream')
    const own = {
      type: '$stats',
      contentType: 'application/json',
      customMetadata: new Uint8Array(),
      data: Buffer.from('{}'),
    }
    for (let n = 0; n < 30; n++) double.log.append('$stats-1', 'any', [{ ...own, id: `00000000-0000-4000-9000-${n}` }])
    const last = await store.readAll({ direction: 'backwards', limit: 1 })
    expect(last.kind === 'Read' && last.events).toMatchObject([{ stream, revision: 1 }])
    const first = await store.readAll({ limit: 1 })
    expect(first).toMatchObject({ kind: 'Read', end: false, events: [{ revision: 0 }] })
  })

  it('find ours with their data as JSON and our metadata beside it', async () => {
    const { double, store } = await started()
    const [event] = events(1, { n: 1 }) as [NewEvent]
    await store.append(stream, [event], 'noStream')
    const [record] = double.log.stream(stream)
    expect(record?.contentType).toBe('application/json')
    expect(Buffer.from(record?.data ?? []).toString()).toBe('{"n":1}')
    expect(Buffer.from(record?.customMetadata ?? []).toString()).toBe(
      `{"id":"${event.id}","version":1,"metadata":${JSON.stringify(event.metadata)}}`,
    )
  })
})

describe('a connection string', () => {
  const opening = (connectionString: string) => () => openEventStoreDb({ connectionString })

  it('that is malformed is refused without being repeated', () => {
    let message = ''
    try {
      opening('esdb://admin:s3cret@host:port')()
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain('malformed')
    expect(message).not.toContain('s3cret')
  })

  it('keeps its password to itself when the client complains of an option', () => {
    const complaints: Array<unknown> = []
    const warn = console.warn
    console.warn = (...complaint: ReadonlyArray<unknown>) => complaints.push(complaint)
    try {
      void opening('esdb://admin:s3cret@localhost:2113?unknownOption=1')().close()
    } finally {
      console.warn = warn
    }
    expect(String(complaints)).toContain('unknownOption')
    expect(String(complaints)).not.toContain('s3cret')
  })

  it('that asks for what would be ignored in silence is refused', () => {
    expect(opening('esdb://admin:changeit@localhost:2113?tls=false')).toThrow(/credentials/)
    expect(opening('esdb://localhost:2113?tlsVerifyCert=false')).toThrow(/tlsCAFile/)
    expect(opening('esdb://localhost:2113?userCertFile=/x')).toThrow(/together/)
  })
})

describe('closing', () => {
  it('frees every call and every connection', async () => {
    const { double, store } = await started()
    await store.append(stream, events(3), 'noStream')
    store.subscribe({ onEvents: () => undefined })
    store.subscribe({ filter: { types: ['Tested'] }, onEvents: () => undefined })
    await store.readAll()
    await expect.poll(() => double.open.calls).toBeGreaterThan(1)
    await store.close()
    await expect.poll(() => double.open).toEqual({ calls: 0, connections: 0 })
  })

  it('needs no node', async () => {
    const double = await startedDouble()
    await double.crash()
    const store = openEventStoreDb({ connectionString: double.connectionString })
    store.subscribe({ onEvents: () => undefined })
    await store.close()
    const discovering = openEventStoreDb({
      connectionString: `esdb+discover://${double.address}:${double.port}?tls=false`,
    })
    await discovering.close()
  })
})
