import { setImmediate as turn } from 'node:timers/promises'
import type { Position } from '@forgefold/core/kernel'
import { type Checkpoints, type EventFilter, type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { makeReactors } from '../background/reactors.js'

const TIMEOUT_MS = 60_000

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
  const isAtRest = async (): Promise<boolean> => {
    for (const { name, filter } of reactors) {
      const last = await lastOf(filter)
      if (last !== undefined && ((await checkpoints.load(name))?.position ?? -1) < last) return false
    }
    return true
  }
  return async () => {
    const from = performance.now()
    for (;;) {
      const before = await head()
      if (before === settled) return
      if ((await isAtRest()) && (await head()) === before) {
        settled = before
        return
      }
      if (performance.now() - from > TIMEOUT_MS) throw new Error('the reactors did not come to rest within a minute')
      await turn()
    }
  }
}
