import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { dayOf } from '../../../../kernel/index.js'
import { lastTokenDay, outlivesLimit } from '../instance-rules.js'
import { revokeToken } from './revoke.js'

const PER_PAGE = 100

/** Revokes every token that outlives the limit the instance sets now; gives how many. Nothing happens where there is no limit. */
export const revokeOutlivedTokens = async (
  forge: Forge,
  input: { readonly contextOf: () => CommandContext },
): UseCaseResult<number> => {
  const settings = forge.settings.current()
  const now = forge.clock.now()
  if (lastTokenDay(now, settings) === undefined) return E.right(0)
  const doomed: Array<number> = []
  for (let page = 1; ; page++) {
    const filter = { impersonation: false, state: 'active', today: dayOf(now) } as const
    const { rows } = forge.read.personalAccessTokens.list(filter, { page, perPage: PER_PAGE })
    doomed.push(...rows.filter((token) => outlivesLimit(token, settings)).map(({ id }) => id))
    if (rows.length < PER_PAGE) break
  }
  for (const tokenId of doomed) {
    const done = await revokeToken(forge, { tokenId, context: input.contextOf() })
    if (E.isLeft(done)) return done
  }
  return E.right(doomed.length)
}
