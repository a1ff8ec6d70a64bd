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
}

export type ReservationCommand =
  | { readonly type: 'Take'; readonly holder: StreamName; readonly at: Instant }
  /** Takes it from a holder that never came to exist. */
  | { readonly type: 'TakeOver'; readonly from: StreamName; readonly holder: StreamName; readonly at: Instant }
  | { readonly type: 'Release'; readonly holder: StreamName }

const holder = t.string as unknown as t.Type<StreamName, StreamName, unknown>
const at = t.string as unknown as t.Type<Instant, Instant, unknown>

const reservationEvents = eventCatalogue({
  NameTaken: current(t.type({ holder, at })),
  NameReleased: current(t.type({ holder })),
})

export type ReservationEvent = EventOf<typeof reservationEvents>

/** A reservation is a small stream: taken by whom, released, taken again. Its name is a keyed digest of what is reserved. */
export const reservation: Aggregate<ReservationCommand, ReservationEvent, Reservation> = {
  category: 'reservation',
  stateVersion: 1,
  initial: { holder: undefined, since: undefined },
  events: reservationEvents,
  decide: (command) => (state) => {
    switch (command.type) {
      case 'Take':
        if (state.holder === command.holder) return E.right([])
        if (state.holder !== undefined) return refuse(conflict())
        return E.right([{ type: 'NameTaken', data: { holder: command.holder, at: command.at } }])
      case 'TakeOver':
        if (state.holder === command.holder) return E.right([])
        if (state.holder !== command.from) return refuse(conflict())
        return E.right([
          { type: 'NameReleased', data: { holder: command.from } },
          { type: 'NameTaken', data: { holder: command.holder, at: command.at } },
        ])
      case 'Release':
        return E.right(
          state.holder === command.holder ? [{ type: 'NameReleased', data: { holder: command.holder } }] : [],
        )
    }
  },
  evolve: (_, event) => {
    switch (event.type) {
      case 'NameTaken':
        return { holder: event.data.holder, since: event.data.at }
      case 'NameReleased':
        return { holder: undefined, since: undefined }
    }
  },
}
