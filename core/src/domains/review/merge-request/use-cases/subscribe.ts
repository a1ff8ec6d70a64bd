import * as E from 'fp-ts/lib/Either.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { recordNotFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'
import { findMergeRequest, type MergeRequestRef } from './find.js'

/** The explicit wish wins; without one, whoever takes part is subscribed. */
export const isSubscribedTo = (forge: Forge, id: number, userId: number): boolean =>
  forge.read.mergeRequests.subscription(id, userId) ?? forge.read.mergeRequests.participants(id).includes(userId)

export interface SetSubscription {
  readonly mergeRequest: MergeRequestRef
  readonly subscribed: boolean
}

/** Subscribes or unsubscribes the caller. Rejections: `NotFound`, `RecordNotFound`, `Forbidden`; `NotModified` where it is so already. */
export const setSubscription: UseCase<SetSubscription, MergeRequestRow> = async (
  forge,
  { principal, context },
  { mergeRequest: ref, subscribed },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const { id } = found.right.row
  const { userId } = principal
  const participates = forge.read.mergeRequests.participants(id).includes(userId)
  const command = { type: subscribed ? 'Subscribe' : 'Unsubscribe', userId, participates } as const
  const done = await forge.aggregates.execute(mergeRequest, id, command, context)
  if (E.isLeft(done)) return done
  const row = forge.read.mergeRequests.byId(id)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}
