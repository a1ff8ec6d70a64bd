import type { RunningReadModel } from '@forgefold/adapters/read-model'
import type { Forge } from '@forgefold/core/app'
import { loadedRoutes } from '../api/v4/index.js'
import { terraformDiscovery } from '../api/v4/packages/registry/terraform/module.js'
import { historyRoutes, type PublishedHistory } from '../audit/index.js'
import { type Authenticator, presentedIn } from '../auth/index.js'
import { documentationSite } from '../documentation/index.js'
import type { PlainRoute } from '../http/index.js'
import { type IdTokens, oauthRoutes } from '../oauth/index.js'
import { documentationRoutes } from '../openapi/documentation-routes.js'
import { clockRoutes } from '../operations/clock.js'
import { operationsRoutes } from '../operations/health.js'
import type { Metrics } from '../operations/metrics.js'
import { deprecationPages, pageRoutes } from '../pages/index.js'
import type { ForgefoldOptions } from './forgefold-options.js'

/** The parts that answer outside the API. */
interface PlainRouteParts {
  readonly authenticator: Authenticator
  readonly idTokens: IdTokens
  readonly published: PublishedHistory
  readonly readModel: RunningReadModel
  readonly metrics: Metrics
  /** Runs the daily jobs once more. */
  readonly runNow: () => Promise<void>
}

/** What is served outside the API: pages, sign-in, OAuth, documentation, the published history, operations. */
export const plainRoutesOf = (
  { movableClock }: ForgefoldOptions,
  forge: Forge,
  { authenticator, idTokens, published, readModel, metrics, runNow }: PlainRouteParts,
): ReadonlyArray<PlainRoute> => [
  ...deprecationPages,
  ...historyRoutes(published),
  ...documentationRoutes(loadedRoutes, forge.instance),
  ...documentationSite(),
  terraformDiscovery,
  ...oauthRoutes(idTokens, forge.guessLimiter),
  ...pageRoutes(forge.guessLimiter, published.checkpoint),
  ...(movableClock === undefined
    ? []
    : clockRoutes(
        movableClock,
        ({ request }) =>
          authenticator.identify(
            presentedIn(request.headers, () => undefined),
            { method: 'PUT' },
          ),
        runNow,
      )),
  ...operationsRoutes({ events: forge.events, readModel, metrics, settings: forge.settings }),
]
