import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../app/caller.js'
import type { Forge, UseCase, UseCaseResult } from '../../app/forge.js'
import type { Instant, Rejection } from '../../kernel/index.js'
import { type TimeCommand, toEstimate, toSpent } from './time-tracking.js'

/** Gives a thing a command about its time, for those who may; what the command is depends on who asks. */
export type Track<Ref, Row> = (
  forge: Forge,
  caller: Caller,
  ref: Ref,
  commandOf: (userId: number) => E.Either<Rejection, TimeCommand>,
) => UseCaseResult<Row>

/** An estimate for a thing. */
export interface SetEstimate<Ref> {
  readonly ref: Ref
  /** As people write it; null resets the estimate. */
  readonly duration: string | null
}

/** Time spent on a thing. */
export interface AddSpent<Ref> {
  readonly ref: Ref
  /** As people write it; negative takes some back. */
  readonly duration: string
  readonly summary?: string | undefined
  /** When it was spent; now where it is left out. */
  readonly at?: Instant | undefined
}

/** What can be asked for about the time of one kind of thing. */
export interface TimeTracking<Ref, Row> {
  readonly setEstimate: UseCase<SetEstimate<Ref>, Row>
  readonly addSpent: UseCase<AddSpent<Ref>, Row>
  readonly resetSpent: UseCase<Ref, Row>
}

/** The use cases about the time of one kind of thing. */
export const timeTracking = <Ref, Row>(track: Track<Ref, Row>): TimeTracking<Ref, Row> => ({
  setEstimate: (forge, caller, { ref, duration }) => track(forge, caller, ref, () => toEstimate(duration)),
  addSpent: (forge, caller, { ref, duration, summary, at = caller.context.at }) =>
    track(forge, caller, ref, (by) => toSpent(duration, { by, summary, at })),
  resetSpent: (forge, caller, ref) =>
    track(forge, caller, ref, (by) => E.right({ type: 'ResetTimeSpent', by, at: caller.context.at })),
})
