import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  type Instant,
  isExpired,
  notFound,
  type Rejection,
  refuse,
  secondsAfter,
} from '../../../kernel/index.js'

const startedData = t.type({
  userId: codecs.safeInteger,
  expiresAt: codecs.instant,
  /** Whether the user signed in with a second factor. */
  twoFactor: t.boolean,
})
const prolonged = t.type({ expiresAt: codecs.instant })
const adminModeEntered = t.type({ until: codecs.instant })
const nothing = t.type({})

/** Every event of a session, with its versions. */
const sessionEvents = eventCatalogue({
  SessionBegun: current(startedData),
  SessionProlonged: current(prolonged),
  AdminModeEntered: current(adminModeEntered),
  AdminModeLeft: current(nothing),
  SessionEnded: current(nothing),
})

export type SessionEvent = EventOf<typeof sessionEvents>

export type SessionState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'open'
      readonly userId: number
      readonly expiresAt: Instant
      readonly twoFactor: boolean
      /** Missing outside of admin mode. */
      readonly adminUntil?: Instant | undefined
    }
  | { readonly kind: 'ended' }

export type SessionCommand =
  | {
      readonly type: 'Begin'
      readonly userId: number
      readonly twoFactor: boolean
      /** Seconds. */
      readonly lifetime: number
      readonly at: Instant
    }
  /** In seconds, from `at` on. */
  | { readonly type: 'Prolong'; readonly lifetime: number; readonly at: Instant }
  /** The user has authenticated again; in seconds, from `at` on. */
  | { readonly type: 'EnterAdminMode'; readonly lifetime: number; readonly at: Instant }
  | { readonly type: 'LeaveAdminMode' }
  | { readonly type: 'End' }

type Prolong = Extract<SessionCommand, { readonly type: 'Prolong' }>

/** Extends an open session; one that has ended or expired cannot be extended. */
const prolong = ({ at, lifetime }: Prolong, state: SessionState): E.Either<Rejection, ReadonlyArray<SessionEvent>> => {
  if (state.kind !== 'open' || isExpired(state, at)) return refuse(notFound('Session'))
  const expiresAt = secondsAfter(at, lifetime)
  return E.right(expiresAt === state.expiresAt ? [] : [{ type: 'SessionProlonged', data: { expiresAt } }])
}

type Enter = Extract<SessionCommand, { readonly type: 'EnterAdminMode' }>

/** Entering admin mode again restarts its time. */
const enter = ({ at, lifetime }: Enter, state: SessionState): E.Either<Rejection, ReadonlyArray<SessionEvent>> => {
  if (state.kind !== 'open' || isExpired(state, at)) return refuse(notFound('Session'))
  const until = secondsAfter(at, lifetime)
  return E.right(until === state.adminUntil ? [] : [{ type: 'AdminModeEntered', data: { until } }])
}

/** A browser session. Its stream is named after the digest of the cookie's secret. */
export const session: Aggregate<SessionCommand, SessionEvent, SessionState> = {
  category: 'session',
  stateVersion: 2,
  events: sessionEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'End') return E.right(state.kind === 'open' ? [{ type: 'SessionEnded', data: {} }] : [])
    if (command.type === 'Prolong') return prolong(command, state)
    if (command.type === 'EnterAdminMode') return enter(command, state)
    if (command.type === 'LeaveAdminMode')
      return E.right(
        state.kind === 'open' && state.adminUntil !== undefined ? [{ type: 'AdminModeLeft', data: {} }] : [],
      )
    if (state.kind !== 'none') return refuse(conflict())
    const { userId, twoFactor, lifetime, at } = command
    return E.right([{ type: 'SessionBegun', data: { userId, twoFactor, expiresAt: secondsAfter(at, lifetime) } }])
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'SessionBegun':
        return { kind: 'open', ...event.data }
      case 'SessionProlonged':
        return state.kind === 'open' ? { ...state, expiresAt: event.data.expiresAt } : state
      case 'AdminModeEntered':
        return state.kind === 'open' ? { ...state, adminUntil: event.data.until } : state
      case 'AdminModeLeft':
        return state.kind === 'open' ? { ...state, adminUntil: undefined } : state
      case 'SessionEnded':
        return state.kind === 'open' ? { kind: 'ended' } : state
    }
  },
}
