import * as E from 'fp-ts/lib/Either.js'
import { SCOPES, type Scope } from '../../../access/index.js'
import { alongside, type CommandContext } from '../../../app/command-context.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import { oauthError, type Rejection, refuse } from '../../../kernel/index.js'
import { challengeOf, isVerifier } from '../../authorization-grant/challenge.js'
import { authorizationGrant, invalidGrant } from '../../authorization-grant/decider.js'
import { authenticateClient, type ClientCredentials } from '../../oauth-application/use-cases/authenticate.js'
import { passwordOpensGit } from '../../settings/effects/accounts.js'
import { checkPassword, noteSignIn } from '../../user/use-cases/sign-in.js'
import { oauthToken } from '../decider.js'
import { epochSeconds, type IssuedTokens, issueTokens, lifetimeOf, mayAct, requestedScopes } from './issue.js'

const missing = (name: string): Rejection => oauthError('invalid_request', `Missing required parameter: ${name}.`)

export interface CodeExchange {
  readonly context: CommandContext
  readonly client: ClientCredentials
  readonly code: string | undefined
  readonly redirectUri: string | undefined
  readonly codeVerifier: string | undefined
}

export interface ExchangedTokens extends IssuedTokens {
  readonly nonce: string | null
}

/**
 * Redeems an authorization code (RFC 6749 §4.1.3, RFC 7636 §4.5).
 *
 * A code that comes twice is refused and voids the tokens it gave (RFC 6749 §4.1.2).
 * Rejections: `OAuth` (invalid_request, invalid_client, invalid_grant).
 */
export const exchangeCode =
  (input: CodeExchange): UseCase<ExchangedTokens> =>
  (forge) =>
  async () => {
    const { context, code, redirectUri, codeVerifier } = input
    if (code === undefined) return refuse(missing('code'))
    if (redirectUri === undefined) return refuse(missing('redirect_uri'))
    const client = authenticateClient(forge, input.client)
    if (E.isLeft(client)) return client
    if (codeVerifier !== undefined && !isVerifier(codeVerifier)) return refuse(invalidGrant)
    const streamId = forge.secrets.digest(code)
    const grant = await forge.aggregates.load(authorizationGrant, streamId)
    if (E.isLeft(grant)) return grant
    const given = grant.right.state
    if (given.kind === 'none' || given.applicationId !== client.right.id) return refuse(invalidGrant)
    const active = mayAct(forge, given.userId)
    if (E.isLeft(active)) return active
    const familyId = await forge.numbers.next('oauth-token')
    if (E.isLeft(familyId)) return familyId
    const redeemed = await forge.aggregates.execute(
      authorizationGrant,
      streamId,
      {
        type: 'Redeem',
        applicationId: client.right.id,
        redirectUri,
        challengeOfVerifier: codeVerifier === undefined ? undefined : challengeOf(codeVerifier, forge.secrets.digest),
        familyId: familyId.right,
        at: context.at,
      },
      context,
    )
    if (E.isLeft(redeemed)) {
      await noteReplay(input, streamId)(forge)()
      return redeemed
    }
    const issued = await issueTokens(forge, alongside(forge, context), familyId.right, {
      grant: 'authorization_code',
      application: client.right,
      userId: given.userId,
      scopes: given.scopes,
      refreshable: true,
      redirectUri: given.redirectUri,
      codeChallenge: given.codeChallenge,
      authenticatedAt: given.authenticatedAt,
    })
    if (E.isLeft(issued)) return issued
    return wasReplayed(forge, context, streamId, issued.right, given.nonce)
  }

/** Whoever used the code a second time before there was anything to void leaves a note: what was issued meanwhile is void as well. */
const wasReplayed = async (
  forge: Forge,
  context: CommandContext,
  streamId: string,
  issued: IssuedTokens,
  nonce: string | null,
): Promise<E.Either<Rejection, ExchangedTokens>> => {
  const grant = await forge.aggregates.load(authorizationGrant, streamId)
  if (E.isLeft(grant)) return grant
  const { state } = grant.right
  if (state.kind !== 'granted' || !state.replayed) return E.right({ ...issued, nonce })
  const revoke = { type: 'Revoke', at: context.at } as const
  const revoked = await forge.aggregates.execute(oauthToken, issued.familyId, revoke, alongside(forge, context))
  return E.isLeft(revoked) ? revoked : refuse(invalidGrant)
}

/** Voids what a code gave, where the code had been redeemed before. */
const noteReplay =
  ({ context }: CodeExchange, streamId: string): UseCase<void> =>
  (forge) =>
  async () => {
    const noted = await forge.aggregates.execute(
      authorizationGrant,
      streamId,
      { type: 'NoteReplay', at: context.at },
      alongside(forge, context),
    )
    if (E.isLeft(noted)) return noted
    const { state } = noted.right
    if (state.kind === 'granted' && state.familyId !== null && state.replayed)
      await forge.aggregates.execute(
        oauthToken,
        state.familyId,
        { type: 'Revoke', at: context.at },
        alongside(forge, context),
      )
    return E.right(undefined)
  }

