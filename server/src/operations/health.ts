import type { RunningReadModel } from '@forgefold/adapters/read-model'
import { type SettingsView, tellsMetrics } from '@forgefold/core/domains/instance/settings'
import type { EventStore } from '@forgefold/core/ports'
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

const OK: Check = { status: 'ok' }

const checkHistory = async (events: EventStore): Promise<Check> => {
  const read = await events.readAll({ direction: 'backwards', limit: 1 })
  return read.kind === 'Read' ? OK : { status: 'failed', message: read.reason }
}

/** Whether the read model answers at all; how far it is behind is a metric. */
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
    handle: () => ({ status: 200, headers: [['Content-Type', 'text/plain'], NO_STORE], body: 'Forgefold OK\n' }),
  }),
  plainRoute({ method: 'GET', path: '/-/liveness', handle: () => json(200, { status: 'ok' }) }),
  plainRoute({
    method: 'GET',
    path: '/-/readiness',
    handle: async () => {
      const checks = { event_store: await checkHistory(events), read_model: checkReadModel(readModel) }
      const ready = Object.values(checks).every((check) => check.status === 'ok')
      return json(ready ? 200 : 503, { status: ready ? 'ok' : 'failed', ...checks })
    },
  }),
  plainRoute({
    method: 'GET',
    path: '/-/metrics',
    handle: async () =>
      tellsMetrics(settings.current())
        ? { status: 200, headers: [['Content-Type', metrics.contentType], NO_STORE], body: await metrics.text() }
        : json(404, { error: '404 Not Found' }),
  }),
]
