import type { MovableClock } from '@forgefold/adapters/clock'
import { isAdmin, type Principal } from '@forgefold/core/access'
import {
  forbidden,
  instantOf,
  millisecondsOf,
  type Rejection,
  readInstant,
  unauthenticated,
} from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type HttpResponse,
  type PlainRoute,
  plainRoute,
  type RawParams,
  readBodyParams,
  refusalOf,
  responseOf,
} from '../http/index.js'
import type { RequestContext } from '../http/route.js'

const PATH = '/-/clock'
const BODY_LIMIT = 1024
/** The end of the four-digit years of ISO 8601. */
const LATEST = Date.UTC(9999, 0, 1)

const json = (status: number, body: unknown): HttpResponse => ({
  status,
  headers: [
    ['Content-Type', 'application/json'],
    ['Cache-Control', 'no-store'],
  ],
  body: JSON.stringify(body),
})

const sensible = (milliseconds: number): boolean =>
  Number.isFinite(milliseconds) && milliseconds > 0 && milliseconds < LATEST

/** The requested time: `now` in ISO 8601, or `advance` in seconds from now on. */
const momentIn = (params: RawParams, clock: MovableClock): number | undefined => {
  const { now, advance } = params
  if (typeof now === 'string' && advance === undefined) {
    const moment = readInstant(now)
    return moment === undefined ? undefined : millisecondsOf(moment)
  }
  return now === undefined && advance !== undefined ? millisecondsOf(clock.now()) + Number(advance) * 1000 : undefined
}

export type Identify = (context: RequestContext) => E.Either<Rejection, Principal>

/**
 * For tests: reads and moves the instance's clock; timed work that becomes due is done before the answer. Only if the operator allowed it, and
 * only for administrators.
 */
export const clockRoutes = (
  clock: MovableClock,
  identify: Identify,
  onMoved: () => Promise<void>,
): ReadonlyArray<PlainRoute> => [
  plainRoute({ method: 'GET', path: PATH, handle: () => json(200, { now: clock.now() }) }),
  plainRoute({
    method: 'PUT',
    path: PATH,
    handle: async (request, _, context) => {
      const caller = identify(context)
      if (E.isLeft(caller)) return responseOf(refusalOf(caller.left))
      if (caller.right.kind === 'anonymous') return responseOf(refusalOf(unauthenticated))
      if (!isAdmin(caller.right)) return responseOf(refusalOf(forbidden()))
      const params = await readBodyParams(request, BODY_LIMIT)
      const moment = E.isLeft(params) ? undefined : momentIn(params.right, clock)
      if (moment === undefined || !sensible(moment))
        return json(400, { error: 'now (ISO 8601) or advance (seconds) is missing or invalid' })
      clock.moveTo(instantOf(moment))
      await onMoved()
      return json(200, { now: clock.now() })
    },
  }),
]
