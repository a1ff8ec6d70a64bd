import {
  ANY,
  type AppendExpectedRevision,
  EventStoreDBClient,
  excludeSystemEvents,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
} from '@eventstore/db-client'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { afterEach, describe, expect, it } from 'vitest'

const ends: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const started = async (options: Parameters<typeof startEventStoreDbDouble>[0] = {}) => {
  const double = await startEventStoreDbDouble(options)
  const client = EventStoreDBClient.connectionString(double.connectionString)
  ends.push(
    () => double.stop(),
    () => client.dispose(),
  )
  return { double, client }
}

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const event = (n: number) => jsonEvent({ id: id(n), type: 'Tested', data: { n }, metadata: { n } })

const collect = async <A>(source: AsyncIterable<A>): Promise<Array<A>> => {
  const items: Array<A> = []
  for await (const item of source) items.push(item)
  return items
}

/** What the client makes of an append: the revision, or the type of the error with the real revision. */
const tried = async (
  client: EventStoreDBClient,
  stream: string,
  ids: ReadonlyArray<number>,
  expectedRevision: AppendExpectedRevision,
): Promise<string> => {
  try {
    const { nextExpectedRevision } = await client.appendToStream(stream, ids.map(event), { expectedRevision })
    return `written ${nextExpectedRevision}`
  } catch (error) {
    const { type, actualVersion } = error as { type: string; actualVersion?: unknown }
    return actualVersion === undefined ? type : `${type} ${actualVersion}`
  }
}

type Prepare = (client: EventStoreDBClient) => Promise<unknown>

const states: Readonly<Record<string, Prepare>> = {
  missing: async () => undefined,
  live: (client) => client.appendToStream('s', [event(1), event(2)], { expectedRevision: NO_STREAM }),
  softDeleted: async (client) => {
    await client.appendToStream('s', [event(1), event(2)], { expectedRevision: NO_STREAM })
    await client.deleteStream('s')
  },
  tombstoned: async (client) => {
    await client.appendToStream('s', [event(1), event(2)], { expectedRevision: NO_STREAM })
    await client.tombstoneStream('s')
  },
  onlyMetadata: (client) => client.setStreamMetadata('s', { maxCount: 10 }),
}

const wrong = 'wrong-expected-version'
const table: ReadonlyArray<readonly [state: string, expected: AppendExpectedRevision, ids: number[], answer: string]> =
  [
    ['missing', ANY, [9], 'written 0'],
    ['missing', NO_STREAM, [9], 'written 0'],
    ['missing', STREAM_EXISTS, [9], `${wrong} no_stream`],
    ['missing', 0n, [9], `${wrong} no_stream`],
    ['live', ANY, [9], 'written 2'],
    ['live', ANY, [1, 2], 'written 1'],
    ['live', ANY, [2, 9], `${wrong} 1`],
    ['live', ANY, [9, 1], 'written 3'],
    ['live', STREAM_EXISTS, [9], 'written 2'],
    ['live', STREAM_EXISTS, [1], 'written 0'],
    ['live', NO_STREAM, [9], `${wrong} 1`],
    ['live', NO_STREAM, [1, 2], 'written 1'],
    ['live', NO_STREAM, [1], 'written 0'],
    ['live', NO_STREAM, [1, 9], `${wrong} 1`],
    ['live', NO_STREAM, [1, 2, 9], `${wrong} 1`],
    ['live', 0n, [2], 'written 1'],
    ['live', 0n, [9], `${wrong} 1`],
    ['live', 1n, [1], 'written 2'],
    ['live', 5n, [9], `${wrong} 1`],
    ['softDeleted', ANY, [9], 'written 2'],
    ['softDeleted', NO_STREAM, [9], 'written 2'],
    ['softDeleted', NO_STREAM, [1, 2], 'written 1'],
    ['softDeleted', NO_STREAM, [1, 9], `${wrong} 1`],
    ['softDeleted', STREAM_EXISTS, [9], 'stream-deleted'],
    ['softDeleted', 1n, [9], 'written 2'],
    ['softDeleted', 0n, [9], `${wrong} 1`],
    ['tombstoned', ANY, [9], 'stream-deleted'],
    ['tombstoned', NO_STREAM, [9], 'stream-deleted'],
    ['tombstoned', STREAM_EXISTS, [9], 'stream-deleted'],
    ['tombstoned', 1n, [9], 'stream-deleted'],
    ['onlyMetadata', STREAM_EXISTS, [9], 'written 0'],
    ['onlyMetadata', NO_STREAM, [9], 'written 0'],
  ]

