import * as t from 'io-ts'
import { day, instant, list, nullable, oneOf, orUndefined, safeInteger, union } from '../../../kernel/codecs.js'
import { rights } from './events.js'
import { type LiveUser, type TwoFactor, USER_STATES, type UserState } from './state.js'

const twoFactor: t.Type<TwoFactor, unknown, unknown> = t.type({
  secret: t.string,
  recoveryDigests: list(t.string),
  lastStep: orUndefined(safeInteger),
})

const live: t.Type<LiveUser, unknown, unknown> = t.type({
  kind: t.literal('live'),
  namespaceId: safeInteger,
  profile: t.string,
  passwordHash: nullable(t.string),
  admin: t.boolean,
  auditor: t.boolean,
  external: t.boolean,
  ...rights,
  status: oneOf(USER_STATES),
  confirmedAt: nullable(instant),
  twoFactor: orUndefined(twoFactor),
  secondFactorAskedAt: orUndefined(instant),
  acceptedTerms: orUndefined(t.string),
  lastActivityOn: orUndefined(day),
})

/** The snapshot of a user: each sign-in adds an event to the stream. Personal data stays sealed, as in the events. */
export const userSnapshot: t.Type<UserState, unknown, unknown> = union([
  live,
  t.type({ kind: oneOf(['none', 'erased']) }),
])
