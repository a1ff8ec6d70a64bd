import type { Principal } from '@forgefold/core/access'
import type { CommandContext, Forge } from '@forgefold/core/app'
import { badParameters, forbidden, type Rejection, unauthenticated } from '@forgefold/core/kernel'
import { isServed } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import type { Needs, ParamLookup, Presented } from '../auth/index.js'
import { presentedIn } from '../auth/presented.js'
import { readBody } from './body.js'
import { isKnown, weakTag } from './etag.js'
import type { HttpRequest, HttpResponse } from './message.js'
import { MalformedParameters, nest, pairsOf } from './nested.js'
import { pagingHeaders } from './paging-headers.js'
import { decodeParams, type Param, type ParamSpecs } from './params.js'
import { refusalOf, refusalResponse } from './rejections.js'
import type { Context, Reply, Route } from './route.js'

/** Finds out who calls. Rejections: `Unauthenticated` for a bad token, `InvalidToken`, `InsufficientScope`, `Forbidden`, `NotFound` (sudo). */
export type Authenticate = (presented: Presented, needs: Needs) => E.Either<Rejection, Principal>

export interface ApiOptions {
  readonly forge: Forge
  readonly authenticate: Authenticate
  /** Makes the circumstances of a command for this caller. */
  readonly commandContext: (principal: Principal, request: HttpRequest, requestId: string) => CommandContext
  /** Asked after the door and before the parameters: what the settings of the instance forbid this caller just now. */
  readonly guard?: (context: Context, route: Route) => Rejection | undefined
}

const BODY_LIMIT = 10 * 1024 * 1024
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

const malformed: Rejection = { kind: 'BadRequest', reason: 'Malformed' }

const readQuery = (request: HttpRequest): E.Either<Rejection, Readonly<Record<string, unknown>>> => {
  try {
    const query = nest(pairsOf(request.query))
    return request.query.includes('%00') ? E.left(malformed) : E.right(query)
  } catch (error) {
    if (error instanceof MalformedParameters) return E.left(malformed)
    throw error
  }
}

/** A parameter of another release or tier is one that does not exist. */
const isThere = (
  thing: Pick<Param<unknown>, 'since' | 'until' | 'tier'>,
  { release, tier }: Forge['instance'],
): boolean => isServed(thing, release) && (thing.tier === undefined || tier === 'ultimate' || tier === thing.tier)

const given = (raw: Readonly<Record<string, unknown>>, name: string): boolean =>
  raw[name] !== undefined && raw[name] !== null

const lookup =
  (sent: Readonly<Record<string, unknown>>): ParamLookup =>
  (name) => {
    const value = sent[name]
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
  }

const ruleFindings = (route: Route, raw: Readonly<Record<string, unknown>>): ReadonlyArray<string> => {
  const findings: Array<string> = []
  for (const group of route.exclusive ?? []) {
    const sent = group.filter((name) => given(raw, name))
    if (sent.length > 1) findings.push(`${sent.join(', ')} are mutually exclusive`)
  }
  const one = route.atLeastOne
  if (one !== undefined && !one.some((name) => raw[name] !== undefined))
    findings.push(`${one.join(', ')} are missing, at least one parameter must be provided`)
  return findings
}

/** The address of the request without its query, as the client used it. */
export const baseUrlOf = (request: Pick<HttpRequest, 'headers'>, externalUrl: string): string => {
  const host = request.headers.get('x-forwarded-host') ?? request.headers.get('host')
  if (host === undefined || !/^[\w.\-:[\]]+$/.test(host)) return externalUrl
  const scheme = request.headers.get('x-forwarded-proto') ?? externalUrl.slice(0, externalUrl.indexOf(':'))
  return `${scheme === 'https' ? 'https' : 'http'}://${host}`
}

/** Runs one route for one request; it never rejects but for defects. */
export type RouteRunner = (
  request: HttpRequest,
  path: Readonly<Record<string, string>>,
  requestId: string,
) => Promise<HttpResponse>