for (const batchAppend of [true, false]) {
  describe(`the expectation table, ${batchAppend ? 'in batches' : 'one call an append'}`, () => {
    for (const [state, expected, ids, answer] of table)
      it(`${state}, ${expected}, ids ${ids}: ${answer}`, async () => {
        const { double, client } = await started({ batchAppend })
        await states[state]?.(client)
        expect(await tried(client, 's', ids, expected)).toBe(answer)
        expect(double.calls.some(({ call }) => call === 'batchAppend')).toBe(batchAppend)
      })
  })
}

describe('an append', () => {
  for (const batchAppend of [true, false])
    it(`larger than the limit is refused before anything is written (batch: ${batchAppend})`, async () => {
      const { double, client } = await started({ batchAppend })
      const big = jsonEvent({ type: 'Big', data: { text: 'x'.repeat(1024 * 1024) } })
      await expect(client.appendToStream('s', [event(1), big])).rejects.toMatchObject({
        type: 'maximum-append-size-exceeded',
        maxAppendSize: 1024 * 1024,
      })
      expect(double.log.records).toEqual([])
    })

  it('is known to any until a restart', async () => {
    const { double, client } = await started()
    expect(await tried(client, 's', [1], ANY)).toBe('written 0')
    expect(await tried(client, 's', [1], ANY)).toBe('written 0')
    await double.restart()
    await tried(client, 's', [2], ANY)
    expect(await tried(client, 's', [1], ANY)).toMatch(/^written [12]$/)
    expect(double.log.stream('s').filter((record) => record.id === id(1))).toHaveLength(2)
  })

  it('tells the clock of the server', async () => {
    const { client } = await started({ now: () => 1_650_000_000_123 })
    await client.appendToStream('s', event(1), { credentials: { username: 'x', password: 'y' } })
    const [first] = await collect(client.readStream('s'))
    expect(first?.event?.created.getTime()).toBe(1_650_000_000_123)
  })
})

describe('reading', () => {
  it('a stream is inclusive in both directions, bounded by maxCount, and empty beyond the head', async () => {
    const { client } = await started()
    await client.appendToStream('s', [0, 1, 2, 3, 4].map(event))
    const revisions = async (options: Parameters<typeof client.readStream>[1]) =>
      (await collect(client.readStream('s', options))).map(({ event }) => Number(event?.revision))
    expect(await revisions({ fromRevision: 1n, maxCount: 2 })).toEqual([1, 2])
    expect(await revisions({ fromRevision: 3n, direction: 'backwards', maxCount: 2 })).toEqual([3, 2])
    expect(await revisions({ fromRevision: 'end', direction: 'backwards', maxCount: 1 })).toEqual([4])
    expect(await revisions({ fromRevision: 9n })).toEqual([])
  })

  it('distinguishes missing, soft-deleted and tombstoned streams', async () => {
    const { client } = await started()
    await expect(collect(client.readStream('s'))).rejects.toMatchObject({ type: 'stream-not-found' })
    await client.appendToStream('s', event(1))
    await client.deleteStream('s')
    await expect(collect(client.readStream('s'))).rejects.toMatchObject({ type: 'stream-not-found' })
    await client.appendToStream('s', event(2), { expectedRevision: NO_STREAM })
    const reopened = await collect(client.readStream('s'))
    expect(reopened.map(({ event }) => Number(event?.revision))).toEqual([1])
    await client.tombstoneStream('s')
    await expect(collect(client.readStream('s'))).rejects.toMatchObject({ type: 'stream-deleted' })
  })

  it('the whole history includes the record at its position forwards and excludes it backwards', async () => {
    const { client } = await started()
    await client.appendToStream('s', [1, 2, 3].map(event))
    const all = await collect(client.readAll())
    const middle = all[1]?.event?.position ?? { commit: 0n, prepare: 0n }
    const revisions = async (direction: 'forwards' | 'backwards') =>
      (await collect(client.readAll({ fromPosition: middle, direction }))).map(({ event }) => Number(event?.revision))
    expect(await revisions('forwards')).toEqual([1, 2])
    expect(await revisions('backwards')).toEqual([0])
  })

  it('obeys the metadata of a stream', async () => {
    const { client } = await started()
    await client.appendToStream('s', [0, 1, 2, 3, 4].map(event))
    await client.setStreamMetadata('s', { maxCount: 2 })
    expect((await client.getStreamMetadata('s')).metadata).toMatchObject({ maxCount: 2 })
    expect((await collect(client.readStream('s'))).map(({ event }) => Number(event?.revision))).toEqual([3, 4])
    await client.setStreamMetadata('s', { truncateBefore: 4 })
    expect((await collect(client.readStream('s'))).map(({ event }) => Number(event?.revision))).toEqual([4])
  })
})

