import * as E from 'fp-ts/lib/Either.js'
import { effectiveLevel } from '../../../../access/index.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { badRequest, dayOf, refuse } from '../../../../kernel/index.js'
import { personalAccessToken } from '../../../identity/personal-access-token/aggregate.js'
import { replaceToken } from '../../../identity/personal-access-token/use-cases/rotate.js'
import { eraseUser } from '../../../identity/user/use-cases/change.js'
import { member, membershipId } from '../../member/aggregate.js'
import { tokenSource } from '../access.js'
import { type AccessToken, type AccessTokenRef, getAccessToken } from './find.js'

const ROLE_ABOVE = badRequest('Not eligible to rotate token with access level higher than the user')

/**
 * Replaces a token by a new one of the same bot user, whose membership lasts as long. Rejections: those of `getAccessToken` and
 * `replaceToken`; `BadRequest` for a token with a role above the caller's.
 */
export const rotateAccessToken: UseCase<AccessTokenRef, AccessToken & { readonly secret: string }> = async (
  forge,
  caller,
  input,
) => {
  const found = tokenSource(forge, caller.principal, input)
  const before = getAccessToken(forge, caller, input)
  if (E.isLeft(found)) return found
  if (E.isLeft(before)) return before
  // The caller receives the new secret, and with it the role.
  if (before.right.level > effectiveLevel(found.right.viewer)) return refuse(ROLE_ABOVE)
  const made = await replaceToken(forge, caller, before.right.token)
  if (E.isLeft(made)) return made
  const { token, secret } = made.right
  const { level } = before.right
  const { source, id } = found.right
  const stays = await forge.aggregates.execute(
    member,
    membershipId(source, id, token.userId),
    {
      type: 'Change',
      source,
      level,
      expiresAt: token.expiresAt,
      today: dayOf(caller.context.at),
      inherited: undefined,
    },
    withNewCommandId(forge, caller.context),
  )
  return E.isLeft(stays) ? stays : E.right({ token, level, secret })
}

/** Revokes a token and erases its bot user, whose contributions are shown as those of a ghost. Rejections: those of `getAccessToken`. */
export const revokeAccessToken: UseCase<AccessTokenRef, void> = async (forge, caller, input) => {
  const found = getAccessToken(forge, caller, input)
  if (E.isLeft(found)) return found
  const { id, userId } = found.right.token
  const revoked = await forge.aggregates.execute(personalAccessToken, id, { type: 'Revoke' }, caller.context)
  if (E.isLeft(revoked)) return revoked
  const context = withNewCommandId(forge, caller.context)
  return eraseUser(forge, { principal: caller.principal, context }, { userId })
}
