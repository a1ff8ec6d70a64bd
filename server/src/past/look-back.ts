import type { Principal } from '@forgefold/core/access'
import type { Clock, EventStore } from '@forgefold/core/ports'
import type { LookBack } from '../http/application-options.js'
import { AS_OF_HEADER, type AsOf, asksForPast, asOfText, readAsOf } from '../http/as-of.js'
import type { HttpRequest, HttpResponse } from '../http/message.js'
import { type Refusal, refusal, responseOf } from '../http/refusal.js'
import { refusalOf } from '../http/rejections.js'
import type { Held, Moments } from './moments.js'
import { findPlace } from './place.js'
import { lookBackRefusal } from './right.js'

export interface LookBackOptions {
  readonly events: EventStore
  readonly clock: Clock
  readonly moments: Moments
  /** Who asks, by today's credentials. */
  readonly identify: (request: HttpRequest) => Principal
  /** Whether a request changes nothing although it is no GET. */
  readonly reads: (request: HttpRequest) => boolean
  /** Whether its client shows its credentials only when it is asked for them. */
  readonly asksForBasic: (request: HttpRequest) => boolean
  /** How such a client is asked. */
  readonly askForBasic: HttpResponse
  /** Where the whole instance is served as it was: then. */
  readonly always?: AsOf
}

const bad = (reason: string): Refusal => refusal(400, { message: `400 Bad request - ${AS_OF_HEADER} ${reason}` })

const unreadable = bad('takes an ISO 8601 instant or a position')
const future = bad('lies in the future')
const tooEarly = bad('lies before the beginning of the history')
const readOnly = refusal(405, { message: '405 Method Not Allowed - the past cannot be changed' }, [
  ['Allow', 'GET, HEAD'],
])
const tooMany = refusal(
  429,
  { message: '429 Too Many Requests - too many of your requests wait for moments of the past' },
  [['Retry-After', '2']],
)
const busy = refusal(503, { message: '503 Service Unavailable - too many moments of the past are looked at' }, [
  ['Retry-After', '5'],
])

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** What `Forgefold-As-Of` and `as_of` do (docs/reference/looking-back.md). */
export const makeLookBack = (options: LookBackOptions): LookBack => {
  const { events, clock, moments, identify, reads, asksForBasic, askForBasic, always } = options

  const open = async (request: HttpRequest): Promise<Held | HttpResponse> => {
    if (!READING.has(request.method) && !reads(request)) return responseOf(readOnly)
    const asOf = always ?? readAsOf(asOfText(request) ?? '')
    if (asOf === undefined) return responseOf(unreadable)
    const principal = identify(request)
    if (principal.kind === 'anonymous' && asksForBasic(request)) return askForBasic
    const refused = lookBackRefusal(principal)
    if (refused !== undefined) return responseOf(refusalOf(refused))
    const found = await findPlace(events, clock, asOf)
    switch (found.kind) {
      case 'InTheFuture':
        return responseOf(future)
      case 'BeforeTheBeginning':
        return responseOf(tooEarly)
      case 'Unavailable':
        return responseOf(refusalOf({ kind: 'Unavailable', reason: found.reason }))
      case 'Found': {
        const caller = principal.kind === 'user' ? `user:${principal.userId}` : principal.kind
        const held = await moments.hold(found.place, caller)
        return held === 'tooMany' ? responseOf(tooMany) : held === 'busy' ? responseOf(busy) : held
      }
    }
  }

  return {
    asks: always === undefined ? asksForPast : ({ method }) => method !== 'OPTIONS',
    open,
  }
}
