import type { Forge } from '@forgefold/core/app'
import { maintenanceRefusal } from '@forgefold/core/domains/instance/operation'
import { type HttpRequest, type HttpResponse, type MaybePromise, refusalOf, responseOf } from '../http/index.js'
import type { FindCaller } from './throttle.js'

/** The API has a guard of its own after authentication, and git reports it in its own protocol. */
const HAS_ITS_OWN = /^\/api(?:\/|$)|\/git-receive-pack$/

/** Refuses writes outside the API during maintenance mode, except by administrators; runs after the throttles. */
export const withMaintenance =
  (
    forge: Pick<Forge, 'settings'>,
    findCaller: FindCaller,
    throttle: (request: HttpRequest) => MaybePromise<HttpResponse | undefined>,
  ): ((request: HttpRequest) => MaybePromise<HttpResponse | undefined>) =>
  (request) => {
    const settings = forge.settings.current()
    if (!settings.maintenance_mode || HAS_ITS_OWN.test(request.path)) return throttle(request)
    const { method, path } = request
    const stop = (throttled: HttpResponse | undefined): HttpResponse | undefined => {
      if (throttled !== undefined) return throttled
      const refused = maintenanceRefusal({ method, path, admin: false }, settings)
      if (refused === undefined || findCaller(request).admin) return undefined
      return responseOf(refusalOf(refused))
    }
    const throttled = throttle(request)
    return throttled instanceof Promise ? throttled.then(stop) : stop(throttled)
  }
