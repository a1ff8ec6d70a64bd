import { systemClock } from '@forgefold/adapters/clock'
import { makeIds } from '@forgefold/adapters/crypto'
import { makeMemoryCheckpoints, makeMemoryEventStore } from '@forgefold/adapters/memory'
import {
  dropParkedEvents,
  eventIdOf,
  type Forge,
  loadParkedEvents,
  type ReactorHost,
  RetryableError,
  type RunningReactor,
  requestRetry,
  runReactor,
} from '@forgefold/core/app'
import {
  type NewEvent,
  type Position,
  type StoredEvent,
  type StreamName,
  streamName,
  systemActor,
  userActor,
} from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, it } from 'vitest'

const ids = makeIds()
const at = systemClock.now()
const A = streamName('thing', 'a')
const B = streamName('thing', 'b')

const newEvent = (): NewEvent => {
  const id = ids.commandId()
  return {
    id: eventIdOf(id, 0),
    type: 'ThingHappened',
    version: 1,
    data: {},
    metadata: { at, actor: systemActor('test'), correlationId: id },
  }
}

/** No pause lasts longer than a turn of the loop. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const key = ({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): string =>
  `${stream.split('-')[1]}${revision}`

const running: Array<RunningReactor> = []
afterEach(async () => {
  for (const reactor of running.splice(0)) await reactor.stop()
})

/** A store, checkpoints that outlive a reactor, and what was handled. */
const world = (store: EventStore = makeMemoryEventStore()) => {
  const checkpoints = makeMemoryCheckpoints()
  const forge = { read: { reached: async () => true }, clock: systemClock, ids } as unknown as Forge
  const handled: Array<string> = []
  const tries = new Map<string, number>()
  const failures = new Map<string, Error>()
  const react = async (_: Forge, event: StoredEvent): Promise<void> => {
    const name = key(event)
    tries.set(name, (tries.get(name) ?? 0) + 1)
    const failure = failures.get(name)
    if (failure !== undefined) throw failure
    handled.push(name)
  }
  const start = async (host: Partial<ReactorHost> = {}): Promise<RunningReactor> => {
    const reactor = await runReactor({ name: 'r', filter: { categories: ['thing'] }, react }, forge, {
      store,
      checkpoints,
      pause,
      onFailure: () => undefined,
      ...host,
    })
    running.push(reactor)
    return reactor
  }
  const happen = async (...streams: ReadonlyArray<StreamName>): Promise<void> => {
    for (const stream of streams) await store.append(stream, [newEvent()], 'any')
  }
  const parked = async (): Promise<ReadonlyArray<string>> => {
    const found = await loadParkedEvents(store, 'r')
    return E.isRight(found) ? found.right.events.map(key) : ['unavailable']
  }
  return { store, forge, checkpoints, handled, tries, failures, start, happen, parked }
}

