import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../app/caller.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import { forbidden, type Rejection, refuse } from '../../../kernel/index.js'
import { type TimeCommand, toEstimate, toSpent } from '../../merge-request/rules/time-tracking.js'
import { issue } from '../decider.js'
import { mayAdminIssue } from '../policy.js'
import type { IssueRow } from '../queries.js'
import { findIssue, type IssueRef } from './find.js'

const track = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: IssueRef,
  commandOf: (userId: number) => E.Either<Rejection, TimeCommand>,
): Promise<E.Either<Rejection, IssueRow>> => {
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  if (principal.kind !== 'user' || !mayAdminIssue(facts)) return refuse(forbidden())
  const command = commandOf(principal.userId)
  if (E.isLeft(command)) return command
  const done = await forge.aggregates.execute(issue, row.id, command.right, context)
  return E.isLeft(done) ? done : E.right(forge.read.issues.byId(row.id) ?? row)
}

/** Sets the estimate; null resets it. Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden`; `Invalid` (time_estimate). */
export const setIssueTimeEstimate =
  (caller: Caller, ref: IssueRef, duration: string | null): UseCase<IssueRow> =>
  (forge) =>
  () =>
    track(forge, caller, ref, () => toEstimate(duration))

/** Adds time spent; a negative duration takes some back; `at`: when it was spent. Rejections: as above, and `Invalid` where more is taken back than was spent. */
export const addIssueTimeSpent =
  (
    caller: Caller,
    ref: IssueRef,
    duration: string,
    summary: string | undefined,
    at = caller.context.at,
  ): UseCase<IssueRow> =>
  (forge) =>
  () =>
    track(forge, caller, ref, (by) => toSpent(duration, { by, summary, at }))

/** Takes all spent time back. Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden`. */
export const resetIssueTimeSpent =
  (caller: Caller, ref: IssueRef): UseCase<IssueRow> =>
  (forge) =>
  () =>
    track(forge, caller, ref, (by) => E.right({ type: 'ResetTimeSpent', by, at: caller.context.at }))
