import * as t from 'io-ts'
import { SCOPES } from '../../../access/index.js'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

const scopes = codecs.list(codecs.oneOf(SCOPES))

const registered = t.type({
  name: t.string,
  /** The public identifier of the client (`client_id`). */
  uid: t.string,
  /** SHA-256 of the client secret. */
  secretDigest: t.string,
  redirectUris: codecs.list(t.string),
  scopes,
  confidential: t.boolean,
  /** Users are not asked for consent. */
  trusted: t.boolean,
  /** Null: made by an administrator for the whole instance. */
  ownerId: codecs.nullable(codecs.safeInteger),
  expiringTokens: t.boolean,
})
const changed = t.partial({
  name: t.string,
  redirectUris: codecs.list(t.string),
  scopes,
  confidential: t.boolean,
  trusted: t.boolean,
  expiringTokens: t.boolean,
})
const renewed = t.type({ secretDigest: t.string })
const nothing = t.type({})

/** Every event of an OAuth application, with its versions. */
export const oauthApplicationEvents = eventCatalogue({
  ApplicationRegistered: current(registered),
  ApplicationChanged: current(changed),
  ClientSecretRenewed: current(renewed),
  ApplicationDeleted: current(nothing),
})

export type OAuthApplicationEvent = EventOf<typeof oauthApplicationEvents>
