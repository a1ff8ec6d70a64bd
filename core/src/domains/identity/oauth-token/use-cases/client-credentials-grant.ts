import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { authenticateClient } from '../../oauth-application/use-cases.js'
import { type IssuedTokens, issueTokens, requestedScopes } from '../steps/issue-tokens.js'
import type { PasswordGrant } from './password-grant.js'

/** Issues tokens for the client itself, which act for no user (RFC 6749 §4.4); it needs its secret, because anybody knows the id of a public one. Rejections: `OAuth` (invalid_client, invalid_scope). */
export const clientCredentialsGrant: UseCase<Pick<PasswordGrant, 'client' | 'scope'>, IssuedTokens> = async (
  forge,
  caller,
  input,
) => {
  const { clientId, clientSecret = '' } = input.client
  const application = authenticateClient(forge, caller, { clientId, clientSecret })
  if (E.isLeft(application)) return application
  const scopes = requestedScopes(input.scope, application.right.scopes, forge.instance)
  if (E.isLeft(scopes)) return scopes
  const familyId = await forge.numbers.next('oauth-token')
  if (E.isLeft(familyId)) return familyId
  return issueTokens(forge, caller.context, familyId.right, {
    grant: 'client_credentials',
    application: application.right,
    userId: null,
    scopes: scopes.right,
    refreshable: false,
    redirectUri: null,
    codeChallenge: null,
    authenticatedAt: null,
  })
}