/** Prepares a route: what can be known before the first request is worked out once. */
export const makeRouteRunner = (route: Route, options: ApiOptions): RouteRunner => {
  const { forge, authenticate, commandContext } = options
  const served = Object.fromEntries(
    Object.entries(route.params).filter(([, param]) => isThere(param, forge.instance)),
  ) as ParamSpecs
  const missing = Object.fromEntries(
    Object.entries(route.params)
      .filter(([name]) => !(name in served))
      .map(([name, param]) => [name, param.fallback]),
  )
  const takesBody = METHODS_WITH_BODY.has(route.method) && route.streamsBody !== true

  const needs: Needs = {
    method: route.method,
    scopes: route.scopes,
    takesJobToken: route.jobToken !== undefined && isServed({ since: route.jobToken }, forge.instance.release),
    takesDeployToken: route.deployToken,
    refusesOAuth: route.refusesOAuth,
  }

  const door = (principal: Principal): Rejection | undefined => {
    if (route.door === 'anyone') return undefined
    if (principal.kind === 'anonymous') return unauthenticated
    return route.door === 'admin' && !principal.admin ? forbidden() : undefined
  }

  const answer = async (
    request: HttpRequest,
    path: Readonly<Record<string, string>>,
    requestId: string,
  ): Promise<E.Either<Rejection, { readonly reply: Reply; readonly raw: Readonly<Record<string, unknown>> }>> => {
    const query = readQuery(request)
    if (E.isLeft(query)) return query
    const body = takesBody ? await readBody(request, route.bodyLimit ?? BODY_LIMIT) : E.right({})
    if (E.isLeft(body) && body.left.kind === 'TooLarge') return body
    const sent = E.isLeft(body) ? query.right : { ...query.right, ...body.right }
    const who = authenticate(presentedIn(request.headers, lookup(sent)), needs)
    if (E.isLeft(who)) return who
    const refused = door(who.right)
    if (refused !== undefined) return E.left(refused)
    if (E.isLeft(body)) return body
    const context: Context = {
      forge,
      principal: who.right,
      request,
      requestId,
      command: () => commandContext(who.right, request, requestId),
      baseUrl: baseUrlOf(request, forge.instance.externalUrl),
    }
    const guarded = options.guard?.(context, route)
    if (guarded !== undefined) return E.left(guarded)
    if (route.before !== undefined) {
      const before = await route.before(context, path)
      if (E.isLeft(before)) return before
    }
    const raw: Record<string, unknown> = Object.assign(Object.create(null), sent, path)
    const decoded = decodeParams(served, raw)
    const findings = [...(decoded.ok ? [] : decoded.findings), ...ruleFindings(route, raw)]
    if (!decoded.ok || findings.length > 0) return E.left(badParameters(findings.join(', ')))
    const reply = await route.handler(context, { ...missing, ...decoded.values } as never)
    return E.isLeft(reply) ? reply : E.right({ reply: reply.right, raw: linkParams(decoded.values, raw) })
  }

  /** What a paging link repeats: what was sent, and the defaults of what was not. */
  const linkParams = (
    values: Readonly<Record<string, unknown>>,
    raw: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> => {
    const defaults = Object.entries(served).filter(([name, param]) => param.fallback !== undefined && !given(raw, name))
    return { ...Object.fromEntries(defaults.map(([name]) => [name, values[name]])), ...raw }
  }

  const deprecations = (raw: Readonly<Record<string, unknown>>): HttpResponse['headers'] => {
    const used =
      route.deprecated !== undefined ||
      Object.entries(served).some(([name, param]) => param.deprecated !== undefined && given(raw, name))
    if (!used) return []
    return [
      ['Deprecation', 'true'],
      ['Link', `<${forge.instance.externalUrl}/-/deprecations>; rel="deprecation"; type="text/html"`],
    ]
  }

  const present = (request: HttpRequest, reply: Reply, raw: Readonly<Record<string, unknown>>): HttpResponse => {
    const headers: Array<readonly [string, string]> = [...(reply.headers ?? [])]
    if (reply.page !== undefined) {
      const url = `${baseUrlOf(request, forge.instance.externalUrl)}${request.path}`
      headers.push(...pagingHeaders(reply.page, url, raw))
    }
    headers.push(...deprecations(raw))
    if (reply.raw !== undefined)
      return {
        status: reply.status,
        headers: [['Content-Type', reply.raw.contentType], ...headers],
        body: reply.raw.body,
      }
    const text = reply.ready ?? (reply.json === undefined ? undefined : JSON.stringify(reply.json))
    if (text === undefined) return { status: reply.status, headers, body: null }
    if (reply.status !== 200 || route.method !== 'GET')
      return { status: reply.status, headers: [['Content-Type', 'application/json'], ...headers], body: text }
    const tag = weakTag(text)
    headers.push(['ETag', tag], ['Cache-Control', 'max-age=0, private, must-revalidate'])
    if (isKnown(request.headers.get('if-none-match'), tag)) return { status: 304, headers, body: null }
    return { status: 200, headers: [['Content-Type', 'application/json'], ...headers], body: text }
  }

  return async (request, path, requestId) => {
    const answered = await answer(request, path, requestId)
    return E.isLeft(answered)
      ? refusalResponse(refusalOf(answered.left), [])
      : present(request, answered.right.reply, answered.right.raw)
  }
}
