import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  type Instant,
  refuse,
  type StreamName,
} from '../kernel/index.js'

/** A name somebody holds: whom it belongs to and since when. */
export interface Reservation {
  readonly holder: StreamName | undefined
  readonly since: Instant | undefined
  /** How often the name was taken so far: the number grows with each, and whoever gives a name back or takes it over says which one it means. */
  readonly fencingToken: number
  /** The fencing token with which the present holder came to have it. */
  readonly firstToken: number
}

export type ReservationCommand =
  /** `renew`: a holder that has it takes it once more, so that whoever releases it under the token before changes nothing. `free`: only where nobody has it, that holder included. */
  | { readonly type: 'Take'; readonly holder: StreamName; readonly at: Instant; readonly mode?: 'renew' | 'free' }
  /** Takes it from a holder that is gone or does not hold it; where a fencing token is given, only under that one. */
  | {
      readonly type: 'TakeOver'
      readonly from: StreamName
      readonly fencingToken?: number
      readonly holder: StreamName
      readonly at: Instant
    }
  /** Gives it back; where a fencing token is given, only under that one. */
  | { readonly type: 'Release'; readonly holder: StreamName; readonly fencingToken?: number }

const holder = t.string as unknown as t.Type<StreamName, StreamName, unknown>
const at = t.string as unknown as t.Type<Instant, Instant, unknown>

const reservationEvents = eventCatalogue({
  NameTaken: current(t.type({ holder, at })),
  NameReleased: current(t.type({ holder })),
})

export type ReservationEvent = EventOf<typeof reservationEvents>

const isCurrent = (state: Reservation, fencingToken: number | undefined): boolean =>
  fencingToken === undefined || fencingToken === state.fencingToken

/** A reservation is a small stream: taken by whom, released, taken again. Its name is a keyed digest of what is reserved. */
export const reservation: Aggregate<ReservationCommand, ReservationEvent, Reservation> = {
  category: 'reservation',
  stateVersion: 2,
  initial: { holder: undefined, since: undefined, fencingToken: 0, firstToken: 0 },
  events: reservationEvents,
  decide: (command) => (state) => {
    switch (command.type) {
      case 'Take':
        if (state.holder === command.holder && command.mode === undefined) return E.right([])
        if (state.holder !== undefined && (state.holder !== command.holder || command.mode === 'free'))
          return refuse(conflict())
        return E.right([{ type: 'NameTaken', data: { holder: command.holder, at: command.at } }])
      case 'TakeOver':
        // Where it is the new holder's by now, whoever took it early for that stream might take it away again: so nothing is said to be done.
        if (state.holder === command.holder || state.holder !== command.from || !isCurrent(state, command.fencingToken))
          return refuse(conflict())
        return E.right([
          { type: 'NameReleased', data: { holder: command.from } },
          { type: 'NameTaken', data: { holder: command.holder, at: command.at } },
        ])
      case 'Release':
        return E.right(
          state.holder === command.holder && isCurrent(state, command.fencingToken)
            ? [{ type: 'NameReleased', data: { holder: command.holder } }]
            : [],
        )
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'NameTaken': {
        const { holder, at } = event.data
        const fencingToken = state.fencingToken + 1
        return {
          holder,
          since: at,
          fencingToken,
          firstToken: holder === state.holder ? state.firstToken : fencingToken,
        }
      }
      case 'NameReleased':
        return { ...state, holder: undefined, since: undefined }
    }
  },
}
