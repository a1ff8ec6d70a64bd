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
 * An append in doubt that turns out to stand there was its own, unless it was settled before: `settled` holds where those stood that were, over
 * all connections to one place. An id may stand at several revisions: with the head expected, it is written again.
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
    const places = events.map(({ id }, at) => `${stream} ${id} ${outcome.revision - (events.length - 1 - at)}`)
    const stood = places.every((place) => settled.has(place))
    for (const place of places) settled.add(place)
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
