import { isAdmin, readsHistory } from '@forgefold/core/access'
import { type Instance, offeredScopes, RecencyCache, type Tier } from '@forgefold/core/app'
import { badParameters, forbidden, type Rejection, unauthenticated } from '@forgefold/core/kernel'
import { isServed } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import type { Needs } from '../auth/scope-check.js'
import type { Deprecable } from './deprecation.js'
import type { Exchange } from './exchange.js'
import type { Header, MaybePromise } from './message.js'
import type { RawParams } from './nested-params.js'
import { acceptsNull, decodeParams, narrowParams, type ParamLifespan, type ParamSpecs, refusesNull } from './params.js'
import type { Answer, Route } from './route.js'

const TIERS: ReadonlyArray<Tier> = ['free', 'premium', 'ultimate']

/** The part of an instance that decides which parts of the API exist. */
export type ApiEdition = Pick<Instance, 'release' | 'tier'>

/** Whether something with this release and tier exists on the instance. */
export const existsOn = (instance: ApiEdition, thing: ParamLifespan): boolean =>
  isServed(thing, instance.release) &&
  (thing.tier === undefined || TIERS.indexOf(instance.tier) >= TIERS.indexOf(thing.tier))

/** A route prepared for instances of one release and tier, without what these lack. */
export interface ApiEndpoint {
  readonly kind: 'api'
  readonly route: Route
  /** The whole path with the names of its parameters, for logs and metrics. */
  readonly pattern: string
  readonly specs: ParamSpecs
  readonly needs: Needs
  /** Parameters whose use is reported to the client. */
  readonly deprecatedParams: ReadonlyArray<readonly [name: string, param: Deprecable]>
  /** Declared defaults, which appear in paging links. */
  readonly defaults: RawParams
  /** The values for the handler of parameters that another release or tier has; undefined where there are none. */
  readonly absent: RawParams | undefined
  /** Cached headers of recently requested pages, by the raw request. */
  readonly pageHeaders: RecencyCache<string, ReadonlyArray<Header>>
}

const MAX_PAGES = 50

const needsOf = (route: Route, method: string, instance: ApiEdition): Needs => ({
  method,
  scopes: route.scopes === undefined ? undefined : offeredScopes(route.scopes, instance.release),
  takesJobToken: route.jobToken !== undefined && isServed({ since: route.jobToken }, instance.release),
  takesDeployToken: route.deployToken,
  refusesOAuth: route.refusesOAuth,
  takesConanToken: route.takesConanToken,
})

const absentOf = (route: Route, specs: ParamSpecs): RawParams | undefined => {
  const absent = Object.entries(route.params).filter(([name]) => !Object.hasOwn(specs, name))
  return absent.length === 0 ? undefined : Object.fromEntries(absent.map(([name, param]) => [name, param.fallback]))
}

export const apiEndpoint = (route: Route, pattern: string, instance: ApiEdition): ApiEndpoint => {
  const specs = narrowParams(route.params, (lifespan) => existsOn(instance, lifespan))
  const entries = Object.entries(specs)
  return {
    kind: 'api',
    route,
    pattern,
    specs,
    needs: needsOf(route, route.method, instance),
    deprecatedParams: entries.filter(([, param]) => param.deprecated !== undefined),
    absent: absentOf(route, specs),
    pageHeaders: new RecencyCache(MAX_PAGES),
    defaults: Object.fromEntries(
      entries.filter(([, param]) => param.fallback !== undefined).map(([name, param]) => [name, param.fallback]),
    ),
  }
}

/** The refusal of a caller whom the route does not allow; undefined where it does. */
export const callerRefusal = ({ route }: ApiEndpoint, { principal }: Exchange): Rejection | undefined => {
  if (route.caller === 'anyone') return undefined
  if (principal.kind !== 'user') return unauthenticated
  if (route.caller === 'user') return undefined
  return (route.caller === 'admin' ? isAdmin : readsHistory)(principal) ? undefined : forbidden()
}

const crossFindings = (route: Route, specs: ParamSpecs, raw: RawParams): ReadonlyArray<string> => {
  const findings: Array<string> = []
  // Parameters of other releases and tiers are unknown, and do not count.
  const isServed = (name: string): boolean => Object.hasOwn(specs, name) || !Object.hasOwn(route.params, name)
  const isGiven = (name: string): boolean =>
    raw[name] !== undefined && (raw[name] !== null || acceptsNull(specs[name]) || refusesNull(specs[name]))
  const { exactlyOne, exclusive = [], allOrNone = [] } = route
  for (const names of allOrNone) {
    const given = names.filter(isGiven).length
    if (given > 0 && given < names.length) findings.push(`${names.join(', ')} provide all or none of parameters`)
  }
  for (const names of exactlyOne === undefined ? exclusive : [...exclusive, exactlyOne]) {
    const given = names.filter((name) => isGiven(name) && isServed(name))
    if (given.length > 1) findings.push(`${given.join(', ')} are mutually exclusive`)
  }
  const wanted = route.atLeastOne?.filter(isServed)
  if (wanted !== undefined && !wanted.some(isGiven))
    findings.push(`${wanted.join(', ')} are missing, at least one parameter must be provided`)
  if (exactlyOne !== undefined && !exactlyOne.some(isGiven))
    findings.push(`${exactlyOne.join(', ')} are missing, exactly one parameter must be provided`)
  return findings
}

const crosses = ({ exclusive, atLeastOne, exactlyOne, allOrNone }: Route): boolean =>
  exclusive !== undefined || atLeastOne !== undefined || exactlyOne !== undefined || allOrNone !== undefined

/** Decodes the parameters and calls the handler. Rejections: `BadParameters`, and the handler's own. */
export const handle = (
  { route, specs, absent }: ApiEndpoint,
  exchange: Exchange,
  raw: RawParams,
): MaybePromise<Answer> => {
  const decoded = decodeParams(specs, raw)
  const crossing = crosses(route) ? crossFindings(route, specs, raw) : undefined
  if (decoded.ok && (crossing === undefined || crossing.length === 0))
    return route.handler(exchange, absent === undefined ? decoded.values : Object.assign(decoded.values, absent))
  const findings = [...(decoded.ok ? [] : decoded.findings), ...(crossing ?? [])]
  return E.left(badParameters(findings.join(', ')))
}
