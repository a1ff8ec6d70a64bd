import { createRequire } from 'node:module'
import type { RunningReadModel } from '@forgefold/adapters/read-model'
import { type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Registry } from 'prom-client'
import { parkedByReactor } from '../background/parked-events.js'
import { AppendTally } from './append-tally.js'
import type { AppendObserver } from './observed-event-store.js'
import { RequestTally } from './request-tally.js'

/** A gauge, by its name in the metrics. */
export interface WatchedNumber {
  readonly name: string
  readonly help: string
  readonly value: () => number
}

/** The metrics of this process. */
export interface Metrics {
  readonly requests: RequestTally
  readonly appended: AppendObserver
  readonly deprecatedUse: (pattern: string, names: ReadonlyArray<string>) => void
  /** An unexpected error: in a request, which was answered with 500, or anywhere else. */
  readonly uncaught: () => void
  /** Registers a gauge whose value is read on each scrape. */
  readonly gauge: (gauge: WatchedNumber) => void
  /** Reports the lag of the read model behind the event store. */
  readonly watch: (events: EventStore, readModel: RunningReadModel) => void
  /** In the exposition format of Prometheus. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

const lagOf = async (events: EventStore, readModel: RunningReadModel): Promise<number> => {
  const last = await lastEvent(events)
  if (E.isLeft(last)) return Number.NaN
  const head = last.right?.position ?? 0
  return Math.max(0, head - (readModel.read.position() ?? 0))
}

type Library = typeof import('prom-client')

/** Loaded with the first scrape, or the first use of something deprecated: an unmonitored server does not need it. */
const library = (): Library => createRequire(import.meta.url)('prom-client')

interface Watched {
  readonly events: EventStore
  readonly readModel: RunningReadModel
}

const makeInstruments = ({ Counter, Registry }: Library) => {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    uncaught: new Counter({
      name: 'forgefold_uncaught_errors_total',
      help: 'Unexpected errors.',
      registers,
    }),
    deprecated: new Counter({
      name: 'forgefold_deprecated_uses_total',
      help: 'Requests that used something deprecated.',
      labelNames: ['route', 'name'],
      registers,
    }),
  }
}

const watch = ({ Gauge }: Library, registry: Registry, { events, readModel }: Watched): void => {
  const registers = [registry]
  new Gauge({
    name: 'forgefold_projection_lag_positions',
    help: 'How far the read model is behind the last position of the history.',
    registers,
    async collect() {
      this.set(await lagOf(events, readModel))
    },
  })
  new Gauge({
    name: 'forgefold_reactor_parked_events',
    help: 'Events that a reactor could not handle and has parked.',
    labelNames: ['reactor'],
    registers,
    async collect() {
      this.reset()
      const parked = await parkedByReactor(events)
      if (E.isRight(parked)) for (const one of parked.right) this.set({ reactor: one.reactor }, one.events.length)
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
}

const show = ({ Gauge }: Library, registry: Registry, { name, help, value }: WatchedNumber): void => {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value())
    },
  })
}

/** Counters of one instance; two instances in a process do not mix. */
export const makeMetrics = (): Metrics => {
  const requests = new RequestTally()
  const appends = new AppendTally()
  let made: ReturnType<typeof makeInstruments> | undefined
  let watched: Watched | undefined
  const gauges: Array<WatchedNumber> = []
  let looked = false
  const instruments = (): ReturnType<typeof makeInstruments> => {
    made ??= makeInstruments(library())
    return made
  }
  return {
    requests,
    get contentType() {
      return instruments().registry.contentType
    },
    appended: appends.note,
    deprecatedUse: (route, names) => {
      for (const name of names) instruments().deprecated.inc({ route, name })
    },
    uncaught: () => instruments().uncaught.inc(),
    gauge: (gauge) => {
      gauges.push(gauge)
    },
    watch: (events, readModel) => {
      watched = { events, readModel }
    },
    text: async () => {
      const { registry } = instruments()
      // Monitoring the event loop and the garbage collector has a small cost; it starts with the first scrape.
      if (!looked) {
        if (watched !== undefined) watch(library(), registry, watched)
        for (const gauge of gauges) show(library(), registry, gauge)
        library().collectDefaultMetrics({ register: registry })
      }
      looked = true
      return requests.text() + appends.text() + (await registry.metrics())
    },
  }
}
