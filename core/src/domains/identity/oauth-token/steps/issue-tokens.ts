import * as E from 'fp-ts/lib/Either.js'
import type { Scope } from '../../../../access/index.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, Instance } from '../../../../app/forge.js'
import { offeredScopes } from '../../../../app/offered-scopes.js'
import { type Instant, millisecondsOf, oauthError, type Rejection, refuse } from '../../../../kernel/index.js'
import { invalidGrant } from '../../authorization-grant/aggregate.js'
import type { OAuthApplicationRow } from '../../oauth-application/queries.js'
import { accountRefusal } from '../../user/policy.js'
import { oauthToken } from '../decider.js'
import type { GrantType } from '../events.js'
import { lifetimeOf } from '../lifetime.js'

/** Issued tokens, shown once. */
export interface IssuedTokens {
  readonly familyId: number
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** Seconds; undefined: never. */
  readonly expiresIn: number | undefined
  readonly scopes: ReadonlyArray<Scope>
  /** Unix epoch seconds. */
  readonly createdAt: number
  readonly userId: number | null
  /** When the user authenticated. */
  readonly authenticatedAt: Instant | null
}

/** A moment in Unix epoch seconds. */
export const epochSeconds = (context: Pick<CommandContext, 'at'>): number =>
  Math.floor(millisecondsOf(context.at) / 1000)

/** The user, scopes and grant of new tokens. */
export interface Issue {
  readonly grant: GrantType
  readonly application: OAuthApplicationRow | undefined
  readonly userId: number | null
  readonly scopes: ReadonlyArray<Scope>
  readonly refreshable: boolean
  readonly redirectUri: string | null
  readonly codeChallenge: string | null
  readonly authenticatedAt: Instant | null
}

/** Issues the first tokens of a family whose number has been allocated. */
export const issueTokens = async (
  forge: Forge,
  context: CommandContext,
  familyId: number,
  issue: Issue,
): Promise<E.Either<Rejection, IssuedTokens>> => {
  const accessToken = forge.secrets.hex(32)
  const refreshToken = issue.refreshable ? forge.secrets.hex(32) : undefined
  const lifetime = lifetimeOf(issue.application, forge.instance.release)
  const issued = await forge.aggregates.execute(
    oauthToken,
    familyId,
    {
      type: 'Issue',
      grant: issue.grant,
      applicationId: issue.application?.id ?? null,
      userId: issue.userId,
      scopes: issue.scopes,
      accessDigest: forge.secrets.digest(accessToken),
      refreshDigest: refreshToken === undefined ? null : forge.secrets.digest(refreshToken),
      lifetime,
      redirectUri: issue.redirectUri,
      codeChallenge: issue.codeChallenge,
      authenticatedAt: issue.authenticatedAt,
      at: context.at,
    },
    context,
  )
  if (E.isLeft(issued)) return issued
  return E.right({
    familyId,
    accessToken,
    refreshToken,
    expiresIn: lifetime ?? undefined,
    scopes: issue.scopes,
    createdAt: epochSeconds(context),
    userId: issue.userId,
    authenticatedAt: issue.authenticatedAt,
  })
}

/** The refusal of scopes that the client may not have (RFC 6749 §5.2). */
const invalidScope: Rejection = oauthError('invalid_scope', 'The requested scope is invalid, unknown, or malformed.')

/**
 * The scopes that a client requests, limited to those it may have in this release. Without a request it gets the default scope, or all where
 * the default is not among them.
 */
export const requestedScopes = (
  requested: string | undefined,
  most: ReadonlyArray<Scope>,
  { release }: Instance,
): E.Either<Rejection, ReadonlyArray<Scope>> => {
  const allowed = offeredScopes(most, release)
  const words = (requested ?? '').split(/[\s+]+/).filter((word) => word !== '')
  if (words.length === 0) return E.right(allowed.includes('api') ? ['api'] : allowed)
  const known = [...new Set(words)]
  return known.every((word) => (allowed as ReadonlyArray<string>).includes(word))
    ? E.right(known as unknown as ReadonlyArray<Scope>)
    : refuse(invalidScope)
}

/** Tokens act only for users who may use the instance. */
export const mayUseToken = (forge: Forge, userId: number | null): E.Either<Rejection, void> => {
  if (userId === null) return E.right(undefined)
  const user = forge.read.users.byId(userId)
  const standing =
    user === undefined ? invalidGrant : accountRefusal({ status: user.state, confirmed: user.confirmedAt !== null })
  return standing === undefined ? E.right(undefined) : refuse(invalidGrant)
}

/** The refusal where a required parameter is missing. */
export const missingParameter = (name: string): Rejection =>
  oauthError('invalid_request', `Missing required parameter: ${name}.`)
