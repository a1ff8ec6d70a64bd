import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Position } from '@forgefold/core/kernel'
import { type Checkpoints, type EventFilter, type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { makeReactors } from '../background/reactors.js'

const TIMEOUT_MS = 60_000

/** So many turns of the event loop suffice where a reactor only writes events. Where it waits for git, to ask at each turn takes the processor from git. */
const SOON = 20

/** Waits until the reactors have processed everything that happened so far. Rejects after a minute. */
export const untilSettled = (events: EventStore, checkpoints: Checkpoints): (() => Promise<void>) => {
  const reactors = makeReactors()
  let settled: Position | undefined
  const lastOf = async (filter: EventFilter): Promise<Position | undefined> => {
    let last: Position | undefined
    for (let after = settled; ; ) {
      const page = await events.readAll({ filter, ...(after === undefined ? {} : { after }) })
      if (page.kind !== 'Read') return last
      last = page.events.at(-1)?.position ?? last
      if (page.end) return last
      after = page.upTo
    }
  }
  const head = async (): Promise<Position | undefined> => {
    const last = await lastEvent(events)
    return E.isRight(last) ? last.right?.position : undefined
  }
  /** What is still to be done of what happened so far: for each reactor that has something to do, its last event. */
  const toBeDone = async (): Promise<ReadonlyArray<readonly [reactor: string, last: Position]>> => {
    const all = await Promise.all(reactors.map(async ({ name, filter }) => [name, await lastOf(filter)] as const))
    return all.flatMap(([name, last]) => (last === undefined ? [] : [[name, last] as const]))
  }
  const isDone = async (name: string, last: Position): Promise<boolean> =>
    ((await checkpoints.load(name))?.position ?? -1) >= last
  const done = async (name: string, last: Position, from: number): Promise<void> => {
    for (let turns = 0; !(await isDone(name, last)); turns++) {
      if (performance.now() - from > TIMEOUT_MS) throw new Error('the reactors did not come to rest within a minute')
      await (turns < SOON ? turn() : pause(1))
    }
  }
  return async () => {
    const from = performance.now()
    for (;;) {
      const before = await head()
      if (before === settled) return
      for (const [name, last] of await toBeDone()) await done(name, last, from)
      if ((await head()) !== before) continue
      settled = before
      return
    }
  }
}
