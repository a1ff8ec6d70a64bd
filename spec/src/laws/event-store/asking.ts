import assert from 'node:assert/strict'
import type { NewEvent, Position, Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'
import type { AllReadOptions, EventStore, Expected, Subscriber, Subscription } from '@forgefold/core/ports'

/** Appends and insists that it was written now. */
export const appended = async (
  store: EventStore,
  stream: StreamName,
  events: ReadonlyArray<NewEvent>,
  expected: Expected,
): Promise<{ readonly revision: Revision; readonly position: Position }> => {
  const outcome = await store.append(stream, events, expected)
  assert.equal(outcome.kind, 'Appended', `append answered ${JSON.stringify(outcome)}`)
  return outcome as Extract<typeof outcome, { kind: 'Appended' }>
}

/** Every field by its name, because a store may read some of them only when they are asked for. */
export const plain = (event: StoredEvent): StoredEvent => {
  const { id, type, version, data, metadata, stream, revision, position } = event
  return { id, type, version, data, metadata, stream, revision, position }
}

/** All events of a stream, page by page; none where there is no stream. */
export const wholeStream = async (
  store: EventStore,
  stream: StreamName,
  page = 1000,
): Promise<ReadonlyArray<StoredEvent>> => {
  const events: Array<StoredEvent> = []
  for (;;) {
    const read = await store.readStream(stream, { from: events.length as Revision, limit: page })
    if (read.kind === 'StreamNotFound') return events
    assert.equal(read.kind, 'Read')
    if (read.kind !== 'Read') return events
    events.push(...read.events.map(plain))
    if (events.length > read.head) return events
  }
}

/** The whole history in one direction, page by page, as far as the filter lets through. */
export const wholeHistory = async (
  store: EventStore,
  options: Omit<AllReadOptions, 'after'> & { readonly after?: Position } = {},
): Promise<ReadonlyArray<StoredEvent>> => {
  const events: Array<StoredEvent> = []
  let after = options.after
  for (;;) {
    const read = await store.readAll({ ...options, ...(after === undefined ? {} : { after }) })
    assert.equal(read.kind, 'Read')
    if (read.kind !== 'Read') return events
    events.push(...read.events.map(plain))
    if (read.end) return events
    assert.notEqual(read.upTo, after, 'a page that is not the last goes further')
    after = read.upTo
  }
}

const TIMEOUT_MS = 60_000

/** Waits until something is so; fails after a while. */
export const eventually = async (what: string, holds: () => boolean): Promise<void> => {
  const end = Date.now() + TIMEOUT_MS
  while (!holds()) {
    assert.ok(Date.now() < end, `never happened: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** A subscription that writes down what it is told. */
export interface Listener extends Subscription {
  readonly events: ReadonlyArray<StoredEvent>
  /** Each call: how many events, and up to where. */
  readonly calls: ReadonlyArray<{ readonly count: number; readonly upTo: Position }>
  /** After how many events it was told to have caught up. */
  readonly caughtUpAfter: ReadonlyArray<number>
}

export const listen = (store: EventStore, options: Pick<Subscriber, 'after' | 'filter'> = {}): Listener => {
  const events: Array<StoredEvent> = []
  const calls: Array<{ readonly count: number; readonly upTo: Position }> = []
  const caughtUpAfter: Array<number> = []
  const subscription = store.subscribe({
    ...options,
    onEvents: (batch, upTo) => {
      events.push(...batch.map(plain))
      calls.push({ count: batch.length, upTo })
    },
    onCaughtUp: () => {
      caughtUpAfter.push(events.length)
    },
  })
  return { events, calls, caughtUpAfter, stop: () => subscription.stop() }
}

export const idsOf = (events: ReadonlyArray<NewEvent>): ReadonlyArray<string> => events.map(({ id }) => id)
