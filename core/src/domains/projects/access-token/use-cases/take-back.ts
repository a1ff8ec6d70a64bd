import * as E from 'fp-ts/lib/Either.js'
import { abandonStream } from '../../../../app/abandon-stream.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { UseCase, UseCaseResult } from '../../../../app/forge.js'
import { CREATION_GRACE_MS } from '../../../../app/reserve-names.js'
import { secondsAfter, streamOf, unavailable } from '../../../../kernel/index.js'
import { personalAccessToken } from '../../../identity/personal-access-token/aggregate.js'
import { user } from '../../../identity/user/decider.js'
import { member, membershipId } from '../../member/aggregate.js'

/**
 * Takes back tokens and memberships of bot users whom a crash kept from coming: the three are written side by side, and nothing shows a token
 * or a membership without its user. To be called at start and once a day. Gives how many are left so. Rejections: `Unavailable`.
 */
export const takeBackAccessTokens: UseCase<void, number> = async (forge, { context }) => {
  const { read, aggregates } = forge
  const before = secondsAfter(context.at, -CREATION_GRACE_MS / 1000)
  const [tokens, memberships] = [read.personalAccessTokens.withoutUser(before), read.members.withoutUser(before)]
  const never = new Set<number>()
  const missing = [...new Set([...tokens, ...memberships].map(({ userId }) => userId))]
  const settled = await executeForEach(forge, context, missing, async (userId, own): UseCaseResult<void> => {
    const beginning = await abandonStream(forge.events, streamOf(user, userId), own)
    if (beginning === 'unknown') return E.left(unavailable('it is not known whether the user exists'))
    if (beginning === 'abandoned') never.add(userId)
    return E.right(undefined)
  })
  if (E.isLeft(settled)) return settled
  const isLeft = ({ userId }: { readonly userId: number }): boolean => never.has(userId)
  const revoked = await executeForEach(forge, context, tokens.filter(isLeft), ({ id }, own) =>
    aggregates.execute(personalAccessToken, id, { type: 'Revoke' }, own),
  )
  if (E.isLeft(revoked)) return revoked
  return executeForEach(forge, context, memberships.filter(isLeft), ({ source, sourceId, userId }, own) =>
    aggregates.execute(member, membershipId(source, sourceId, userId), { type: 'Remove' }, own),
  )
}
