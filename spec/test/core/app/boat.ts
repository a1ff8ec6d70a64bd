import {
  type Aggregate,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  invalid,
  notFound,
  refuse,
} from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

interface Boat {
  readonly afloat: boolean
  readonly name: string
  readonly berth: string
}

export type BoatCommand =
  | { readonly type: 'Launch'; readonly name: string; readonly berth: string }
  | { readonly type: 'Rename'; readonly name: string }
  | { readonly type: 'Move'; readonly berth: string }
  /** Both names at once. */
  | { readonly type: 'Transfer'; readonly name: string; readonly berth: string }
  | { readonly type: 'Paint' }
  | { readonly type: 'Scrap' }
const boatEvents = eventCatalogue({
  Launched: current(t.type({ name: t.string, berth: t.string })),
  Renamed: current(t.type({ name: t.string })),
  Moved: current(t.type({ berth: t.string })),
  Painted: current(t.type({})),
  Scrapped: current(t.type({})),
})

type BoatEvent = EventOf<typeof boatEvents>

const renamed = (name: string, state: Boat): ReadonlyArray<BoatEvent> =>
  name === state.name ? [] : [{ type: 'Renamed', data: { name } }]
const moved = (berth: string, state: Boat): ReadonlyArray<BoatEvent> =>
  berth === state.berth ? [] : [{ type: 'Moved', data: { berth } }]

/** The smallest aggregate with two names of its own. */
export const boat: Aggregate<BoatCommand, BoatEvent, Boat> = {
  category: 'boat',
  stateVersion: 1,
  initial: { afloat: false, name: '', berth: '' },
  events: boatEvents,
  decide: (command) => (state) => {
    if (command.type === 'Launch')
      return state.name === ''
        ? E.right([{ type: 'Launched', data: { name: command.name, berth: command.berth } }])
        : refuse(conflict('launched'))
    if (!state.afloat) return refuse(notFound('Boat'))
    if (command.type === 'Rename') return E.right(renamed(command.name, state))
    if (command.type === 'Move') return E.right(moved(command.berth, state))
    if (command.type === 'Transfer') return E.right([...renamed(command.name, state), ...moved(command.berth, state)])
    return E.right([{ type: command.type === 'Paint' ? 'Painted' : 'Scrapped', data: {} }])
  },
  evolve: (state, event) => {
    if (event.type === 'Launched') return { afloat: true, ...event.data }
    return event.type === 'Scrapped' ? { ...state, afloat: false } : { ...state, ...event.data }
  },
  names: ({ afloat, name, berth }, { id }) =>
    afloat
      ? [
          {
            kind: 'boat',
            name,
            holderReference: id,
            refusal: (reference) => invalid({ name: [`is that of ${reference ?? 'a new one'}`] }),
          },
          { kind: 'berth', name: berth, refusal: () => invalid({ berth: ['is taken'] }) },
        ]
      : [],
}
