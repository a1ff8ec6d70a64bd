import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { day, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  conflict,
  current,
  type Day,
  type EventOf,
  eventCatalogue,
  expiryDayErrors,
  fieldErrors,
  invalid,
  isExpiryDayReached,
  notFound,
  refuse,
} from '../../../kernel/index.js'
import type { MemberSource } from '../member/events.js'

const shared = t.type({
  /** The number of the share. */
  number: safeInteger,
  /** What is shared. */
  source: oneOf(['group', 'project'] as const),
  sourceId: safeInteger,
  /** With whom. */
  groupId: safeInteger,
  /** The highest role that members get. */
  level: safeInteger,
  /** The share ends at 00:00 UTC of that day; null: never. */
  expiresAt: nullable(day),
})
const nothing = t.type({})

const groupShareEvents = eventCatalogue({
  SharedWithGroup: current(shared),
  SharingEnded: current(nothing),
  /** Its expiry day has come. */
  SharingExpired: current(nothing),
})

/** The events of a share. */
export type GroupShareEvent = EventOf<typeof groupShareEvents>

/** The state that `decide` needs. */
export type GroupShareState = { readonly kind: 'none' } | { readonly kind: 'shared'; readonly expiresAt: Day | null }

/** The commands of a share. */
export type GroupShareCommand =
  | ({ readonly type: 'Share'; readonly today: Day } & Readonly<t.TypeOf<typeof shared>>)
  | { readonly type: 'End' }
  /** Ends it where its expiry day has come. */
  | { readonly type: 'Expire'; readonly today: Day }

/** Refuses a share that exists already. */
export const alreadyShared = conflict('Group already shared with this group')

/** The share of one project or group with one group. */
export const groupShare: Aggregate<GroupShareCommand, GroupShareEvent, GroupShareState> = {
  category: 'group_share',
  stateVersion: 1,
  events: groupShareEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    switch (command.type) {
      case 'Share': {
        if (state.kind === 'shared') return refuse(alreadyShared)
        const { type: _, today, ...data } = command
        const errors = fieldErrors({ expires_at: expiryDayErrors(data.expiresAt, today) })
        if (errors !== undefined) return refuse(invalid(errors))
        return E.right([{ type: 'SharedWithGroup', data }])
      }
      case 'End':
        return state.kind === 'none' ? refuse(notFound('Group Link')) : E.right([{ type: 'SharingEnded', data: {} }])
      case 'Expire': {
        const due = state.kind === 'shared' && isExpiryDayReached(state, command.today)
        return E.right(due ? [{ type: 'SharingExpired', data: {} }] : [])
      }
    }
  },
  evolve: (_, event) =>
    event.type === 'SharedWithGroup' ? { kind: 'shared', expiresAt: event.data.expiresAt } : { kind: 'none' },
}

/** The id of a share's stream. */
export const groupShareId = (source: MemberSource, sourceId: number, groupId: number): string =>
  `${source}-${sourceId}-${groupId}`
