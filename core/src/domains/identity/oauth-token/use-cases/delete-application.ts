import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import { oauthApplication } from '../../oauth-application/aggregate.js'
import { oauthToken } from '../decider.js'

const revokeTokensOf = (forge: Forge, context: CommandContext, id: number) =>
  executeForEach(forge, context, forge.read.oauthTokens.ofApplication(id), ({ familyId }, own) =>
    forge.aggregates.execute(oauthToken, familyId, { type: 'Revoke', at: context.at }, own),
  )

/** Revokes every token of a client and deletes it; after an interruption it can be repeated. Rejections: `NotFound` (Application); `Unavailable`. */
export const deleteApplication: UseCase<number, void> = async (forge, { context }, id) => {
  const revoked = await revokeTokensOf(forge, context, id)
  if (E.isLeft(revoked)) return revoked
  const gone = await forge.aggregates.execute(oauthApplication, id, { type: 'Delete' }, context)
  if (E.isLeft(gone)) return gone
  // Tokens that were issued meanwhile.
  const late = await revokeTokensOf(forge, context, id)
  return E.isLeft(late) ? late : E.right(undefined)
}

/** Deletes an application of the whole instance, as `deleteApplication`. Rejections: `NotFound` (Application), also for one that a user owns. */
export const deleteInstanceApplication: UseCase<number, void> = async (forge, caller, id) => {
  const row = forge.read.oauthApplications.find(id)
  return row?.ownerId === null ? deleteApplication(forge, caller, id) : refuse(notFound('Application'))
}
