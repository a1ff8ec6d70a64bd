import * as E from 'fp-ts/lib/Either.js'
import type { Scope } from '../../../../access/principal.js'
import type { Query, UseCase } from '../../../../app/forge.js'
import { type Day, invalid, notFound, refuse, unavailable } from '../../../../kernel/index.js'
import { personalAccessToken } from '../aggregate.js'
import { tokenPrefix } from '../instance-rules.js'
import { defaultExpiry, tokenExpiryFindings } from '../lifetime.js'
import type { TokenRow } from '../queries.js'
import { tokenNumber } from '../steps/token-number.js'

const SECRET_LENGTH = 20

/** A new token. */
export interface NewToken {
  readonly userId: number
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expiresAt: Day | null
  readonly impersonation?: boolean
  /** Given for the first administrator only; otherwise generated. */
  readonly secret?: string | undefined
  /** Requested before, while other work was done. */
  readonly number?: ReturnType<typeof tokenNumber>
}

/** A new token with its secret, which is shown once. */
export interface CreatedToken {
  readonly token: TokenRow
  /** Shown once; only its digest is stored. */
  readonly secret: string
}

/** Validates a new token before its user exists. Rejections: `Invalid` by field. */
export const checkNewToken: Query<Omit<NewToken, 'userId' | 'secret' | 'number'>, void> = (forge, _caller, input) => {
  const { name, scopes, expiresAt, impersonation = false } = input
  const tooLong = tokenExpiryFindings(expiresAt, forge.clock.now(), forge.settings.current())
  if (tooLong !== undefined) return refuse(invalid(tooLong))
  const command = { type: 'Create', userId: 1, name, scopes, expiresAt, digest: '', impersonation } as const
  const decided = personalAccessToken.decide(command)(personalAccessToken.initial)
  return E.isLeft(decided) ? decided : E.right(undefined)
}

/**
 * Creates a token for a user; the caller has been authorised before.
 *
 * Rejections: `NotFound` (User), `Invalid` by field.
 */
export const createToken: UseCase<NewToken, CreatedToken> = async (forge, { context }, input) => {
  const { userId, name, scopes, expiresAt, impersonation = false } = input
  if (forge.read.users.byId(userId) === undefined) return refuse(notFound('User'))
  const settings = forge.settings.current()
  const tooLong = input.secret === undefined ? tokenExpiryFindings(expiresAt, context.at, settings) : undefined
  if (tooLong !== undefined) return refuse(invalid(tooLong))
  // A secret chosen by an operator does not expire by default.
  const unnamed = input.secret === undefined ? defaultExpiry(context.at, forge.instance.release) : null
  const secret = input.secret ?? tokenPrefix(settings) + forge.secrets.token(SECRET_LENGTH)
  const id = await (input.number ?? tokenNumber(forge))
  if (E.isLeft(id)) return id
  const digest = forge.secrets.digest(secret)
  const done = await forge.aggregates.execute(
    personalAccessToken,
    id.right,
    { type: 'Create', userId, name, scopes, expiresAt: expiresAt ?? unnamed, digest, impersonation },
    context,
  )
  if (E.isLeft(done)) return done
  const token = forge.read.personalAccessTokens.byId(id.right)
  if (token === undefined) return refuse(unavailable('the read model does not show the new token'))
  return E.right({ token, secret })
}

/** Records that this token was used now, unless a use within the last ten minutes is known, on any server. Rejections: `Unavailable`. */
export const recordTokenUse: UseCase<number, void> = async (forge, { context }, tokenId) => {
  const command = { type: 'NoteUse', at: context.at } as const
  const done = await forge.aggregates.execute(personalAccessToken, tokenId, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
