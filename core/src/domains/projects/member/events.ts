import * as t from 'io-ts'
import { day, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

/** What users can be members of. */
const SOURCES = ['group', 'project'] as const
/** What a user is a member of. */
export type MemberSource = (typeof SOURCES)[number]

const added = t.type({
  source: oneOf(SOURCES),
  sourceId: safeInteger,
  userId: safeInteger,
  level: safeInteger,
  /** The membership ends at 00:00 UTC of that day; null: never. */
  expiresAt: nullable(day),
})
const changed = t.type({ level: safeInteger, expiresAt: nullable(day) })
const requested = t.type({ source: oneOf(SOURCES), sourceId: safeInteger, userId: safeInteger })
const nothing = t.type({})

/** Every event of a membership, with its versions. */
export const memberEvents = eventCatalogue({
  MemberAdded: current(added),
  MemberChanged: current(changed),
  MemberRemoved: current(nothing),
  /** Its expiry day has come. */
  MembershipExpired: current(nothing),
  /** Requests access; ends when the user is added. */
  AccessRequested: current(requested),
  AccessRequestDenied: current(nothing),
  /** By the user who requested it. */
  AccessRequestWithdrawn: current(nothing),
})

export type MemberEvent = EventOf<typeof memberEvents>
