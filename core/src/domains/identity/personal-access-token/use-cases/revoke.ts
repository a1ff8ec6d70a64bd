import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { Forge, UseCase, UseCaseResult } from '../../../../app/forge.js'
import { dayOf, notFound, refuse } from '../../../../kernel/index.js'
import { personalAccessToken } from '../aggregate.js'
import { lastTokenDay, outlivesLimit } from '../lifetime.js'
import type { TokenRow } from '../queries.js'
import { type ImpersonationTokenRef, readImpersonationToken, readPresentedToken, readToken } from './read.js'

const revoke = async (forge: Forge, context: CommandContext, tokenId: number): UseCaseResult<void> => {
  const done = await forge.aggregates.execute(personalAccessToken, tokenId, { type: 'Revoke' }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Revokes a personal access token for good. Rejections: as `readToken`. */
export const revokeToken: UseCase<number, void> = async (forge, caller, tokenId) => {
  const token = readToken(forge, caller, tokenId)
  return E.isLeft(token) ? token : revoke(forge, caller.context, tokenId)
}

/** Revokes the token that the caller presented. Rejections: as `readPresentedToken`. */
export const revokePresentedToken: UseCase<void, void> = async (forge, caller) => {
  const token = readPresentedToken(forge, caller)
  return E.isLeft(token) ? token : revoke(forge, caller.context, token.right.id)
}

/** Revokes an impersonation token for good. Rejections: as `readImpersonationToken`. */
export const revokeImpersonationToken: UseCase<ImpersonationTokenRef, void> = async (forge, caller, ref) => {
  const token = readImpersonationToken(forge, caller, ref)
  return E.isLeft(token) ? token : revoke(forge, caller.context, ref.tokenId)
}

/** Revokes a token of the caller; returns it. Rejections: `NotFound` where it is not theirs or does not exist. */
export const revokeOwnToken: UseCase<number, TokenRow> = async (forge, { principal, context }, tokenId) => {
  const token = principal.kind === 'user' ? forge.read.personalAccessTokens.byId(tokenId) : undefined
  if (principal.kind !== 'user' || token?.userId !== principal.userId || token.impersonation) return refuse(notFound())
  const done = await revoke(forge, context, tokenId)
  return E.isLeft(done) ? done : E.right(token)
}

const PER_PAGE = 100

/** Revokes every token that exceeds the lifetime limit of the instance; returns how many. Nothing happens without a limit. */
export const revokeOutlivedTokens: UseCase<void, number> = async (forge, { context }) => {
  const settings = forge.settings.current()
  const now = forge.clock.now()
  if (lastTokenDay(now, settings) === undefined) return E.right(0)
  const outlived: Array<number> = []
  for (let page = 1; ; page++) {
    const filter = { impersonation: false, state: 'active', today: dayOf(now) } as const
    const { rows } = forge.read.personalAccessTokens.list(filter, { page, perPage: PER_PAGE })
    outlived.push(...rows.filter((token) => outlivesLimit(token, settings)).map(({ id }) => id))
    if (rows.length < PER_PAGE) break
  }
  return executeForEach(forge, context, outlived, (tokenId, own) => revoke(forge, own, tokenId))
}