describe('a reactor', () => {
  it('tries an event whose cause may pass for as long as it takes, and loses nothing', async () => {
    const { handled, tries, failures, start, happen, parked } = world()
    failures.set('a0', new RetryableError('the store is away'))
    await start()
    await happen(A, B)
    await expect.poll(() => tries.get('a0') ?? 0).toBeGreaterThan(40)
    expect(handled).toEqual([])
    failures.clear()
    await expect.poll(() => handled).toEqual(['a0', 'b0'])
    expect(await parked()).toEqual([])
  })

  it('goes on, when it starts again, from as far as it had looked', async () => {
    const { store, handled, start, happen } = world()
    const other = streamName('other', 'x')
    await happen(A, other, other)
    const asked: Array<number | undefined> = []
    const told: Array<number> = []
    const watched: EventStore = {
      ...store,
      subscribe: (wanted) => {
        asked.push(wanted.after)
        const onEvents: typeof wanted.onEvents = async (events, upTo) => {
          await wanted.onEvents(events, upTo)
          told.push(upTo)
        }
        return store.subscribe({ ...wanted, onEvents })
      },
    }
    const first = await start({ store: watched })
    await expect.poll(() => handled).toEqual(['a0'])
    await happen(other)
    const last = await store.readAll({ direction: 'backwards', limit: 1 })
    const head = last.kind === 'Read' ? last.events[0]?.position : undefined
    await expect.poll(() => told.at(-1)).toBe(head)
    await first.stop()
    await start({ store: watched })
    expect(asked).toEqual([undefined, head])
    await happen(A)
    await expect.poll(() => handled).toEqual(['a0', 'a1'])
  })

  it('goes on from what it had done of a batch, when it is stopped within', async () => {
    const { tries, failures, handled, start, happen } = world()
    await happen(A, A, A, B, A)
    failures.set('b0', new RetryableError('the store is away'))
    const first = await start()
    await expect.poll(() => tries.get('b0') ?? 0).toBeGreaterThan(0)
    await first.stop()
    failures.clear()
    await start()
    await expect.poll(() => handled.at(-1)).toBe('a3')
    expect(handled).toEqual(['a0', 'a1', 'a2', 'b0', 'a3'])
  })

  it('stops without waiting for a store that does not say what its last event is', async () => {
    const { store, handled, checkpoints, start, happen } = world()
    await happen(A, streamName('other', 'x'))
    const silent: EventStore = {
      ...store,
      readAll: (wanted) => (wanted?.direction === 'backwards' ? new Promise(() => undefined) : store.readAll(wanted)),
    }
    const reactor = await start({ store: silent })
    await expect.poll(() => handled).toEqual(['a0'])
    await expect.poll(() => checkpoints.load('r')).toMatchObject({ anchor: { stream: A } })
    await happen(streamName('other', 'y'))
    await reactor.stop()
    expect(await checkpoints.load('r')).toMatchObject({ anchor: { stream: A } })
  })

  it('asks its host which other failures may pass', async () => {
    const { handled, tries, failures, start, happen } = world()
    failures.set('a0', Object.assign(new Error('no space'), { code: 'ENOSPC' }))
    await start({ mayPass: (error) => (error as { readonly code?: string }).code === 'ENOSPC' })
    await happen(A)
    await expect.poll(() => tries.get('a0') ?? 0).toBeGreaterThan(40)
    failures.clear()
    await expect.poll(() => handled).toEqual(['a0'])
  })

  it('waits for a read model that is behind', async () => {
    const { handled, forge, start, happen } = world()
    let isReached = false
    Object.assign(forge, { read: { reached: async () => isReached } })
    await start()
    await happen(A)
    for (let turn = 0; turn < 50; turn++) await pause()
    expect(handled).toEqual([])
    isReached = true
    await expect.poll(() => handled).toEqual(['a0'])
  })

  it('parks an event that cannot succeed with the later ones of its stream, and goes on with other streams', async () => {
    const { store, handled, tries, failures, start, happen, parked } = world()
    failures.set('a1', new TypeError('never'))
    const told: Array<string> = []
    await start({ onParked: (_, event) => told.push(key(event)) })
    await happen(A, A, B, A, B)
    await expect.poll(() => handled).toEqual(['a0', 'b0', 'b1'])
    await expect.poll(parked).toEqual(['a1', 'a2'])
    expect(told).toEqual(['a1', 'a2'])
    expect(tries.get('a1')).toBe(5)
    expect(tries.get('a2')).toBeUndefined()
    const found = await loadParkedEvents(store, 'r')
    expect(E.isRight(found) && found.right.events.map(({ reason }) => reason)).toEqual([
      'TypeError',
      'behind a parked event of its stream',
    ])
    expect(JSON.stringify(found)).not.toContain('never')
  })

  it('replays what is parked in order when it is asked to, and keeps what fails again', async () => {
    const { handled, failures, start, happen, parked } = world()
    failures.set('a0', new TypeError('never'))
    failures.set('b0', new TypeError('never'))
    const reactor = await start()
    await happen(A, A, B, B)
    await expect.poll(parked).toEqual(['a0', 'a1', 'b0', 'b1'])
    failures.delete('a0')
    await reactor.retry()
    expect(handled).toEqual(['a0', 'a1'])
    expect(await parked()).toEqual(['b0', 'b1'])
    await happen(A, B)
    await expect.poll(() => handled).toEqual(['a0', 'a1', 'a2'])
    await expect.poll(parked).toEqual(['b0', 'b1', 'b2'])
  })

  it('replays what is parked when it starts again, on any server', async () => {
    const { handled, failures, start, happen, parked } = world()
    failures.set('a0', new TypeError('never'))
    const first = await start()
    await happen(A, A)
    await expect.poll(parked).toEqual(['a0', 'a1'])
    await first.stop()
    failures.clear()
    await start()
    await expect.poll(parked).toEqual([])
    expect(handled).toEqual(['a0', 'a1'])
  })

  it('drops no event while the store does not take what is to be parked', async () => {
    const memory = makeMemoryEventStore()
    let isAway = true
    const append: EventStore['append'] = async (stream, events, expected) =>
      isAway && stream.startsWith('reactor-')
        ? { kind: 'Unavailable', reason: 'away' }
        : memory.append(stream, events, expected)
    const { handled, failures, start, happen, parked } = world({ ...memory, append })
    failures.set('a0', new TypeError('never'))
    await start()
    await happen(A, B)
    for (let turn = 0; turn < 100; turn++) await pause()
    expect(handled).toEqual([])
    isAway = false
    await expect.poll(() => handled).toEqual(['b0'])
    await expect.poll(parked).toEqual(['a0'])
  })

  it('leaves an event to another server when it may not act any more', async () => {
    const { handled, failures, start, happen } = world()
    let mayAct = true
    failures.set('a0', new RetryableError('away'))
    const first = await start({ mayAct: () => mayAct })
    await happen(A, B)
    for (let turn = 0; turn < 20; turn++) await pause()
    mayAct = false
    for (let turn = 0; turn < 20; turn++) await pause()
    mayAct = true
    await happen(B)
    for (let turn = 0; turn < 20; turn++) await pause()
    expect(handled).toEqual([])
    await first.stop()
    failures.clear()
    await start()
    await expect.poll(() => handled).toEqual(['a0', 'b0', 'b1'])
  })

  it('leaves the checkpoint to another server, too, when it stops', async () => {
    const { store, handled, checkpoints, start, happen } = world()
    const told: Array<number> = []
    const watched: EventStore = {
      ...store,
      subscribe: (wanted) =>
        store.subscribe({
          ...wanted,
          onEvents: async (events, upTo) => {
            await wanted.onEvents(events, upTo)
            told.push(upTo)
          },
        }),
    }
    let mayAct = true
    const first = await start({ store: watched, mayAct: () => mayAct })
    await happen(A)
    await expect.poll(() => handled).toEqual(['a0'])
    const before = told.length
    await happen(streamName('other', 'x'))
    await expect.poll(() => told.length).toBeGreaterThan(before)
    mayAct = false
    const ahead = { position: 1_000 as Position, anchor: undefined }
    await checkpoints.save('r', ahead)
    await first.stop()
    expect(await checkpoints.load('r')).toEqual(ahead)
  })

  it('handles every event once in the order of its stream, whatever fails and is replayed', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('happen' as const), stream: fc.constantFrom(A, B) }),
      fc.record({ kind: fc.constant('break' as const), name: fc.constantFrom('a0', 'a1', 'b0', 'b2') }),
      fc.record({ kind: fc.constant('mend' as const) }),
      fc.record({ kind: fc.constant('retry' as const) }),
      fc.record({ kind: fc.constant('restart' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { handled, failures, start, happen, parked } = world()
        let reactor = await start()
        const happened: Array<StreamName> = []
        for (const one of steps) {
          if (one.kind === 'happen') {
            happened.push(one.stream)
            await happen(one.stream)
          } else if (one.kind === 'break') failures.set(one.name, new TypeError('broken'))
          else if (one.kind === 'mend') failures.clear()
          else if (one.kind === 'retry') await reactor.retry()
          else {
            await reactor.stop()
            reactor = await start()
          }
        }
        failures.clear()
        await reactor.stop()
        reactor = await start()
        await expect.poll(async () => [...new Set(handled)].length).toBe(happened.length)
        await expect.poll(parked).toEqual([])
        for (const stream of ['a', 'b']) {
          const firsts = [...new Set(handled.filter((name) => name.startsWith(stream)))]
          expect(firsts).toEqual(firsts.map((_, index) => `${stream}${index}`))
        }
        await reactor.stop()
      }),
      { numRuns: 25 },
    )
  })
})

