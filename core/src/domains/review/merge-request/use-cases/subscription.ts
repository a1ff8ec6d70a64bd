import * as E from 'fp-ts/lib/Either.js'
import type { Forge, Lookup, UseCase } from '../../../../app/forge.js'
import { recordNotFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import { readsInternalNotes } from '../../../issuable/participants.js'
import { findMergeRequest, type MergeRequestRef, mergeRequestAccessOf } from '../access.js'
import { mergeRequest } from '../decider.js'
import type { MergeRequestRow } from '../queries.js'

const isNamedIn = (row: MergeRequestRow, userId: number): boolean =>
  row.authorId === userId ||
  row.assigneeIds.includes(userId) ||
  row.reviewers.some((reviewer) => reviewer.userId === userId)

/** Whether a user participates in a merge request; internal notes count only where the user may read them. */
const takesPart = (forge: Forge, id: number, userId: number): boolean => {
  const row = forge.read.mergeRequests.byId(id)
  if (row !== undefined && isNamedIn(row, userId)) return true
  const found = forge.read.mergeRequests.participant(id, userId)
  if (found?.onlyInternally !== true) return found !== undefined
  const access = row === undefined ? undefined : mergeRequestAccessOf(forge, userId, row)
  return access !== undefined && readsInternalNotes(access.target)
}

/** Whether a user is subscribed to a merge request: by their own choice, else because they participate. */
export const isSubscribedTo: Lookup<{ readonly id: number; readonly userId: number }, boolean> = (
  forge,
  { id, userId },
) => forge.read.mergeRequests.subscription(id, userId) ?? takesPart(forge, id, userId)

export interface SetSubscription {
  readonly mergeRequest: MergeRequestRef
  readonly subscribed: boolean
}

/** Subscribes or unsubscribes the caller. Rejections: `NotFound`, `RecordNotFound`, `Forbidden`; `NotModified` where nothing changes. */
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
  const participates = takesPart(forge, id, userId)
  const command = { type: subscribed ? 'Subscribe' : 'Unsubscribe', userId, participates } as const
  const done = await forge.aggregates.execute(mergeRequest, id, command, context)
  if (E.isLeft(done)) return done
  return E.fromNullable(recordNotFound)(forge.read.mergeRequests.byId(id))
}
