import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  refuse,
} from '../../../kernel/index.js'

/** What a service can say of a merge request. */
export const STATUS_CHECK_RESULTS = ['passed', 'failed'] as const
export type StatusCheckResult = (typeof STATUS_CHECK_RESULTS)[number]

const given = t.type({
  checkId: codecs.safeInteger,
  mergeRequestId: codecs.safeInteger,
  /** The head of the source branch that the service looked at. */
  sha: t.string,
  status: codecs.oneOf(STATUS_CHECK_RESULTS),
})

const responseEvents = eventCatalogue({ StatusCheckResponseGiven: current(given) })

/** The event of a response. */
export type StatusCheckResponseEvent = EventOf<typeof responseEvents>
export type StatusCheckResponseData = Readonly<t.TypeOf<typeof given>>

/** One response of an external service to one head of a merge request; the newest counts. */
export const statusCheckResponse: Aggregate<
  { readonly type: 'Give' } & StatusCheckResponseData,
  StatusCheckResponseEvent,
  { readonly kind: 'none' | 'given' }
> = {
  category: 'status_check_response',
  stateVersion: 1,
  events: responseEvents,
  initial: { kind: 'none' },
  decide:
    ({ type: _, ...data }) =>
    ({ kind }) =>
      kind === 'none' ? E.right([{ type: 'StatusCheckResponseGiven', data }]) : refuse(conflict()),
  evolve: () => ({ kind: 'given' }),
}
