import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { instant, list, oneOf, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  blank,
  conflict,
  current,
  decideChange,
  type EventOf,
  eventCatalogue,
  type FieldErrors,
  fieldErrors,
  given,
  invalid,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'

/** A banner above every page, or a notification that can be dismissed. */
export const BROADCAST_TYPES = ['banner', 'notification'] as const

const fields = {
  message: t.string,
  startsAt: instant,
  endsAt: instant,
  color: t.string,
  font: t.string,
  /** The roles that see it; empty: all users. */
  targetAccessLevels: list(safeInteger),
  /** Empty: every page. */
  targetPath: t.string,
  broadcastType: oneOf(BROADCAST_TYPES),
  dismissable: t.boolean,
  theme: t.string,
}
const created = t.type(fields)
const changed = t.partial(fields)
const nothing = t.type({})

/** The message, and how long it is shown. */
export type BroadcastMessageData = Readonly<t.TypeOf<typeof created>>

const broadcastMessageEvents = eventCatalogue({
  BroadcastMessageCreated: current(created),
  BroadcastMessageChanged: current(changed),
  BroadcastMessageDeleted: current(nothing),
})

export type BroadcastMessageEvent = EventOf<typeof broadcastMessageEvents>

export type BroadcastMessageState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & BroadcastMessageData)
  | { readonly kind: 'deleted' }

/** A change of a message; omitted fields stay as they are. */
export type BroadcastMessageChanges = {
  readonly [K in keyof BroadcastMessageData]?: BroadcastMessageData[K] | undefined
}

export type BroadcastMessageCommand =
  | ({ readonly type: 'Create' } & BroadcastMessageData)
  | { readonly type: 'Change'; readonly changes: BroadcastMessageChanges }
  | { readonly type: 'Delete' }

const COLOR = /^#(?:[0-9A-Fa-f]{3}){1,2}$/
const colorErrors = (color: string): ReadonlyArray<string> => (COLOR.test(color) ? [] : ['must be a valid color code'])

const errorsOf = (data: BroadcastMessageData): FieldErrors | undefined =>
  fieldErrors({
    message: data.message.trim() === '' ? blank(data.message) : [],
    color: colorErrors(data.color),
    font: colorErrors(data.font),
  })

const dataOf = ({
  kind: _,
  ...data
}: Extract<BroadcastMessageState, { readonly kind: 'live' }>): BroadcastMessageData => data

/** A message to all users of the instance, shown for a limited time. */
export const broadcastMessage: Aggregate<BroadcastMessageCommand, BroadcastMessageEvent, BroadcastMessageState> = {
  category: 'broadcast_message',
  stateVersion: 1,
  events: broadcastMessageEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      const errors = errorsOf(data)
      if (errors !== undefined) return refuse(invalid(errors))
      return state.kind === 'none' ? E.right([{ type: 'BroadcastMessageCreated', data }]) : refuse(conflict())
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Delete') return E.right([{ type: 'BroadcastMessageDeleted', data: {} }])
    const before = dataOf(state)
    const errors = errorsOf({ ...before, ...given(command.changes) })
    if (errors !== undefined) return refuse(invalid(errors))
    return decideChange('BroadcastMessageChanged', command.changes, before)
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'BroadcastMessageCreated':
        return { kind: 'live', ...event.data }
      case 'BroadcastMessageChanged':
        return state.kind === 'live' ? { ...state, ...event.data } : state
      case 'BroadcastMessageDeleted':
        return { kind: 'deleted' }
    }
  },
}
