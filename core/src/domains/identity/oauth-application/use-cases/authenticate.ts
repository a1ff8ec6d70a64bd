import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { oauthError, type Rejection, refuse } from '../../../../kernel/index.js'
import type { OAuthApplicationRow } from '../queries.js'

/** How a client says who it is (RFC 6749 §2.3). */
export interface ClientCredentials {
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
}

export const invalidClient: Rejection = oauthError(
  'invalid_client',
  'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
)

/**
 * Authenticates a client: a confidential one by its secret; a public one by its id, but a secret that is sent has to be right.
 * Rejections: `OAuth` (invalid_client).
 */
export const authenticateClient = (
  forge: Forge,
  { clientId, clientSecret }: ClientCredentials,
): E.Either<Rejection, OAuthApplicationRow> => {
  const application = clientId === undefined ? undefined : forge.read.oauthApplications.byUid(clientId)
  if (application === undefined) return refuse(invalidClient)
  if (clientSecret === undefined) return application.confidential ? refuse(invalidClient) : E.right(application)
  const right = forge.secrets.equal(forge.secrets.digest(clientSecret), application.secretDigest)
  return right ? E.right(application) : refuse(invalidClient)
}
