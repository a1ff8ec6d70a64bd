import type { Settings } from '../settings/catalogue/index.js'

/** A request as throttles see it. */
export interface ThrottledRequest {
  readonly method: string
  /** The raw path. */
  readonly path: string
  /** `user:7` or `deploy_token:3`; undefined for anonymous callers and for invalid tokens. */
  readonly caller: string | undefined
  readonly address: string
  /** Sent by the instance's own pages, with a valid CSRF token. */
  readonly fromPages: boolean
}

/** The limit that a request counts against: requests per key and period. */
export interface Throttle {
  readonly name: string
  readonly key: string
  readonly limit: number
  readonly seconds: number
}

/** How often an address may request the endpoints that accept passwords. */
export interface ProtectedPaths {
  readonly requests: number
  readonly seconds: number
}

const PACKAGE_PATH = /^\/api\/v\d+\/(?:projects\/[^/]+\/|groups\/[^/]+\/-\/)?packages\/[A-Za-z]/
const API_PATH = /^\/api(?:\/|$)/
const INTERNAL_PATH = /^\/api\/v\d+\/internal(?:\/|$)/
const HEALTH_PATH = /^\/-\/(?:health|liveness|readiness|metrics)$/
const SIGN_IN_PATH = /^(?:\/users(?:\/(?:sign_in|password|confirmation))?|\/admin\/session|\/api\/v4\/session)\/?$/

type Class = 'packages_api' | 'api' | 'web'

const classOf = (request: ThrottledRequest, settings: Settings): Class | undefined => {
  const { path } = request
  if (HEALTH_PATH.test(path) || INTERNAL_PATH.test(path)) return undefined
  if (!API_PATH.test(path) || request.fromPages) return 'web'
  if (!PACKAGE_PATH.test(path)) return 'api'
  const enabled =
    request.caller === undefined
      ? settings.throttle_unauthenticated_packages_api_enabled
      : settings.throttle_authenticated_packages_api_enabled
  return enabled ? 'packages_api' : 'api'
}

/** Whether any throttle is on. */
export const anyThrottle = (settings: Settings): boolean =>
  settings.throttle_authenticated_api_enabled ||
  settings.throttle_authenticated_packages_api_enabled ||
  settings.throttle_authenticated_web_enabled ||
  settings.throttle_unauthenticated_api_enabled ||
  settings.throttle_unauthenticated_packages_api_enabled ||
  settings.throttle_unauthenticated_web_enabled

/** The throttle for the kind of a request; undefined where it is off or the path is exempt. */
export const throttleOf = (request: ThrottledRequest, settings: Settings): Throttle | undefined => {
  const found = classOf(request, settings)
  if (found === undefined) return undefined
  const name = `throttle_${request.caller === undefined ? 'unauthenticated' : 'authenticated'}_${found}` as const
  if (!settings[`${name}_enabled`]) return undefined
  return {
    name,
    key: request.caller ?? request.address,
    limit: settings[`${name}_requests_per_period`],
    seconds: settings[`${name}_period_in_seconds`],
  }
}

/** The throttle of endpoints that accept passwords: counts POST requests by address. */
export const protectedPathThrottle = (
  request: ThrottledRequest,
  { requests, seconds }: ProtectedPaths,
): Throttle | undefined =>
  request.method === 'POST' && SIGN_IN_PATH.test(request.path)
    ? { name: 'throttle_unauthenticated_protected_paths', key: request.address, limit: requests, seconds }
    : undefined

/** The second at which the window around `now` ends; windows begin at multiples of their length since the epoch. Seconds throughout. */
export const windowEnd = (now: number, seconds: number): number => (Math.floor(now / seconds) + 1) * seconds

/** The plain text of a throttled response, without its line end. */
export const throttledText = (settings: Settings): string => {
  const text = settings.rate_limiting_response_text
  return text === null || text.trim() === '' ? 'Retry later' : text
}
