import * as E from 'fp-ts/lib/Either.js'
import type { Query, UseCase } from '../../../../app/forge.js'
import { invalid, notFound, refuse } from '../../../../kernel/index.js'
import { personalAccessToken } from '../aggregate.js'
import { tokenExpiryFindings } from '../lifetime.js'
import { type CreatedToken, issueToken, type NewToken, shownToken } from '../steps/issue-token.js'

export type { CreatedToken, NewToken } from '../steps/issue-token.js'

/** Validates a new token before its user exists. Rejections: `Invalid` by field. */
export const checkNewToken: Query<Omit<NewToken, 'userId' | 'secret'>, void> = (forge, _caller, input) => {
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
  const { userId, expiresAt } = input
  if (forge.read.users.byId(userId) === undefined) return refuse(notFound('User'))
  const settings = forge.settings.current()
  const tooLong = input.secret === undefined ? tokenExpiryFindings(expiresAt, context.at, settings) : undefined
  if (tooLong !== undefined) return refuse(invalid(tooLong))
  const issued = await issueToken(forge, context, input)
  return E.isLeft(issued) ? issued : shownToken(forge, issued.right)
}

/** Records that this token was used now, unless a use within the last ten minutes is known, on any server. Rejections: `Unavailable`. */
export const recordTokenUse: UseCase<number, void> = async (forge, { context }, tokenId) => {
  const command = { type: 'NoteUse', at: context.at } as const
  const done = await forge.aggregates.execute(personalAccessToken, tokenId, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
