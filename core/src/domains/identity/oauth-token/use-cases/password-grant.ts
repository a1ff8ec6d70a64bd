import * as E from 'fp-ts/lib/Either.js'
import { SCOPES } from '../../../../access/index.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { refuse } from '../../../../kernel/index.js'
import { invalidGrant } from '../../authorization-grant/aggregate.js'
import { authenticateClient, type ClientCredentials } from '../../oauth-application/use-cases/authenticate.js'
import { passwordOpensGit } from '../../user/instance-rules.js'
import { checkPassword, noteSignIn } from '../../user/use-cases/sign-in.js'
import { type IssuedTokens, issueTokens, missingParameter, requestedScopes } from './issue.js'

/** A user's name and password as a client presents them (RFC 6749 §4.3.2). */
export interface PasswordGrant {
  readonly context: CommandContext
  /** A client that says who it is has to be right; none is needed. */
  readonly client: ClientCredentials
  readonly username: string | undefined
  readonly password: string | undefined
  readonly scope: string | undefined
}

/**
 * Tokens for a user's own name and password (RFC 6749 §4.3); not for users with a second factor (docs/reference/behaviour/identity.md#password-grant).
 * Rejections: `OAuth` (invalid_request, invalid_client, invalid_grant, invalid_scope).
 */
export const passwordGrant = async (forge: Forge, input: PasswordGrant): UseCaseResult<IssuedTokens> => {
  const { context, client, username, password } = input
  if (username === undefined) return refuse(missingParameter('username'))
  if (password === undefined) return refuse(missingParameter('password'))
  const named = client.clientId !== undefined || client.clientSecret !== undefined
  const application = named ? authenticateClient(forge, client) : E.right(undefined)
  if (E.isLeft(application)) return application
  const scopes = requestedScopes(input.scope, application.right?.scopes ?? SCOPES, forge.instance)
  if (E.isLeft(scopes)) return scopes
  if (!passwordOpensGit(forge.settings.current())) return refuse(invalidGrant)
  const checked = await checkPassword(forge, { login: username, password })
  if (E.isLeft(checked)) return checked.left.kind === 'Unavailable' ? checked : refuse(invalidGrant)
  if (checked.right.twoFactor !== undefined) return refuse(invalidGrant)
  const userId = checked.right.user.id
  const familyId = await forge.numbers.next('oauth-token')
  if (E.isLeft(familyId)) return familyId
  await noteSignIn(forge, { userId, context: withNewCommandId(forge, context) })
  return issueTokens(forge, context, familyId.right, {
    grant: 'password',
    application: application.right,
    userId,
    scopes: scopes.right,
    refreshable: false,
    redirectUri: null,
    codeChallenge: null,
    authenticatedAt: context.at,
  })
}
