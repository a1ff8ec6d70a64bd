import type { Forge } from '@forgefold/core/app'
import type { RequestLoad } from '../http/index.js'
import type { Metrics } from '../operations/metrics.js'

/** Reports the load of requests as metrics. */
export const registerLoadGauges = (metrics: Metrics, forge: Forge, load: RequestLoad): void => {
  metrics.gauge({
    name: 'forgefold_git_places_taken',
    help: 'Git programs at work for requests.',
    value: () => forge.git.load().taken,
  })
  metrics.gauge({
    name: 'forgefold_git_places_waiting',
    help: 'Requests that wait for a git program.',
    value: () => forge.git.load().waiting,
  })
  metrics.gauge({
    name: 'forgefold_requests_in_work',
    help: 'Requests whose answers are being made, without those whose clients are waited for.',
    value: () => load.inWork,
  })
}
