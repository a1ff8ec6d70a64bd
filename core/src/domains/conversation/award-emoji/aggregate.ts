import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  conflict,
  current,
  type DeclaredName,
  type EventOf,
  eventCatalogue,
  notFound,
  refuse,
} from '../../../kernel/index.js'
import { ISSUABLE_TYPES } from '../../issuable/event-fields.js'

export const AWARDABLE_TYPES = [...ISSUABLE_TYPES, 'Note'] as const
/** What award emoji can be given to. */
export type AwardableType = (typeof AWARDABLE_TYPES)[number]

const given = t.type({
  userId: codecs.safeInteger,
  name: t.string,
  awardableType: codecs.oneOf(AWARDABLE_TYPES),
  awardableId: codecs.safeInteger,
})
const nothing = t.type({})

export type AwardData = Readonly<t.TypeOf<typeof given>>

const awardEmojiEvents = eventCatalogue({
  AwardGiven: current(given),
  AwardTakenBack: current(nothing),
})

export type AwardEmojiEvent = EventOf<typeof awardEmojiEvents>

export type AwardEmojiState =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'live' } & AwardData)
  | { readonly kind: 'taken_back' }

export type AwardEmojiCommand = ({ readonly type: 'Give' } & AwardData) | { readonly type: 'TakeBack' }

const NAME = /^[\p{Ll}0-9_+-]{1,100}$/u
/** The refusal of an unknown emoji name. */
export const noSuchEmoji = notFound('Award Emoji Name is not a valid emoji name')

const taken = notFound('Award Emoji Name has already been taken')

/** One user gives the same emoji once to the same awardable. */
const awardName = ({ userId, name, awardableType, awardableId }: AwardData): DeclaredName => ({
  kind: 'award_emoji',
  name: [awardableType, awardableId, userId, name].join('\0'),
  refusal: () => taken,
})

/** An award emoji of one user. */
export const awardEmoji: Aggregate<AwardEmojiCommand, AwardEmojiEvent, AwardEmojiState> = {
  category: 'award_emoji',
  stateVersion: 1,
  events: awardEmojiEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? [awardName(state)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Give') {
      if (state.kind !== 'none') return refuse(conflict())
      if (!NAME.test(command.name)) return refuse(noSuchEmoji)
      const { type: _, ...data } = command
      return E.right([{ type: 'AwardGiven', data }])
    }
    return state.kind === 'live' ? E.right([{ type: 'AwardTakenBack', data: {} }]) : refuse(notFound('Award Emoji'))
  },
  evolve: (_, event) => (event.type === 'AwardGiven' ? { kind: 'live', ...event.data } : { kind: 'taken_back' }),
}
