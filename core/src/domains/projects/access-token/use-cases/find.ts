import * as E from 'fp-ts/lib/Either.js'
import type { AccessLevel } from '../../../../access/index.js'
import type { Query } from '../../../../app/forge.js'
import { dayOf, missing, refuse } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { TokenRow } from '../../../identity/personal-access-token/queries.js'
import type { SourceRef } from '../../member/steps/source.js'
import { tokenSource } from '../access.js'

/** A token of a project or group, with the role of its bot user there. */
export interface AccessToken {
  readonly token: TokenRow
  readonly level: AccessLevel
}

/** Which tokens of a project or group a list contains. */
export interface ListAccessTokens extends SourceRef {
  readonly state?: 'active' | 'inactive' | undefined
  readonly page: PageRequest
}

/** Tokens of a project or group, by number. Rejections: `NotFound` (Project, Group); `Unauthenticated`. */
export const listAccessTokens: Query<ListAccessTokens, Page<AccessToken>> = (forge, { principal }, input) => {
  const found = tokenSource(forge, principal, input)
  if (E.isLeft(found)) return found
  const { source, id } = found.right
  const roles = new Map(forge.read.members.bots(source, id).map(({ userId, level }) => [userId, level]))
  const filter = { userIds: [...roles.keys()], impersonation: false, state: input.state } as const
  const today = dayOf(forge.clock.now())
  const { rows, total } = forge.read.personalAccessTokens.list({ ...filter, today }, input.page)
  return E.right({ rows: rows.map((token) => ({ token, level: roles.get(token.userId) ?? 0 })), total })
}

/** A token as the API names it. */
export interface AccessTokenRef extends SourceRef {
  readonly tokenId: number
}

/** One token of a project or group. Rejections: `NotFound` (Project, Group); `Unauthenticated`; `Missing`. */
export const getAccessToken: Query<AccessTokenRef, AccessToken> = (forge, { principal }, input) => {
  const found = tokenSource(forge, principal, input)
  if (E.isLeft(found)) return found
  const { source, id } = found.right
  const token = forge.read.personalAccessTokens.byId(input.tokenId)
  const bot = forge.read.members.bots(source, id).find(({ userId }) => userId === token?.userId)
  if (token !== undefined && bot !== undefined && !token.impersonation) return E.right({ token, level: bot.level })
  return refuse(missing(`404 Could not find ${source} access token with token_id: ${input.tokenId} Not Found`))
}
