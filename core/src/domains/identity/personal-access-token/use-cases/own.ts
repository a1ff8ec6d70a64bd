import type { Forge } from '../../../../app/forge.js'
import { dayOf } from '../../../../kernel/index.js'
import type { TokenRow } from '../queries.js'

/** The active tokens of a user that the user has made, at most `most` of them. */
export const ownActiveTokens = (forge: Forge, userId: number, most: number): ReadonlyArray<TokenRow> =>
  forge.read.personalAccessTokens.list(
    { userId, impersonation: false, state: 'active', today: dayOf(forge.clock.now()) },
    { page: 1, perPage: most },
  ).rows

/** A token that a user has made; undefined where it is not theirs or does not exist. */
export const ownToken = (forge: Forge, userId: number, id: number): TokenRow | undefined => {
  const token = forge.read.personalAccessTokens.byId(id)
  return token?.userId === userId && !token.impersonation ? token : undefined
}
