import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, recordNotFound, refuse } from '../../../../kernel/index.js'
import { type AddSpent, type SetEstimate, timeTracking } from '../../../issuable/track-time.js'
import { findMergeRequest, type MergeRequestRef } from '../access.js'
import { mergeRequest } from '../decider.js'
import { mayAdmin } from '../policy.js'
import type { MergeRequestRow } from '../queries.js'

const tracking = timeTracking<MergeRequestRef, MergeRequestRow>(
  async (forge, { principal, context }, request, commandOf) => {
    const found = findMergeRequest(forge, { principal }, { mergeRequest: request })
    if (E.isLeft(found)) return found
    const { row, facts } = found.right
    if (principal.kind !== 'user' || !mayAdmin(facts)) return refuse(forbidden())
    const command = commandOf(principal.userId)
    if (E.isLeft(command)) return command
    const done = await forge.aggregates.execute(mergeRequest, row.id, command.right, context)
    if (E.isLeft(done)) return done
    return E.fromNullable(recordNotFound)(forge.read.mergeRequests.byId(row.id))
  },
)

/** Sets the estimate; null resets it. Rejections: `NotFound`, `RecordNotFound`, `Forbidden`; `Invalid` (time_estimate). */
export const setTimeEstimate: UseCase<SetEstimate<MergeRequestRef>, MergeRequestRow> = tracking.setEstimate

/** Adds time spent; a negative duration subtracts; `at`: when it was spent. Rejections: as above, and `Invalid` where the total would be negative. */
export const addTimeSpent: UseCase<AddSpent<MergeRequestRef>, MergeRequestRow> = tracking.addSpent

/** Resets all spent time. Rejections: `NotFound`, `RecordNotFound`, `Forbidden`. */
export const resetTimeSpent: UseCase<MergeRequestRef, MergeRequestRow> = tracking.resetSpent
