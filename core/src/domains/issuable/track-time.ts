import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../app/caller.js'
import type { Forge, UseCaseResult } from '../../app/forge.js'
import type { Rejection } from '../../kernel/index.js'
import { type TimeCommand, toEstimate, toSpent } from './time-tracking.js'

/** Gives a thing a command about its time, for those who may; what the command is depends on who asks. */
export type Track<Ref, Row> = (
  forge: Forge,
  caller: Caller,
  ref: Ref,
  commandOf: (userId: number) => E.Either<Rejection, TimeCommand>,
) => UseCaseResult<Row>

/** What can be asked for about the time of one kind of thing. */
export const timeTracking = <Ref, Row>(track: Track<Ref, Row>) => ({
  setEstimate: (forge: Forge, caller: Caller, ref: Ref, duration: string | null): UseCaseResult<Row> =>
    track(forge, caller, ref, () => toEstimate(duration)),
  addSpent: (
    forge: Forge,
    caller: Caller,
    ref: Ref,
    duration: string,
    summary: string | undefined,
    at = caller.context.at,
  ): UseCaseResult<Row> => track(forge, caller, ref, (by) => toSpent(duration, { by, summary, at })),
  resetSpent: (forge: Forge, caller: Caller, ref: Ref): UseCaseResult<Row> =>
    track(forge, caller, ref, (by) => E.right({ type: 'ResetTimeSpent', by, at: caller.context.at })),
})