describe('deleting', () => {
  it('softly what never was is refused, for ever is not', async () => {
    const { client } = await started()
    await expect(client.deleteStream('s')).rejects.toMatchObject({ type: wrong })
    await client.tombstoneStream('s', { expectedRevision: NO_STREAM })
    await expect(client.deleteStream('s')).rejects.toMatchObject({ type: 'stream-deleted' })
  })

  it('at another revision is refused', async () => {
    const { client } = await started()
    await client.appendToStream('s', [1, 2].map(event))
    await expect(client.deleteStream('s', { expectedRevision: 0n })).rejects.toMatchObject({
      type: wrong,
      actualVersion: 1n,
    })
    await client.deleteStream('s', { expectedRevision: 1n })
  })
})

const heard = (source: NodeJS.EventEmitter) => {
  const log: Array<string> = []
  source.on('data', ({ event }) => log.push(`${event.streamId}@${event.revision}`))
  source.on('caughtUp', () => log.push('caughtUp'))
  source.on('error', (error) => log.push(`error ${error.type}`))
  return log
}

describe('a subscription', () => {
  it('begins after its place, tells the end of the history, then what comes', async () => {
    const { client } = await started()
    await client.appendToStream('s', [0, 1, 2].map(event))
    const subscription = client.subscribeToStream('s', { fromRevision: 0n })
    const log = heard(subscription)
    await expect.poll(() => log).toEqual(['s@1', 's@2', 'caughtUp'])
    await client.appendToStream('s', event(3))
    await expect.poll(() => log.at(-1)).toBe('s@3')
    await subscription.unsubscribe()
  })

  it('to a missing stream waits for it, and ends in an error when it is gone for ever', async () => {
    const { client } = await started()
    const log = heard(client.subscribeToStream('s'))
    await expect.poll(() => log).toEqual(['caughtUp'])
    await client.appendToStream('s', event(0))
    await expect.poll(() => log.at(-1)).toBe('s@0')
    await client.tombstoneStream('s')
    await expect.poll(() => log.at(-1)).toBe('error stream-deleted')
  })

  it('to all can leave out what the server writes for itself', async () => {
    const { client } = await started()
    await client.setStreamMetadata('s', { maxCount: 3 })
    await client.appendToStream('s', event(0))
    const log = heard(client.subscribeToAll({ filter: excludeSystemEvents() }))
    await expect.poll(() => log).toEqual(['s@0', 'caughtUp'])
  })
})

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'fine',
    (error: { type?: string; message: string }) => error.type ?? error.message,
  )

