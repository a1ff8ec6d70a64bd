import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { SCOPES } from '../../../access/index.js'
import { codecs, current, type EventOf, eventCatalogue, lifting } from '../../../kernel/index.js'

const grantedFirst = t.type({
  applicationId: codecs.safeInteger,
  userId: codecs.safeInteger,
  redirectUri: t.string,
  scopes: codecs.list(codecs.oneOf(SCOPES)),
  /** URL-safe base64 of the verifier's SHA-256 (RFC 7636, S256); null without PKCE. */
  codeChallenge: codecs.nullable(t.string),
  /** For an id_token (OpenID Connect Core §3.1.2.1). */
  nonce: codecs.nullable(t.string),
  expiresAt: codecs.instant,
})
const granted = t.type({
  ...grantedFirst.props,
  /** When the user had proved who they are, for an id_token; null: told by nobody before version 2. */
  authenticatedAt: codecs.nullable(codecs.instant),
})
const redeemed = t.type({ familyId: codecs.safeInteger, at: codecs.instant })
const replayed = t.type({ familyId: codecs.safeInteger, at: codecs.instant })

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

export const authorizationGrantEvents = eventCatalogue({
  AuthorizationGranted: pipe(
    current(granted, 2),
    lifting(1, grantedFirst, (old): Data<typeof granted> => ({ ...old, authenticatedAt: null })),
  ),
  CodeRedeemed: current(redeemed),
  /** The code came a second time: whoever has it stole it, or the first one did (RFC 6749 §4.1.2). */
  CodeReplayed: current(replayed),
})

export type AuthorizationGrantEvent = EventOf<typeof authorizationGrantEvents>
