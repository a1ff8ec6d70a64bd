import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { UseCase } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { type TimeCommand, toEstimate, toSpent } from '../rules/time-tracking.js'

/** Gives a thing a command about its time, for those who may; what the command is depends on who asks. */
export type Track<Ref, Row> = (
  caller: Caller,
  ref: Ref,
  commandOf: (userId: number) => E.Either<Rejection, TimeCommand>,
) => UseCase<Row>

/** What can be asked for about the time of one kind of thing. */
export const timeTracking = <Ref, Row>(track: Track<Ref, Row>) => ({
  setEstimate: (caller: Caller, ref: Ref, duration: string | null): UseCase<Row> =>
    track(caller, ref, () => toEstimate(duration)),
  addSpent: (
    caller: Caller,
    ref: Ref,
    duration: string,
    summary: string | undefined,
    at = caller.context.at,
  ): UseCase<Row> => track(caller, ref, (by) => toSpent(duration, { by, summary, at })),
  resetSpent: (caller: Caller, ref: Ref): UseCase<Row> =>
    track(caller, ref, (by) => E.right({ type: 'ResetTimeSpent', by, at: caller.context.at })),
})
