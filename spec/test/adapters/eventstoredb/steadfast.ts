import { setTimeout as sleep } from 'node:timers/promises'
import type { AppendOutcome, EventStore } from '@forgefold/core/ports'

const PATIENCE_MS = 60_000

const persistently = async <A extends { readonly kind: string }>(
  work: () => Promise<A>,
  again: (result: A) => boolean,
): Promise<A> => {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const result = await work()
    if (!again(result) || Date.now() > end) return result
    await sleep(3)
  }
}

/**
 * What a caller makes of a store that fails now and then: it asks again, with the same ids and the same expectation.
 * An append in doubt that turns out to stand there was its own, unless it was settled before: `settled` holds the streams and ids of those that were, over
 * all connections to one place.
 */
export const steadfast = (store: EventStore, settled: Set<string>): EventStore => ({
  ...store,
  append: async (stream, events, expected) => {
    let inDoubt = false
    const outcome: AppendOutcome = await persistently(
      () => store.append(stream, events, expected),
      ({ kind }) => {
        if (kind === 'OutcomeUnknown') inDoubt = true
        return kind === 'OutcomeUnknown' || kind === 'Unavailable'
      },
    )
    if (outcome.kind !== 'Appended' && outcome.kind !== 'AlreadyAppended') return outcome
    const stood = events.length === 0 || events.every(({ id }) => settled.has(`${stream} ${id}`))
    for (const { id } of events) settled.add(`${stream} ${id}`)
    if (!inDoubt || stood || outcome.kind === 'Appended' || outcome.position === undefined) return outcome
    return { kind: 'Appended', revision: outcome.revision, position: outcome.position }
  },
  readStream: (...input) =>
    persistently(
      () => store.readStream(...input),
      ({ kind }) => kind === 'Unavailable',
    ),
  readAll: (...input) =>
    persistently(
      () => store.readAll(...input),
      ({ kind }) => kind === 'Unavailable',
    ),
})
