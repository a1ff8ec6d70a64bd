import type { RunningReadModel } from '@forgefold/adapters/read-model'
import type { EventStore } from '@forgefold/core/ports'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AppendObserver } from './observed-event-store.js'
import { RequestTally } from './request-tally.js'

/** Everything that is counted in this process. */
export interface Metrics {
  readonly requests: RequestTally
  readonly appended: AppendObserver
  readonly deprecatedUse: (pattern: string, names: ReadonlyArray<string>) => void
  /** Watches how far the read model is behind the history. */
  readonly watch: (events: EventStore, readModel: RunningReadModel) => void
  /** In the exposition format of Prometheus. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

const lagOf = async (events: EventStore, readModel: RunningReadModel): Promise<number> => {
  const last = await events.readAll({ direction: 'backwards', limit: 1 })
  if (last.kind === 'Unavailable') return Number.NaN
  const head = last.events[0]?.position ?? 0
  return Math.max(0, head - (readModel.read.position() ?? 0))
}

/** Counters of one instance; two instances in a process do not mix. */
export const makeMetrics = (): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  const requests = new RequestTally()
  let collecting = false
  const appends = new Histogram({
    name: 'forgefold_append_duration_seconds',
    help: 'Time from handing events to the store until they are durable.',
    labelNames: ['outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  const events = new Counter({ name: 'forgefold_events_appended_total', help: 'Events appended.', registers })
  const deprecated = new Counter({
    name: 'forgefold_deprecated_uses_total',
    help: 'Requests that used something deprecated.',
    labelNames: ['route', 'name'],
    registers,
  })
  return {
    requests,
    contentType: registry.contentType,
    appended: (outcome, count, seconds) => {
      appends.observe({ outcome }, seconds)
      if (outcome === 'Appended') events.inc(count)
    },
    deprecatedUse: (route, names) => {
      for (const name of names) deprecated.inc({ route, name })
    },
    watch: (store, readModel) => {
      new Gauge({
        name: 'forgefold_projection_lag_positions',
        help: 'How far the read model is behind the last position of the history.',
        registers,
        async collect() {
          this.set(await lagOf(store, readModel))
        },
      })
      new Gauge({
        name: 'forgefold_projection_failed_events',
        help: 'Events that could not be applied to the read model.',
        registers,
        collect() {
          this.set(readModel.projector.failures())
        },
      })
    },
    text: async () => {
      // Watching the event loop and the collector costs a little; it begins with the first one who asks.
      if (!collecting) collectDefaultMetrics({ register: registry })
      collecting = true
      return requests.text() + (await registry.metrics())
    },
  }
}
