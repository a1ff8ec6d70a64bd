import type { Principal } from '@forgefold/core/access'
import type { Clock, EventStore } from '@forgefold/core/ports'
import type { AsOfReads } from '../http/application-options.js'
import { AS_OF_HEADER, type AsOf, asOfText, isAsOfRequest, readAsOf } from '../http/as-of.js'
import type { HttpRequest, HttpResponse } from '../http/message.js'
import { type Refusal, refusal, responseOf } from '../http/refusal.js'
import { refusalOf } from '../http/rejections.js'
import { findPointInTime, type PointInTimeResult } from './find-point-in-time.js'
import type { AcquiredForge, HistoricalForgePool } from './historical-forge-pool.js'
import { asOfRefusal } from './policy.js'

export interface AsOfReadsOptions {
  readonly events: EventStore
  readonly clock: Clock
  readonly forges: HistoricalForgePool
  /** The caller, by present credentials. */
  readonly identify: (request: HttpRequest) => Principal
  /** Whether a request changes nothing although it is no GET. */
  readonly reads: (request: HttpRequest) => boolean
  /** Whether its client sends credentials only after a challenge, as git does. */
  readonly asksForBasic: (request: HttpRequest) => boolean
  /** The challenge for such a client. */
  readonly askForBasic: HttpResponse
  /** Every request is answered as of this point. */
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

const pointRefusal = (missed: Exclude<PointInTimeResult, { readonly kind: 'Found' }>): Refusal => {
  switch (missed.kind) {
    case 'InTheFuture':
      return future
    case 'BeforeTheBeginning':
      return tooEarly
    case 'Unavailable':
      return refusalOf({ kind: 'Unavailable', reason: missed.reason })
  }
}

const POOL_REFUSALS = { tooMany, busy }

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Answers requests with `Forgefold-As-Of` or `as_of` (docs/reference/as-of-reads.md). */
export const makeAsOfReads = (options: AsOfReadsOptions): AsOfReads => {
  const { events, clock, forges, identify, reads, asksForBasic, askForBasic, always } = options

  const open = async (request: HttpRequest): Promise<AcquiredForge | HttpResponse> => {
    if (!READING.has(request.method) && !reads(request)) return responseOf(readOnly)
    const asOf = always ?? readAsOf(asOfText(request) ?? '')
    if (asOf === undefined) return responseOf(unreadable)
    const principal = identify(request)
    if (principal.kind === 'anonymous' && asksForBasic(request)) return askForBasic
    const refused = asOfRefusal(principal)
    if (refused !== undefined) return responseOf(refusalOf(refused))
    const found = await findPointInTime(events, clock, asOf)
    if (found.kind !== 'Found') return responseOf(pointRefusal(found))
    const caller = principal.kind === 'user' ? `user:${principal.userId}` : principal.kind
    const acquired = await forges.acquire(found.point, caller)
    return typeof acquired === 'string' ? responseOf(POOL_REFUSALS[acquired]) : acquired
  }

  return {
    isAsOfRequest: always === undefined ? isAsOfRequest : ({ method }) => method !== 'OPTIONS',
    open,
  }
}
