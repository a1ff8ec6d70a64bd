import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import type { Exchange } from './exchange.js'
import type { MaybePromise } from './message.js'
import type { Route } from './route.js'

const MEBIBYTE = 1024 * 1024

/** The most bytes a buffered body may have where its route says nothing. */
export const DEFAULT_BODY_LIMIT = 10 * MEBIBYTE

/** Somebody of whom nothing is known yet may send so much, because credentials may stand in it. */
const STRANGERS_BODY_LIMIT = MEBIBYTE

/** The most bytes that anybody may send to a route. */
export const bodyLimitOf = ({ bodyLimit = DEFAULT_BODY_LIMIT }: Pick<Route, 'bodyLimit'>): number => bodyLimit

const declaredLength = ({ request }: Exchange): number => {
  const declared = request.headers.get('content-length')
  return declared === undefined ? Number.POSITIVE_INFINITY : Number(declared)
}

/**
 * How many bytes of a body are read of this caller, decided before the first of them.
 *
 * Whoever means to send more than anybody may is asked whether it may send such a body at all: its rejection, where its body says that it is
 * so large; of a body that says nothing no more is read than of anybody's.
 */
export const bodyLimitFor = async (
  route: Route,
  exchange: Exchange,
  path: Readonly<Record<string, string>>,
): Promise<E.Either<Rejection, number>> => {
  const most = bodyLimitOf(route)
  if (exchange.principal.kind === 'anonymous') return E.right(Math.min(most, STRANGERS_BODY_LIMIT))
  const declared = declaredLength(exchange)
  if (most <= DEFAULT_BODY_LIMIT || declared <= DEFAULT_BODY_LIMIT) return E.right(Math.min(most, DEFAULT_BODY_LIMIT))
  const asked: MaybePromise<E.Either<Rejection, unknown>> | undefined = route.mayBeLarge?.(exchange, path)
  const allowed = asked === undefined ? E.right(undefined) : await asked
  if (E.isRight(allowed)) return E.right(most)
  return Number.isFinite(declared) ? allowed : E.right(DEFAULT_BODY_LIMIT)
}
