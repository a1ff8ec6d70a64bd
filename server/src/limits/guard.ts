import { isAdmin } from '@forgefold/core/access'
import {
  issueLimit,
  maintenanceRefusal,
  type Settings,
  searchLimit,
  tooManyRequests,
  uniqueAddresses,
} from '@forgefold/core/domains/settings'
import { forbidden, millisecondsOf, type Rejection } from '@forgefold/core/kernel'
import type { Context, Route } from '../http/index.js'
import { Addresses } from './addresses.js'
import { FixedWindows } from './fixed-windows.js'

/** Lists whose `search` is counted as a search. */
const SEARCHED_LISTS: ReadonlySet<string> = new Set([
  '/merge_requests',
  '/groups/:id/merge_requests',
  '/projects/:id/merge_requests',
])

const SEARCH = /(?:^|&)search=[^&]/

const isSearch = (route: Route, query: string): boolean =>
  route.method === 'GET' && SEARCHED_LISTS.has(route.path) && SEARCH.test(query)

const opensIssue = (route: Route): boolean => route.method === 'POST' && route.path === '/projects/:id/issues'

/** What the settings forbid a caller after the door of an API route: writes in maintenance, too many addresses, too many searches. */
export const makeSettingsGuard = (): ((context: Context, route: Route) => Rejection | undefined) => {
  const windows = new FixedWindows()
  const addresses = new Addresses()

  const comesFromEverywhere = (context: Context, settings: Settings, now: number): boolean => {
    const limit = uniqueAddresses(settings)
    const { principal, request } = context
    if (limit === undefined || principal.kind !== 'user') return false
    return addresses.note(principal.userId, request.remoteAddress, limit.seconds, now) > limit.most
  }

  const searchesTooOften = (context: Context, settings: Settings, now: number): boolean => {
    const { principal, request } = context
    const userId = principal.kind === 'user' ? principal.userId : undefined
    const limit = searchLimit({ userId, address: request.remoteAddress }, settings)
    return limit !== undefined && windows.hit(`${limit.name} ${limit.key}`, limit.seconds, now).count > limit.limit
  }

  const opensTooMany = (context: Context, settings: Settings, now: number): boolean => {
    const { principal } = context
    const limit = principal.kind === 'user' ? issueLimit(principal.userId, settings) : undefined
    return limit !== undefined && windows.hit(`${limit.name} ${limit.key}`, limit.seconds, now).count > limit.limit
  }

  return (context, route) => {
    const { forge, principal, request } = context
    const settings = forge.settings.current()
    const now = Math.floor(millisecondsOf(forge.clock.now()) / 1000)
    if (comesFromEverywhere(context, settings, now)) return forbidden()
    const readOnly = maintenanceRefusal(
      { method: request.method, path: request.path, admin: isAdmin(principal) },
      settings,
    )
    if (readOnly !== undefined) return readOnly
    if (isSearch(route, request.query) && searchesTooOften(context, settings, now)) return tooManyRequests
    return opensIssue(route) && opensTooMany(context, settings, now) ? tooManyRequests : undefined
  }
}
