import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { Exchange } from './exchange.js'
import { andThen, type MaybePromise } from './message.js'
import type { Route } from './route.js'

const MEBIBYTE = 1024 * 1024

/** The largest buffered body by default. */
export const DEFAULT_BODY_LIMIT = 10 * MEBIBYTE

/** The limit for requests that are not authenticated by their headers: the body may carry the credentials. */
const ANONYMOUS_BODY_LIMIT = MEBIBYTE

/** The largest body that a route accepts from any caller, in bytes. */
export const bodyLimitOf = ({ bodyLimit = DEFAULT_BODY_LIMIT }: Pick<Route, 'bodyLimit'>): number => bodyLimit

const declaredLength = ({ request }: Exchange): number => {
  const declared = request.headers.get('content-length')
  return declared === undefined ? Number.POSITIVE_INFINITY : Number(declared)
}

/**
 * How many bytes of this caller's body are read, decided before the first of them.
 *
 * Above the default limit the route decides whether this caller may send a large body; its rejection is the answer where `Content-Length`
 * exceeds the default limit. Without `Content-Length` the default limit applies.
 */
export const bodyLimitFor = (
  route: Route,
  exchange: Exchange,
  path: Readonly<Record<string, string>>,
): MaybePromise<E.Either<Rejection, number>> => {
  const most = bodyLimitOf(route)
  if (exchange.principal.kind === 'anonymous') return E.right(Math.min(most, ANONYMOUS_BODY_LIMIT))
  if (most <= DEFAULT_BODY_LIMIT) return E.right(most)
  const declared = declaredLength(exchange)
  if (declared <= DEFAULT_BODY_LIMIT) return E.right(DEFAULT_BODY_LIMIT)
  const allowed: MaybePromise<E.Either<Rejection, unknown>> = route.mayBeLarge?.(exchange, path) ?? E.right(undefined)
  return andThen(allowed, (may) => {
    if (E.isRight(may)) return E.right(most)
    return Number.isFinite(declared) ? may : E.right(DEFAULT_BODY_LIMIT)
  })
}
