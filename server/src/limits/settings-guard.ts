import { isAdmin } from '@forgefold/core/access'
import { noteActivity, notesActivity, requireAcceptedTerms } from '@forgefold/core/domains/identity/user'
import { issueLimit, searchLimit, type Throttle, tooManyRequests } from '@forgefold/core/domains/instance/limits'
import { maintenanceRefusal } from '@forgefold/core/domains/instance/operation'
import type { Settings } from '@forgefold/core/domains/instance/settings'
import { type Day, dayOf, forbidden, millisecondsOf, type Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { Context, Route } from '../http/index.js'
import { FixedWindows } from './fixed-windows.js'
import type { AddressLimit } from './unique-addresses.js'

const SEARCH = /(?:^|&)search=[^&]/

const isSearch = (route: Route, query: string): boolean =>
  route.method === 'GET' && route.params['search'] !== undefined && SEARCH.test(query)

const opensIssue = (route: Route): boolean => route.method === 'POST' && route.path === '/projects/:id/issues'

/** The settings stay accessible to those who may change them, so that they can undo a setting that locks them out. */
const undoesSettings = (route: Route, { principal }: Context): boolean =>
  route.path === '/application/settings' && isAdmin(principal)

const epochSeconds = ({ forge }: Context): number => Math.floor(millisecondsOf(forge.clock.now()) / 1000)

/** The limit that an action of the caller counts against; undefined if there is none. */
const actionLimit = (context: Context, route: Route, settings: Settings): Throttle | undefined => {
  const { principal, request } = context
  const userId = principal.kind === 'user' ? principal.userId : undefined
  if (isSearch(route, request.query)) return searchLimit({ userId, address: request.remoteAddress }, settings)
  return opensIssue(route) && userId !== undefined ? issueLimit(userId, settings) : undefined
}

/**
 * What the settings forbid an authorized caller of an API route: too many addresses, terms not accepted, writes in maintenance mode, too many
 * searches or issues.
 */
export const makeSettingsGuard = (
  exceedsAddressLimit: AddressLimit,
): ((context: Context, route: Route) => Rejection | undefined) => {
  const windows = new FixedWindows()

  const actsTooOften = (context: Context, route: Route, settings: Settings): boolean => {
    const limit = actionLimit(context, route, settings)
    if (limit === undefined) return false
    return windows.hit(limit, epochSeconds(context)).count > limit.limit
  }

  const noted = new Map<number, Day>()

  /** Records that the user was active today, without delaying the request. */
  const noteUse = (context: Context, settings: Settings): void => {
    const { forge, principal } = context
    if (principal.kind !== 'user' || !notesActivity(settings)) return
    const today = dayOf(forge.clock.now())
    if (noted.get(principal.userId) === today) return
    noted.set(principal.userId, today)
    void noteActivity(forge, { principal, context: context.command() })
  }

  return (context, route) => {
    const { forge, principal, request } = context
    const settings = forge.settings.current()
    // The native server builds the address on demand, which costs a tenth of a read.
    const isCounted = settings.unique_ips_limit_enabled && principal.kind === 'user'
    if (isCounted && exceedsAddressLimit(principal.userId, request.remoteAddress)) return forbidden()
    const terms = requireAcceptedTerms(forge, context)
    if (E.isLeft(terms) && !undoesSettings(route, context)) return terms.left
    noteUse(context, settings)
    const { method, path } = request
    const readOnly = maintenanceRefusal({ method, path, admin: isAdmin(principal) }, settings)
    if (readOnly !== undefined) return readOnly
    return actsTooOften(context, route, settings) ? tooManyRequests : undefined
  }
}
