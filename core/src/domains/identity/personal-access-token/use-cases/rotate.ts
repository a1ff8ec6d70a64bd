import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { badRequest, type Day, type Instant, refuse } from '../../../../kernel/index.js'
import type { Settings } from '../../../instance/settings/catalogue/index.js'
import { personalAccessToken } from '../aggregate.js'
import { dayAfter, lastTokenDay } from '../lifetime.js'
import type { TokenRow } from '../queries.js'
import { type CreatedToken, createToken } from './create.js'
import { readToken } from './read.js'

/** The lifetime in days of a rotated token. */
const ROTATED_LIFETIME_DAYS = 7

const rotatedExpiry = (now: Instant, settings: Settings): Day => {
  const day = dayAfter(now, ROTATED_LIFETIME_DAYS)
  const last = lastTokenDay(now, settings)
  return last !== undefined && last < day ? last : day
}

/**
 * Replaces a token by a new one with its name and scopes and a lifetime of a week, and revokes it; the caller has been authorised before.
 *
 * The new one is created first: a crash leaves one token too many, never none. Rejections: `BadRequest` for a revoked one.
 */
export const replaceToken: UseCase<TokenRow, CreatedToken> = async (forge, caller, token) => {
  if (token.revoked) return refuse(badRequest('token already revoked'))
  const { userId, name, scopes } = token
  const expiresAt = rotatedExpiry(caller.context.at, forge.settings.current())
  const made = await createToken(forge, caller, { userId, name, scopes, expiresAt })
  if (E.isLeft(made)) return made
  const context = withNewCommandId(forge, caller.context)
  const revoked = await forge.aggregates.execute(personalAccessToken, token.id, { type: 'Revoke' }, context)
  return E.isLeft(revoked) ? revoked : made
}

/** Rotates a personal access token. Rejections: those of `readToken` and `replaceToken`. */
export const rotateToken: UseCase<number, CreatedToken> = async (forge, caller, tokenId) => {
  const token = readToken(forge, caller, tokenId)
  return E.isLeft(token) ? token : replaceToken(forge, caller, token.right)
}
