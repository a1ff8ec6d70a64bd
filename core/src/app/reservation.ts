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

/** Who holds a name, and since when. */
export interface Reservation {
  readonly holder: StreamName | undefined
  readonly since: Instant | undefined
  /** How often the name was taken so far. It grows each time, and a release or take-over names the token that it means. */
  readonly fencingToken: number
  /** The fencing token under which the present holder first took it. */
  readonly firstToken: number
}

export type ReservationCommand =
  /**
   * `renew`: a holder that has the name takes it again, so that a release under the previous token has no effect. `free`: only where the
   * name has no holder, this one included.
   */
  | { readonly type: 'Take'; readonly holder: StreamName; readonly at: Instant; readonly mode?: 'renew' | 'free' }
  /** Takes it from a holder that does not exist or does not have the name; where a fencing token is given, only under that one. */
  | {
      readonly type: 'TakeOver'
      readonly from: StreamName
      readonly fencingToken?: number
      readonly holder: StreamName
      readonly at: Instant
    }
  /** Releases it; where a fencing token is given, only under that one. */
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

/** The reservation of one name: taken, released, taken again. The id of its stream is a keyed digest of the name. */
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
        // The new holder has it already. A command that took it early for that stream might still release it, so this does not count as done.
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
