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
  /** How often the name was taken so far: the number of the last taking. */
  readonly taking: number
  /** The taking with which the present holding began. */
  readonly began: number
}

export type ReservationCommand =
  /** `anew`: a holder that has it takes it once more, so that whoever gives back the taking before changes nothing. `free`: only where nobody has it, that holder included. */
  | { readonly type: 'Take'; readonly holder: StreamName; readonly at: Instant; readonly mode?: 'anew' | 'free' }
  /** Takes it from a holder that is gone or does not hold it; only that taking, where one is named. */
  | {
      readonly type: 'TakeOver'
      readonly from: StreamName
      readonly taking?: number
      readonly holder: StreamName
      readonly at: Instant
    }
  /** Gives it back; only that taking, where one is named. */
  | { readonly type: 'Release'; readonly holder: StreamName; readonly taking?: number }

const holder = t.string as unknown as t.Type<StreamName, StreamName, unknown>
const at = t.string as unknown as t.Type<Instant, Instant, unknown>

const reservationEvents = eventCatalogue({
  NameTaken: current(t.type({ holder, at })),
  NameReleased: current(t.type({ holder })),
})

export type ReservationEvent = EventOf<typeof reservationEvents>

const isTaking = (state: Reservation, taking: number | undefined): boolean =>
  taking === undefined || taking === state.taking

/** A reservation is a small stream: taken by whom, released, taken again. Its name is a keyed digest of what is reserved. */
export const reservation: Aggregate<ReservationCommand, ReservationEvent, Reservation> = {
  category: 'reservation',
  stateVersion: 2,
  initial: { holder: undefined, since: undefined, taking: 0, began: 0 },
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
        if (state.holder === command.holder || state.holder !== command.from || !isTaking(state, command.taking))
          return refuse(conflict())
        return E.right([
          { type: 'NameReleased', data: { holder: command.from } },
          { type: 'NameTaken', data: { holder: command.holder, at: command.at } },
        ])
      case 'Release':
        return E.right(
          state.holder === command.holder && isTaking(state, command.taking)
            ? [{ type: 'NameReleased', data: { holder: command.holder } }]
            : [],
        )
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'NameTaken': {
        const { holder, at } = event.data
        const taking = state.taking + 1
        return { holder, since: at, taking, began: holder === state.holder ? state.began : taking }
      }
      case 'NameReleased':
        return { ...state, holder: undefined, since: undefined }
    }
  },
}
