import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  type Changes,
  codecs,
  conflict,
  current,
  decideChange,
  type EventOf,
  eventCatalogue,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'

const times = {
  /** When it begins: a cron expression of five fields. */
  start: t.string,
  /** When it ends, likewise. */
  end: t.string,
  /** A time zone of the IANA database. */
  timezone: t.string,
}
const created = t.type({ projectId: codecs.safeInteger, ...times })
const changed = t.partial(times)

const freezePeriodEvents = eventCatalogue({
  FreezePeriodCreated: current(created),
  FreezePeriodChanged: current(changed),
  FreezePeriodDeleted: current(t.type({})),
})

/** The events of a freeze period. */
export type FreezePeriodEvent = EventOf<typeof freezePeriodEvents>
export type FreezePeriodData = Readonly<t.TypeOf<typeof created>>

/** When a freeze period begins and ends. */
export type FreezeTimes = Omit<FreezePeriodData, 'projectId'>

/** The state that `decide` needs. */
export type FreezePeriodState = { readonly kind: 'none' | 'deleted' } | ({ readonly kind: 'live' } & FreezeTimes)

/** The commands of a freeze period; its times have been validated before. */
export type FreezePeriodCommand =
  | ({ readonly type: 'Create' } & FreezePeriodData)
  | { readonly type: 'Change'; readonly changes: Changes<FreezeTimes> }
  | { readonly type: 'Delete' }

/** A recurring time in which nothing should be deployed. */
export const freezePeriod: Aggregate<FreezePeriodCommand, FreezePeriodEvent, FreezePeriodState> = {
  category: 'freeze_period',
  stateVersion: 1,
  events: freezePeriodEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      return state.kind === 'none' ? E.right([{ type: 'FreezePeriodCreated', data }]) : refuse(conflict())
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Delete') return E.right([{ type: 'FreezePeriodDeleted', data: {} }])
    return decideChange('FreezePeriodChanged', command.changes, state)
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'FreezePeriodCreated': {
        const { projectId: _, ...given } = event.data
        return { kind: 'live', ...given }
      }
      case 'FreezePeriodChanged':
        return state.kind === 'live' ? { ...state, ...event.data } : state
      case 'FreezePeriodDeleted':
        return { kind: 'deleted' }
    }
  },
}