describe('a request for a retry', () => {
  it('is written where something is parked, and only there', async () => {
    const { store, forge, failures, start, happen, parked } = world()
    const read = () => store.readStream(streamName('reactor', 'r'), {})
    await requestRetry({ ...forge, store }, 'r')
    expect((await read()).kind).toBe('StreamNotFound')
    failures.set('a0', new TypeError('never'))
    await start()
    await happen(A)
    await expect.poll(parked).toEqual(['a0'])
    await requestRetry({ ...forge, store }, 'r')
    const found = await read()
    expect(found.kind === 'Read' && found.events.map(({ type }) => type)).toEqual(['EventParked', 'RetryRequested'])
  })
})

describe('a parked event that was dropped', () => {
  it('is not tried again: the reactor goes on with the next of its stream', async () => {
    const { store, forge, handled, failures, start, happen, parked } = world()
    failures.set('a0', new TypeError('never'))
    const reactor = await start()
    await happen(A)
    await happen(A)
    await expect.poll(parked).toEqual(['a0', 'a1'])
    const found = await loadParkedEvents(store, 'r')
    const ids = E.isRight(found) ? found.right.events.slice(0, 1).map(({ id }) => id) : []
    await dropParkedEvents({ ...forge, store }, 'r', ids, userActor(7))
    expect(await parked()).toEqual(['a1'])
    await reactor.retry()
    expect(await parked()).toEqual([])
    expect(handled).toEqual(['a1'])
    const read = await store.readStream(streamName('reactor', 'r'), {})
    const dropped = read.kind === 'Read' ? read.events.find(({ type }) => type === 'ParkedEventsDropped') : undefined
    expect(dropped).toMatchObject({ data: { ids }, metadata: { actor: 'user:7' } })
  })
})
