import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../app/caller.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import { forbidden, type Rejection, recordNotFound, refuse } from '../../../kernel/index.js'
import { mergeRequest } from '../decider.js'
import { mayAdmin } from '../policy.js'
import type { MergeRequestRow } from '../queries.js'
import { type TimeCommand, toEstimate, toSpent } from '../rules/time-tracking.js'
import { findRequest, type RequestRef } from './find.js'

const track = async (
  forge: Forge,
  { principal, context }: Caller,
  request: RequestRef,
  commandOf: (userId: number) => E.Either<Rejection, TimeCommand>,
): Promise<E.Either<Rejection, MergeRequestRow>> => {
  const found = findRequest(forge, principal, request, 'hidden')
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  if (principal.kind !== 'user' || !mayAdmin(facts)) return refuse(forbidden())
  const command = commandOf(principal.userId)
  if (E.isLeft(command)) return command
  const done = await forge.aggregates.execute(mergeRequest, row.id, command.right, context)
  if (E.isLeft(done)) return done
  const after = forge.read.mergeRequests.byId(row.id)
  return after === undefined ? refuse(recordNotFound) : E.right(after)
}

/** Sets the estimate; null resets it. Rejections: `NotFound`, `RecordNotFound`, `Forbidden`; `Invalid` (time_estimate). */
export const setTimeEstimate =
  (caller: Caller, request: RequestRef, duration: string | null): UseCase<MergeRequestRow> =>
  (forge) =>
  () =>
    track(forge, caller, request, () => toEstimate(duration))

/** Adds time spent; a negative duration takes some back; `at`: when it was spent. Rejections: as above, and `Invalid` where more is taken back than was spent. */
export const addTimeSpent =
  (
    caller: Caller,
    request: RequestRef,
    duration: string,
    summary: string | undefined,
    at = caller.context.at,
  ): UseCase<MergeRequestRow> =>
  (forge) =>
  () =>
    track(forge, caller, request, (by) => toSpent(duration, { by, summary, at }))

/** Takes all spent time back. Rejections: `NotFound`, `RecordNotFound`, `Forbidden`. */
export const resetTimeSpent =
  (caller: Caller, request: RequestRef): UseCase<MergeRequestRow> =>
  (forge) =>
  () =>
    track(forge, caller, request, (by) => E.right({ type: 'ResetTimeSpent', by, at: caller.context.at }))
