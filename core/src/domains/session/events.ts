import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../kernel/index.js'

const begun = t.type({
  userId: codecs.safeInteger,
  expiresAt: codecs.instant,
  /** Whether a second factor was given. */
  twoFactor: t.boolean,
})
const nothing = t.type({})

export type SessionEvent =
  | { readonly type: 'SessionBegun'; readonly data: Readonly<t.TypeOf<typeof begun>> }
  | { readonly type: 'SessionEnded'; readonly data: Readonly<t.TypeOf<typeof nothing>> }

export const sessionEvents = eventCatalogue<SessionEvent>({
  SessionBegun: current(begun),
  SessionEnded: current(nothing),
})
