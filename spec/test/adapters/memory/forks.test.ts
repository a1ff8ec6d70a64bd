import { randomUUID } from 'node:crypto'
import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import { type EventId, type Instant, type NewEvent, type StreamName, systemActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const anEvent = (): NewEvent => ({
  id: randomUUID() as EventId,
  type: 'Happened',
  version: 1,
  data: {},
  metadata: { at: '2024-03-01T09:00:00.000Z' as Instant, actor: systemActor('test'), correlationId: 'c' },
})

/** A history and the ids of its events, in order, as they have to be. */
interface Line {
  readonly history: MemoryHistory
  readonly store: EventStore
  readonly written: Array<{ readonly stream: string; readonly id: string }>
}

const lineOf = (history: MemoryHistory, written: Line['written']): Line => ({
  history,
  store: makeMemoryEventStore(history),
  written: [...written],
})

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ line: fc.nat(9), stream: fc.constantFrom('a-1', 'a-2', 'b-1') }) },
    { weight: 1, arbitrary: fc.record({ fork: fc.nat(9) }) },
  ),
  { maxLength: 60 },
)

const idsIn = async ({ store }: Line, stream: string): Promise<ReadonlyArray<string>> => {
  const read = await store.readStream(stream as StreamName)
  return read.kind === 'Read' ? read.events.map(({ id }) => id) : []
}

it('every fork has what was there and what it added, and nothing of the others, whatever is forked and written when', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const lines: Array<Line> = [lineOf(new MemoryHistory(), [])]
      const at = (n: number): Line => lines[n % lines.length] as Line
      for (const step of all) {
        if ('fork' in step) {
          const { history, written } = at(step.fork)
          lines.push(lineOf(history.fork(), written))
        } else {
          const { store, written } = at(step.line)
          const event = anEvent()
          await store.append(step.stream as StreamName, [event], 'any')
          written.push({ stream: step.stream, id: event.id })
        }
      }
      for (const line of lines) {
        const read = await line.store.readAll()
        const events = read.kind === 'Read' ? read.events : []
        expect(events.map(({ id, stream }) => ({ id, stream }))).toEqual(line.written)
        expect(events.map(({ position }) => position)).toEqual(line.written.map((_, n) => n + 1))
        for (const stream of ['a-1', 'a-2', 'b-1'])
          expect(await idsIn(line, stream)).toEqual(
            line.written.filter((one) => one.stream === stream).map(({ id }) => id),
          )
      }
    }),
  )
})

it('many forks one after the other stay readable', async () => {
  let history = new MemoryHistory()
  for (let n = 0; n < 100; n++) {
    await makeMemoryEventStore(history).append('a-1' as StreamName, [anEvent()], 'any')
    history = history.fork()
  }
  const read = await makeMemoryEventStore(history).readStream('a-1' as StreamName)
  expect(read.kind === 'Read' && read.events.map(({ revision }) => revision)).toEqual(
    Array.from({ length: 100 }, (_, n) => n),
  )
})
