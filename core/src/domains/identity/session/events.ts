import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

const begun = t.type({
  userId: codecs.safeInteger,
  expiresAt: codecs.instant,
  /** Whether a second factor was given. */
  twoFactor: t.boolean,
})
const prolonged = t.type({ expiresAt: codecs.instant })
const adminModeEntered = t.type({ until: codecs.instant })
const nothing = t.type({})

/** Every event of a session, with its versions. */
export const sessionEvents = eventCatalogue({
  SessionBegun: current(begun),
  SessionProlonged: current(prolonged),
  AdminModeEntered: current(adminModeEntered),
  AdminModeLeft: current(nothing),
  SessionEnded: current(nothing),
})

export type SessionEvent = EventOf<typeof sessionEvents>
