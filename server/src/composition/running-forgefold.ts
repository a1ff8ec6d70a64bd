import type { RunningReadModel } from '@forgefold/adapters/read-model'
import type { Forge } from '@forgefold/core/app'
import type { HttpHandler, ServedEndpoint } from '../http/index.js'
import type { Metrics } from '../operations/metrics.js'
import type { OpenForgeOnHistory } from './forge-on-history.js'

/** A running forge. */
export interface Forgefold {
  readonly forge: Forge
  readonly readModel: RunningReadModel
  /** The same forge over a history that may lack events; to be closed by its read model. */
  readonly over: OpenForgeOnHistory
  readonly metrics: Pick<Metrics, 'gauge' | 'uncaught'>
  /** Answers a request; pass it to a transport. */
  readonly handler: HttpHandler
  /** Every served endpoint. */
  readonly places: () => ReadonlyArray<ServedEndpoint>
  /** Finishes requests in progress (at most 5 seconds), stops reactors and projections, then closes every store. */
  readonly close: () => Promise<void>
}
