import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { SCOPES } from '../../../access/index.js'
import { instant, list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue, upcastFrom } from '../../../kernel/index.js'

/** The grants of tokens (RFC 6749 §1.3). */
const GRANTS = ['authorization_code', 'password', 'client_credentials', 'implicit'] as const
export type GrantType = (typeof GRANTS)[number]

const scopes = list(oneOf(SCOPES))

const issuedFirst = t.type({
  grant: oneOf(GRANTS),
  /** Null: the password grant without a client. */
  applicationId: nullable(safeInteger),
  /** Null: client credentials act for no user. */
  userId: nullable(safeInteger),
  scopes,
  /** SHA-256 of the access token. */
  accessDigest: t.string,
  refreshDigest: nullable(t.string),
  /** Null: it never expires (possible below 15.0). */
  expiresAt: nullable(instant),
  /** The redirect URI that a refresh must repeat, where it sends one. */
  redirectUri: nullable(t.string),
  codeChallenge: nullable(t.string),
  at: instant,
})
const issued = t.type({
  ...issuedFirst.props,
  /** When the user authenticated, for ID tokens; null where no user did, or before version 2. */
  authenticatedAt: nullable(instant),
})
const refreshed = t.type({
  scopes,
  accessDigest: t.string,
  refreshDigest: t.string,
  expiresAt: nullable(instant),
  at: instant,
})
const revoked = t.type({ at: instant })
const limited = t.type({ expiresAt: instant })

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

/** Every event of a token family, with its versions. */
export const oauthTokenEvents = eventCatalogue({
  TokensIssued: pipe(
    current(issued, 2),
    upcastFrom(1, issuedFirst, (old): Data<typeof issued> => ({ ...old, authenticatedAt: null })),
  ),
  TokensRefreshed: current(refreshed),
  TokensRevoked: current(revoked),
  /** A token of an older release that had no expiry was given one. */
  ExpiryGiven: current(limited),
})

export type OAuthTokenEvent = EventOf<typeof oauthTokenEvents>
