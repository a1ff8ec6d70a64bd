import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'

const begun = t.type({
  userId: codecs.safeInteger,
  expiresAt: codecs.instant,
  /** Whether a second factor was given. */
  twoFactor: t.boolean,
})
const prolonged = t.type({ expiresAt: codecs.instant })
const adminModeEntered = t.type({ until: codecs.instant })
const nothing = t.type({})

export type SessionEvent =
  | { readonly type: 'SessionBegun'; readonly data: Readonly<t.TypeOf<typeof begun>> }
  | { readonly type: 'SessionProlonged'; readonly data: Readonly<t.TypeOf<typeof prolonged>> }
  | { readonly type: 'AdminModeEntered'; readonly data: Readonly<t.TypeOf<typeof adminModeEntered>> }
  | { readonly type: 'AdminModeLeft'; readonly data: Readonly<t.TypeOf<typeof nothing>> }
  | { readonly type: 'SessionEnded'; readonly data: Readonly<t.TypeOf<typeof nothing>> }

/** Every event of a session, with its versions. */
export const sessionEvents = eventCatalogue<SessionEvent>({
  SessionBegun: current(begun),
  SessionProlonged: current(prolonged),
  AdminModeEntered: current(adminModeEntered),
  AdminModeLeft: current(nothing),
  SessionEnded: current(nothing),
})
