import * as E from 'fp-ts/lib/Either.js'
import type { Position, StoredEvent } from '../kernel/envelope.js'
import { categoryOf } from '../kernel/envelope.js'
import type { Instant } from '../kernel/instant.js'
import type { Rejection } from '../kernel/rejection.js'
import type { AuditTarget } from './audit-target.js'
import { eachEvent, type History, type Walked } from './each-event.js'
import { shownData } from './shown-data.js'
import { isInternalEvent, TargetEventMatcher } from './target-event-matcher.js'

/** The search criteria; omitted ones do not restrict. */
export interface Criteria {
  /** `user:7`, `deploy_token:3`, `system:mergeability`, or the part up to the colon. */
  readonly actor?: string | undefined
  readonly kind?: string | undefined
  readonly type?: string | undefined
  /** What the events concern: one subject, or a project or group that they belong to. */
  readonly thing?: AuditTarget | undefined
  /** The IP address of the request. */
  readonly address?: string | undefined
  /** `personal_access_token:3`, or the number alone. */
  readonly token?: string | undefined
  readonly requestId?: string | undefined
  /** By the moment of the event, inclusive. */
  readonly since?: Instant | undefined
  /** By the moment of the event, exclusive. */
  readonly until?: Instant | undefined
  /** Each has to occur in the event's type or in the shown data; case-insensitive. */
  readonly words?: ReadonlyArray<string> | undefined
}

/** Which page of the matching events is wanted. */
export interface EventPage {
  readonly after?: Position | undefined
  readonly direction?: 'forwards' | 'backwards'
  readonly limit: number
  /** The most events to look at for one page: a page that is not full by then continues at `upTo`. */
  readonly most?: number
}

/** The matching events, and where to continue. */
export interface Found extends Walked {
  readonly events: ReadonlyArray<StoredEvent>
}

const isOfToken = (event: StoredEvent, token: string): boolean => {
  const { tokenId } = event.metadata
  return tokenId !== undefined && (tokenId === token || tokenId.endsWith(`:${token}`))
}

const hasWords = (event: StoredEvent, words: ReadonlyArray<string>): boolean => {
  const text = `${event.type} ${event.stream} ${JSON.stringify(shownData(event))}`.toLowerCase()
  return words.every((word) => text.includes(word.toLowerCase()))
}

/** Whether an event matches the criteria that depend on the event alone. */
const isLike = (event: StoredEvent, criteria: Criteria): boolean => {
  const { actor, token, address, requestId, words = [] } = criteria
  const { metadata } = event
  if (isInternalEvent(event) && criteria.kind !== categoryOf(event.stream)) return false
  if (actor !== undefined && metadata.actor !== actor && metadata.actor.split(':')[0] !== actor) return false
  if (token !== undefined && !isOfToken(event, token)) return false
  if (address !== undefined && metadata.sourceIp !== address) return false
  if (requestId !== undefined && metadata.requestId !== requestId) return false
  return words.length === 0 || hasWords(event, words)
}

/**
 * Finds events in the order of the history. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * assert.deepEqual((await searchHistory({ events: fixedHistory([]) }, {}, { limit: 10 })).right.events, [])
 */
export const searchHistory = async (
  history: History,
  criteria: Criteria,
  { limit, ...page }: EventPage,
): Promise<E.Either<Rejection, Found>> => {
  const { kind, type, since, until, thing } = criteria
  const matcher = thing === undefined ? undefined : new TargetEventMatcher(history, thing)
  const filter = {
    ...(kind === undefined ? {} : { categories: [kind] }),
    ...(type === undefined ? {} : { types: [type] }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  }
  const events: Array<StoredEvent> = []
  let failure: Rejection | undefined
  const walked = await eachEvent(history, { ...page, filter }, async (event) => {
    if (!isLike(event, criteria)) return undefined
    const concerned = matcher === undefined ? E.right(true) : await matcher.matches(event)
    if (E.isLeft(concerned)) {
      failure = concerned.left
      return 'stop'
    }
    if (concerned.right) events.push(event)
    return events.length === limit ? 'stop' : undefined
  })
  if (failure !== undefined) return E.left(failure)
  return E.isLeft(walked) ? walked : E.right({ events, ...walked.right })
}
