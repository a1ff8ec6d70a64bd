import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { ISSUABLE_TYPES } from '../../issuable/event-fields.js'

export const AWARDABLE_TYPES = [...ISSUABLE_TYPES, 'Note'] as const
/** What people give emoji to. */
export type AwardableType = (typeof AWARDABLE_TYPES)[number]

const given = t.type({
  userId: codecs.safeInteger,
  name: t.string,
  awardableType: codecs.oneOf(AWARDABLE_TYPES),
  awardableId: codecs.safeInteger,
})
const nothing = t.type({})

export type AwardData = Readonly<t.TypeOf<typeof given>>

export const awardEmojiEvents = eventCatalogue({
  AwardGiven: current(given),
  AwardTakenBack: current(nothing),
})

export type AwardEmojiEvent = EventOf<typeof awardEmojiEvents>
