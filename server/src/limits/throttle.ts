import type { Forge } from '@forgefold/core/app'
import {
  anyThrottle,
  type ProtectedPaths,
  protectedPathThrottle,
  type Throttle,
  type ThrottledRequest,
  throttledText,
  throttleOf,
} from '@forgefold/core/domains/instance/limits'
import type { Settings } from '@forgefold/core/domains/instance/settings'
import { millisecondsOf } from '@forgefold/core/kernel'
import type { HttpRequest, HttpResponse, MaybePromise } from '../http/index.js'
import type { Counted } from './bounded-counts.js'
import { FixedWindows } from './fixed-windows.js'
import { networkOf } from './network.js'

/** Finds the caller of a request before authorization: `user:7`, `deploy_token:3`, or undefined for anonymous callers and bad tokens. */
export type FindCaller = (request: HttpRequest) => {
  readonly caller: string | undefined
  readonly admin: boolean
  /** Whether the request has the CSRF token of the instance's own pages. */
  readonly fromPages: boolean
}

export interface ThrottleOptions {
  readonly forge: Pick<Forge, 'settings' | 'clock'>
  readonly findCaller: FindCaller
  /** The rate limit of endpoints that take passwords; undefined: no limit. */
  readonly protectedPaths?: ProtectedPaths
}

const refusal = (throttle: Throttle, { count, endsAt }: Counted, now: number, settings: Settings): HttpResponse => ({
  status: 429,
  headers: [
    ['Content-Type', 'text/plain'],
    ['RateLimit-Name', throttle.name],
    ['RateLimit-Limit', String(Math.ceil((throttle.limit * 60) / throttle.seconds))],
    ['RateLimit-Observed', String(count)],
    ['RateLimit-Remaining', '0'],
    ['RateLimit-Reset', String(endsAt)],
    ['RateLimit-ResetTime', new Date(endsAt * 1000).toUTCString()],
    ['Retry-After', String(endsAt - now)],
  ],
  body: `${throttledText(settings)}\n`,
})

/** The throttles before everything else; called once per request, it also refreshes the settings. Windows are counted in each process. */
export const makeThrottle = (
  options: ThrottleOptions,
): ((request: HttpRequest) => MaybePromise<HttpResponse | undefined>) => {
  const { forge, findCaller, protectedPaths } = options
  const windows = new FixedWindows()

  const throttlesOf = (request: ThrottledRequest, settings: Settings): ReadonlyArray<Throttle> =>
    [
      protectedPaths === undefined ? undefined : protectedPathThrottle(request, protectedPaths),
      throttleOf(request, settings),
    ].filter((throttle) => throttle !== undefined)

  const check = (request: HttpRequest, settings: Settings): HttpResponse | undefined => {
    if (protectedPaths === undefined && !anyThrottle(settings)) return undefined
    const { method, path, remoteAddress } = request
    const address = networkOf(remoteAddress)
    const now = Math.floor(millisecondsOf(forge.clock.now()) / 1000)
    for (const throttle of throttlesOf({ method, path, address, ...findCaller(request) }, settings)) {
      const counted = windows.hit(throttle, now)
      if (counted.count > throttle.limit) return refusal(throttle, counted, now, settings)
    }
    return undefined
  }

  return (request) => {
    const settings = forge.settings.fresh()
    return settings instanceof Promise ? settings.then((now) => check(request, now)) : check(request, settings)
  }
}
