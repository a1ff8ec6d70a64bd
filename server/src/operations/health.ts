import { setTimeout as pause } from 'node:timers/promises'
import type { RunningReadModel } from '@forgefold/adapters/read-model'
import { servesMetrics } from '@forgefold/core/domains/instance/operation'
import type { SettingsView } from '@forgefold/core/domains/instance/settings'
import { type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpResponse, type PlainRoute, plainRoute } from '../http/index.js'
import type { Metrics } from './metrics.js'

export interface Operations {
  readonly events: EventStore
  readonly readModel: RunningReadModel
  readonly metrics: Metrics
  readonly settings: Pick<SettingsView, 'current'>
}

const NO_STORE = ['Cache-Control', 'no-store'] as const

const json = (status: number, value: unknown): HttpResponse => ({
  status,
  headers: [['Content-Type', 'application/json'], NO_STORE],
  body: JSON.stringify(value),
})

type Check = { readonly status: 'ok' } | { readonly status: 'failed'; readonly message: string }

interface Answered {
  readonly check: Check
  /** Only for the log. */
  readonly cause?: string
}

const OK: Check = { status: 'ok' }

/** A healthy store answers within this time. */
const TIMEOUT_MS = 1_000

const UNAVAILABLE: Check = { status: 'failed', message: 'the event store does not answer' }

const checkHistory = async (events: EventStore): Promise<Answered> => {
  const asked = lastEvent(events)
  const read = await Promise.race([asked, pause(TIMEOUT_MS, undefined, { ref: false })])
  if (read !== undefined && E.isRight(read)) return { check: OK }
  return { check: UNAVAILABLE, cause: read?.left.reason ?? `the event store gave no answer within ${TIMEOUT_MS} ms` }
}

/** Whether the read model answers at all; its lag is a metric. */
const checkReadModel = (readModel: RunningReadModel): Check => {
  try {
    readModel.projector.failures()
    return OK
  } catch {
    return { status: 'failed', message: 'the read model does not answer' }
  }
}

/** Health, liveness, readiness and metrics of the process. */
export const operationsRoutes = ({ events, readModel, metrics, settings }: Operations): ReadonlyArray<PlainRoute> => [
  plainRoute({
    method: 'GET',
    path: '/-/health',
    exemptFromLoadShedding: true,
    handle: () => ({ status: 200, headers: [['Content-Type', 'text/plain'], NO_STORE], body: 'Forgefold OK\n' }),
  }),
  plainRoute({
    method: 'GET',
    path: '/-/liveness',
    exemptFromLoadShedding: true,
    handle: () => json(200, { status: 'ok' }),
  }),
  plainRoute({
    method: 'GET',
    path: '/-/readiness',
    exemptFromLoadShedding: true,
    handle: async () => {
      const { check, cause } = await checkHistory(events)
      const checks = { event_store: check, read_model: checkReadModel(readModel) }
      const ready = Object.values(checks).every(({ status }) => status === 'ok')
      const response = json(ready ? 200 : 503, { status: ready ? 'ok' : 'failed', ...checks })
      return cause === undefined ? response : { ...response, cause }
    },
  }),
  plainRoute({
    method: 'GET',
    path: '/-/metrics',
    exemptFromLoadShedding: true,
    handle: async () =>
      servesMetrics(settings.current())
        ? { status: 200, headers: [['Content-Type', metrics.contentType], NO_STORE], body: await metrics.text() }
        : json(404, { error: '404 Not Found' }),
  }),
]
