import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

/** What people are members of. */
const SOURCES = ['group', 'project'] as const
/** What somebody is a member of. */
export type MemberSource = (typeof SOURCES)[number]

const { safeInteger, nullable, day, oneOf } = codecs

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
  /** Its day has come. */
  MembershipExpired: current(nothing),
  /** Asks to be a member; whoever is added is asking no more. */
  AccessRequested: current(requested),
  AccessRequestDenied: current(nothing),
  /** By whoever had asked. */
  AccessRequestWithdrawn: current(nothing),
})

export type MemberEvent = EventOf<typeof memberEvents>
