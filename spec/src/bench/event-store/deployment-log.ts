import { makeIds } from '@forgefold/adapters/crypto'
import {
  type Aggregate,
  codecs,
  current,
  type EventId,
  type EventOf,
  eventCatalogue,
  type Instant,
  instantOf,
  type NewEvent,
  userActor,
} from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

/** A thing with a long history: what the benchmarks of replay fold. */
export interface Ticket {
  readonly status: string
  readonly changes: number
  readonly lastAt: Instant
}

interface Change {
  readonly number: number
  readonly title: string
  readonly status: 'created' | 'running' | 'success' | 'failed'
  readonly ref: string
  readonly sha: string
  readonly tag: boolean
  readonly userId: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

const STATUSES = ['created', 'running', 'success', 'failed'] as const

const change = t.type({
  number: codecs.safeInteger,
  title: t.string,
  status: t.keyof({ created: null, running: null, success: null, failed: null }),
  ref: t.string,
  sha: t.string,
  tag: t.boolean,
  userId: codecs.safeInteger,
  createdAt: codecs.instant,
  updatedAt: codecs.instant,
})

const ticketEvents = eventCatalogue({ TicketChanged: current(change) })

export type TicketEvent = EventOf<typeof ticketEvents>

export const ticket: Aggregate<never, TicketEvent, Ticket> = {
  category: 'ticket',
  stateVersion: 1,
  initial: { status: 'none', changes: 0, lastAt: '' as Instant },
  snapshot: t.type({ status: t.string, changes: t.number, lastAt: codecs.instant }),
  events: ticketEvents,
  decide: () => () => E.right([]),
  evolve: (state, { data }) => ({ status: data.status, changes: state.changes + 1, lastAt: data.updatedAt }),
}

const ids = makeIds()

/** The n-th change of some ticket, about 300 bytes of JSON. */
export const changed = (n: number): NewEvent => {
  const at = instantOf(1_650_000_000_000 + n * 1000)
  const data: Change = {
    number: n,
    title: `Deploy the ${n}th commit to production and see what happens there`,
    status: STATUSES[n & 3] ?? 'created',
    ref: `feature/branch-${n % 100}`,
    sha: n.toString(16).padStart(40, '0'),
    tag: n % 7 === 0,
    userId: n % 1000,
    createdAt: at,
    updatedAt: at,
  }
  return {
    id: ids.uuid() as EventId,
    type: 'TicketChanged',
    version: 1,
    data,
    metadata: { at, actor: userActor(n % 1000), correlationId: ids.uuid() },
  }
}
