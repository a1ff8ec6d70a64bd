import { Histogram } from './histogram.js'
import type { AppendObserver } from './observed-event-store.js'

/** Upper bounds of the latency buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]

/** Counts the appends to the event store by outcome, and the appended events. */
export class AppendTally {
  readonly #byOutcome = new Map<string, Histogram>()
  #events = 0

  readonly note: AppendObserver = (outcome, events, seconds) => {
    const known = this.#byOutcome.get(outcome) ?? new Histogram(BOUNDS)
    this.#byOutcome.set(outcome, known)
    known.observe(seconds)
    if (outcome === 'Appended') this.#events += events
  }

  /** The counts in the exposition format of Prometheus. */
  text(): string {
    const lines = [
      '# HELP forgefold_append_duration_seconds Time from handing events to the store until they are durable.',
      '# TYPE forgefold_append_duration_seconds histogram',
    ]
    for (const [outcome, histogram] of this.#byOutcome)
      lines.push(...histogram.lines('forgefold_append_duration_seconds', `outcome="${outcome}"`))
    lines.push('# HELP forgefold_events_appended_total Events appended.')
    lines.push('# TYPE forgefold_events_appended_total counter')
    lines.push(`forgefold_events_appended_total ${this.#events}`)
    return `${lines.join('\n')}\n`
  }
}
