import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../app/caller.js'
import type { Forge, UseCase, UseCaseResult } from '../../app/forge.js'
import type { Instant, Rejection } from '../../kernel/index.js'
import { type TimeCommand, toEstimate, toSpent } from './time-tracking.js'

/** Executes a time-tracking command on an issuable for an authorised caller; the command may depend on the caller. */
export type Track<Ref, Row> = (
  forge: Forge,
  caller: Caller,
  ref: Ref,
  commandOf: (userId: number) => E.Either<Rejection, TimeCommand>,
) => UseCaseResult<Row>

/** An estimate for an issuable. */
export interface SetEstimate<Ref> {
  readonly ref: Ref
  /** In words; null resets the estimate. */
  readonly duration: string | null
}

/** Time spent on an issuable. */
export interface AddSpent<Ref> {
  readonly ref: Ref
  /** In words; negative durations subtract. */
  readonly duration: string
  readonly summary?: string | undefined
  /** When it was spent; default: now. */
  readonly at?: Instant | undefined
}

/** The use cases of time tracking for one type. */
export interface TimeTracking<Ref, Row> {
  readonly setEstimate: UseCase<SetEstimate<Ref>, Row>
  readonly addSpent: UseCase<AddSpent<Ref>, Row>
  readonly resetSpent: UseCase<Ref, Row>
}

/** Makes the use cases of time tracking for one type. */
export const timeTracking = <Ref, Row>(track: Track<Ref, Row>): TimeTracking<Ref, Row> => ({
  setEstimate: async (forge, caller, { ref, duration }) => track(forge, caller, ref, () => toEstimate(duration)),
  addSpent: async (forge, caller, { ref, duration, summary, at = caller.context.at }) =>
    track(forge, caller, ref, (by) => toSpent(duration, { by, summary, at })),
  resetSpent: async (forge, caller, ref) =>
    track(forge, caller, ref, (by) => E.right({ type: 'ResetTimeSpent', by, at: caller.context.at })),
})