export interface RefreshRequest {
  readonly context: CommandContext
  readonly client: ClientCredentials
  readonly refreshToken: string | undefined
  readonly redirectUri: string | undefined
  readonly codeVerifier: string | undefined
  readonly scope: string | undefined
}

/** Replaces both tokens of a family; the old ones are dead at once. Rejections: `OAuth` (invalid_request, invalid_client, invalid_grant, invalid_scope). */
export const refreshTokens =
  (input: RefreshRequest): UseCase<IssuedTokens> =>
  (forge) =>
  async () => {
    const { context, refreshToken, redirectUri, codeVerifier } = input
    if (refreshToken === undefined) return refuse(missing('refresh_token'))
    const client = authenticateClient(forge, input.client)
    if (E.isLeft(client)) return client
    const presented = forge.secrets.digest(refreshToken)
    const row = forge.read.oauthTokens.byRefreshDigest(presented)
    if (row === undefined) return refuse(invalidGrant)
    const active = mayAct(forge, row.userId)
    if (E.isLeft(active)) return active
    const scopes =
      input.scope === undefined || input.scope.trim() === ''
        ? E.right(undefined)
        : requestedScopes(input.scope, SCOPES, forge.instance)
    if (E.isLeft(scopes)) return scopes
    const accessToken = forge.secrets.hex(32)
    const nextRefresh = forge.secrets.hex(32)
    const lifetime = lifetimeOf(forge, client.right)
    const refreshed = await forge.aggregates.execute(
      oauthToken,
      row.familyId,
      {
        type: 'Refresh',
        applicationId: client.right.id,
        presented,
        scopes: scopes.right,
        redirectUri,
        challengeOfVerifier: codeVerifier === undefined ? undefined : challengeOf(codeVerifier, forge.secrets.digest),
        accessDigest: forge.secrets.digest(accessToken),
        refreshDigest: forge.secrets.digest(nextRefresh),
        lifetime,
        at: context.at,
      },
      context,
    )
    if (E.isLeft(refreshed)) return refreshed
    const state = refreshed.right.state
    return E.right({
      familyId: row.familyId,
      accessToken,
      refreshToken: nextRefresh,
      expiresIn: lifetime ?? undefined,
      scopes: state.kind === 'live' ? state.scopes : [],
      createdAt: epochSeconds(context),
      userId: row.userId,
      authenticatedAt: state.kind === 'live' ? state.authenticatedAt : null,
    })
  }

export interface PasswordGrant {
  readonly context: CommandContext
  /** A client that says who it is has to be right; none is needed. */
  readonly client: ClientCredentials
  readonly username: string | undefined
  readonly password: string | undefined
  readonly scope: string | undefined
}

const ANY_CLIENT_SCOPES: ReadonlyArray<Scope> = SCOPES

/**
 * Tokens for a user's own name and password (RFC 6749 §4.3); not for users with a second factor (contract 1, Authentication).
 * Rejections: `OAuth` (invalid_request, invalid_client, invalid_grant, invalid_scope).
 */
export const passwordGrant =
  (input: PasswordGrant): UseCase<IssuedTokens> =>
  (forge) =>
  async () => {
    const { context, client, username, password } = input
    if (username === undefined) return refuse(missing('username'))
    if (password === undefined) return refuse(missing('password'))
    const named = client.clientId !== undefined || client.clientSecret !== undefined
    const application = named ? authenticateClient(forge, client) : E.right(undefined)
    if (E.isLeft(application)) return application
    const scopes = requestedScopes(input.scope, application.right?.scopes ?? ANY_CLIENT_SCOPES, forge.instance)
    if (E.isLeft(scopes)) return scopes
    if (!passwordOpensGit(forge.settings.current())) return refuse(invalidGrant)
    const checked = await checkPassword({ login: username, password })(forge)()
    if (E.isLeft(checked)) return checked.left.kind === 'Unavailable' ? checked : refuse(invalidGrant)
    if (checked.right.twoFactor !== undefined) return refuse(invalidGrant)
    const userId = checked.right.user.id
    const familyId = await forge.numbers.next('oauth-token')
    if (E.isLeft(familyId)) return familyId
    await noteSignIn({ userId, context: alongside(forge, context) })(forge)()
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

/** Tokens of a client for itself: they act for nobody (RFC 6749 §4.4). Rejections: `OAuth` (invalid_client, invalid_scope). */
export const clientCredentialsGrant =
  (input: Pick<PasswordGrant, 'context' | 'client' | 'scope'>): UseCase<IssuedTokens> =>
  (forge) =>
  async () => {
    const application = authenticateClient(forge, input.client)
    if (E.isLeft(application)) return application
    const scopes = requestedScopes(input.scope, application.right.scopes, forge.instance)
    if (E.isLeft(scopes)) return scopes
    const familyId = await forge.numbers.next('oauth-token')
    if (E.isLeft(familyId)) return familyId
    return issueTokens(forge, input.context, familyId.right, {
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
