import { pause } from '@forgefold/adapters/clock'
import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { type Rejection, type StoredEvent, unavailable } from '@forgefold/core/kernel'
import { type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { callerKey } from '../as-of/index.js'
import { makeAuditor } from '../audit/auditor.js'
import { type AcquireForge, makeDocuments } from '../audit/documents.js'
import { RunningQuestions } from '../audit/running-questions.js'
import { sharedAuditor } from '../audit/shared-auditor.js'
import type { CompositionOptions } from './composition-options.js'
import { knownNames } from './event-catalogues.js'
import { forgeOnHistory } from './forge-on-history.js'
import { type Resolver, TOKENS } from './injection-tokens.js'

/** The most events that one request examines for a page, and on either side of an explained event. */
const MAX_EVENTS = 20_000

/** The most events that one page of a blame replays: some seconds of work. A document that depends on 200 events has each of them left out once. */
const MAX_REPLAYED_EVENTS = 40_000

/** The most decisions that one request repeats: some seconds of work. */
const MAX_DECISIONS = 200_000

const REFUSALS: Readonly<Record<'tooMany' | 'busy', Rejection>> = {
  tooMany: {
    kind: 'Throttled',
    message: 'Too many of your requests wait for moments of the past. Try again later.',
    seconds: 2,
  },
  busy: unavailable('too many moments of the past are looked at'),
}

/** The instance as of points in its history, from the pool that requests share. */
export const acquireHistoricalForge =
  (parts: Resolver, principal: Principal): AcquireForge =>
  async (point) => {
    const acquired = await parts.resolve(TOKENS.historicalForges).acquire(point, callerKey(principal))
    return typeof acquired === 'string' ? E.left(REFUSALS[acquired]) : E.right(acquired)
  }

/** Answers auditors for requests, within limits. */
export const auditorForRequests = (options: CompositionOptions) => {
  /** Of the present and of each past moment that is open. */
  const running = new WeakMap<EventStore, RunningQuestions>()
  const runningOf = (events: EventStore): RunningQuestions => {
    const known = running.get(events) ?? new RunningQuestions()
    running.set(events, known)
    return known
  }
  return (parts: Resolver): Forge['auditor'] =>
    (principal) => {
      const forge = parts.resolve(TOKENS.forge)
      const acquire = acquireHistoricalForge(parts, principal)
      const auditor = makeAuditor({
        known: knownNames,
        history: { events: forge.events, pause },
        personalData: forge.personalData,
        documents: makeDocuments({
          base: forge,
          principal,
          over: forgeOnHistory(parts, options),
          acquire,
          current: async () => E.right({ forge, release: () => undefined }),
        }),
        most: MAX_EVENTS,
        maxReplayedEvents: MAX_REPLAYED_EVENTS,
        maxDecisions: MAX_DECISIONS,
      })
      const head = async () => E.map((last: StoredEvent | undefined) => last?.position)(await lastEvent(forge.events))
      return sharedAuditor(auditor, { principal, head, running: runningOf(forge.events) })
    }
}