describe('a fault', () => {
  const single = { credentials: { username: 'x', password: 'y' } }

  it('strikes as often as it was armed, then all is well', async () => {
    const { double, client } = await started()
    double.faults.append({ kind: 'conflict' }, 2)
    expect(await codeOf(client.appendToStream('s', event(1)))).toBe(wrong)
    expect(await codeOf(client.appendToStream('s', event(1), single))).toBe(wrong)
    expect(double.faults.armed).toBe(0)
    expect(await codeOf(client.appendToStream('s', event(1)))).toBe('fine')
  })

  const refusals: ReadonlyArray<readonly [Parameters<EventStoreDbDouble['faults']['append']>[0], string]> = [
    [{ kind: 'unavailable' }, 'unavailable'],
    [{ kind: 'accessDenied' }, 'access-denied'],
    [{ kind: 'timeout' }, 'timeout'],
    [{ kind: 'tooBig' }, 'maximum-append-size-exceeded'],
    [{ kind: 'unknown' }, 'unknown'],
  ]
  for (const [fault, type] of refusals)
    it(`refuses an append: ${fault.kind}`, async () => {
      const { double, client } = await started()
      double.faults.append(fault)
      expect(await codeOf(client.appendToStream('s', event(1), single))).toBe(type)
      expect(double.log.records).toEqual([])
    })

  it('kills the connection before or after the write', async () => {
    const { double, client } = await started()
    double.faults.append({ kind: 'dropConnection', written: false })
    expect(await codeOf(client.appendToStream('s', event(1)))).not.toBe('fine')
    expect(double.log.records).toHaveLength(0)
    double.faults.append({ kind: 'dropConnection', written: true })
    expect(await codeOf(client.appendToStream('s', event(1)))).not.toBe('fine')
    expect(double.log.records).toHaveLength(1)
    expect(await codeOf(client.appendToStream('s', event(2)))).toBe('fine')
  })

  it('delays an answer but not the write', async () => {
    const { double, client } = await started()
    double.faults.append({ kind: 'answerLate', milliseconds: 50 })
    const begun = performance.now()
    const append = client.appendToStream('s', event(1))
    await expect.poll(() => double.log.records.length).toBe(1)
    await append
    expect(performance.now() - begun).toBeGreaterThan(45)
  })

  it('strikes reads: refused, broken off, slow', async () => {
    const { double, client } = await started()
    await client.appendToStream('s', [0, 1, 2, 3].map(event))
    double.faults.read({ kind: 'unavailable' })
    expect(await codeOf(collect(client.readStream('s')))).toBe('unavailable')
    double.faults.read({ kind: 'dropConnection', afterEvents: 2 })
    expect(await codeOf(collect(client.readStream('s')))).not.toBe('fine')
    double.faults.slowReads(20)
    const begun = performance.now()
    expect(await collect(client.readStream('s'))).toHaveLength(4)
    expect(performance.now() - begun).toBeGreaterThan(70)
  })

  it('a crash lasts until the restart, on the same port and with the same log', async () => {
    const { double, client } = await started()
    await client.appendToStream('s', event(1))
    await double.crash()
    expect(await codeOf(client.appendToStream('s', event(2)))).not.toBe('fine')
    await double.restart()
    expect(await codeOf(client.appendToStream('s', event(2), { expectedRevision: 0n }))).toBe('fine')
  })
})

describe('a cluster', () => {
  it('is found by discovery, shares one log, and changes its leader', async () => {
    const first = await startEventStoreDbDouble()
    const second = await startEventStoreDbDouble({ joins: first })
    const client = EventStoreDBClient.connectionString(
      `esdb://${first.address}:${first.port},${second.address}:${second.port}?tls=false`,
    )
    ends.push(
      () => first.stop(),
      () => second.stop(),
      () => client.dispose(),
    )
    await client.appendToStream('s', event(1), { requiresLeader: true })
    expect(first.calls.some(({ call }) => call === 'batchAppend')).toBe(true)
    second.lead()
    const single = { requiresLeader: true, credentials: { username: 'x', password: 'y' } }
    expect(await codeOf(client.appendToStream('s', event(2), single))).toBe('not-leader')
    expect(await codeOf(client.appendToStream('s', event(2), single))).toBe('fine')
    expect(second.calls.at(-1)).toMatchObject({ call: 'append', requiresLeader: true })
    expect(first.log.stream('s')).toHaveLength(2)
  })
})
