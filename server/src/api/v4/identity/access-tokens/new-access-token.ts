import {
  type CreatedToken,
  createToken,
  TOKEN_SCOPES,
  type TokenRow,
} from '@forgefold/core/domains/identity/personal-access-token'
import type { Rejection } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Context,
  type Decoded,
  date,
  integer,
  listOf,
  nullable,
  oneOfByRelease,
  optional,
  required,
  string,
} from '../../../../http/index.js'
import { callerOf } from '../../path-ids.js'

export const newTokenParams = {
  user_id: required(integer(), 'Whom the token acts for'),
  name: required(string(), 'What the token is for', { refusesBlank: true }),
  scopes: required(
    listOf(oneOfByRelease(TOKEN_SCOPES, { admin_mode: lifespanOf('tokens.admin_mode_scope') })),
    'What the token may do',
  ),
  expires_at: optional(nullable(date()), 'The day from which it is dead'),
}

/** A new token with its secret, which is shown only here; a token without expiry gets a deprecation header. */
export const newToken = <A extends { readonly expiresAt: string | null }>(
  { token, secret }: { readonly token: A; readonly secret: string },
  shown: object,
) => ({
  status: 201,
  json: Object.assign({}, shown, { token: secret }),
  deprecated: token.expiresAt === null ? [lifespanOf('personal_access_tokens.without_expiry')] : [],
})

/** Creates a token and answers with its secret, which is shown only here. */
export const answerNewToken = async (
  context: Context,
  params: Decoded<typeof newTokenParams>,
  impersonation: boolean,
  present: (token: TokenRow) => object,
) => {
  const made: E.Either<Rejection, CreatedToken> = await createToken(context.forge, callerOf(context), {
    userId: params.user_id,
    name: params.name,
    scopes: params.scopes,
    expiresAt: params.expires_at ?? null,
    impersonation,
  })
  return E.isLeft(made) ? made : E.right(newToken(made.right, present(made.right.token)))
}
