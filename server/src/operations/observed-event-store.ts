import type { AppendOutcome, EventStore } from '@forgefold/core/ports'

/** Called for every append: its outcome, the number of events, and the duration in seconds. */
export type AppendObserver = (outcome: AppendOutcome['kind'], events: number, seconds: number) => void

/** The same store, with an observer of its appends. */
export const observedEventStore = (store: EventStore, observe: AppendObserver): EventStore => ({
  append: (stream, events, expected) => {
    const began = performance.now()
    return store.append(stream, events, expected).then((outcome) => {
      observe(outcome.kind, events.length, (performance.now() - began) / 1000)
      return outcome
    })
  },
  readStream: (stream, options) => store.readStream(stream, options),
  readAll: (options) => store.readAll(options),
  subscribe: (subscriber) => store.subscribe(subscriber),
  close: () => store.close(),
})
