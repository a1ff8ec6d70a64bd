import * as t from 'io-ts'
import { SCOPES } from '../../../access/principal.js'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

const created = t.type({
  userId: codecs.safeInteger,
  name: t.string,
  scopes: t.readonlyArray(codecs.oneOf(SCOPES)),
  /** Dead from 00:00 UTC of that day on; null: never. */
  expiresAt: codecs.nullable(codecs.day),
  /** SHA-256 of the secret. */
  digest: t.string,
  /** Made by an administrator to act as that user. */
  impersonation: t.boolean,
})
const used = t.type({ usedAt: codecs.instant })
const nothing = t.type({})

export const personalAccessTokenEvents = eventCatalogue({
  TokenCreated: current(created),
  /** Noted with the first use, then at most once in ten minutes. */
  TokenUsed: current(used),
  TokenRevoked: current(nothing),
})

export type PersonalAccessTokenEvent = EventOf<typeof personalAccessTokenEvents>
