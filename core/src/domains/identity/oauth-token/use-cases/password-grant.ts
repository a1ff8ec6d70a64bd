import * as E from 'fp-ts/lib/Either.js'
import { SCOPES } from '../../../../access/index.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { refuse } from '../../../../kernel/index.js'
import { invalidGrant } from '../../authorization-grant/aggregate.js'
import { authenticateClient, type ClientCredentials } from '../../oauth-application/use-cases.js'
import { passwordOpensGit } from '../../user/instance-rules.js'
import { checkPassword, recordSignIn } from '../../user/use-cases/sign-in.js'
import { type IssuedTokens, issueTokens, missingParameter, requestedScopes } from '../steps/issue-tokens.js'

/** A user's name and password as a client presents them (RFC 6749 §4.3.2). */
export interface PasswordGrant {
  /** Client credentials are optional, but must be correct. */
  readonly client: ClientCredentials
  readonly username: string | undefined
  readonly password: string | undefined
  readonly scope: string | undefined
}

/**
 * Issues tokens for a user's own name and password (RFC 6749 §4.3); not for users with a second factor
 * (docs/reference/behaviour/identity.md#password-grant).
 * Rejections: `OAuth` (invalid_request, invalid_client, invalid_grant, invalid_scope).
 */
export const passwordGrant: UseCase<PasswordGrant, IssuedTokens> = async (forge, caller, input) => {
  const { client, username, password } = input
  if (username === undefined) return refuse(missingParameter('username'))
  if (password === undefined) return refuse(missingParameter('password'))
  const named = client.clientId !== undefined || client.clientSecret !== undefined
  const application = named ? authenticateClient(forge, caller, client) : E.right(undefined)
  if (E.isLeft(application)) return application
  const scopes = requestedScopes(input.scope, application.right?.scopes ?? SCOPES, forge.instance)
  if (E.isLeft(scopes)) return scopes
  if (!passwordOpensGit(forge.settings.current())) return refuse(invalidGrant)
  const checked = await checkPassword(forge, caller, { login: username, password })
  if (E.isLeft(checked)) return checked.left.kind === 'Unavailable' ? checked : refuse(invalidGrant)
  if (checked.right.twoFactor !== undefined) return refuse(invalidGrant)
  const userId = checked.right.user.id
  const familyId = await forge.numbers.next('oauth-token')
  if (E.isLeft(familyId)) return familyId
  await recordSignIn(forge, { ...caller, context: withNewCommandId(forge, caller.context) }, userId)
  return issueTokens(forge, caller.context, familyId.right, {
    grant: 'password',
    application: application.right,
    userId,
    scopes: scopes.right,
    refreshable: false,
    redirectUri: null,
    codeChallenge: null,
    authenticatedAt: caller.context.at,
  })
}
