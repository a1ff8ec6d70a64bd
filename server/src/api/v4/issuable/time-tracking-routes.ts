import type { Caller, Forge, UseCaseResult } from '@forgefold/core/app'
import {
  type Decoded,
  optional,
  type ParamSpecs,
  type Route,
  required,
  respond,
  route,
  string,
} from '../../../http/index.js'
import { callerOf } from '../path-ids.js'
import { timeStatsShape } from './shape.js'
import { presentTimeStats } from './time-stats.js'

type Tracked = Parameters<typeof presentTimeStats>[1]

/** One kind of issuable with its time tracking use cases. */
export interface TimeTracking<P extends ParamSpecs> {
  /** The path of the issuable. */
  readonly base: string
  readonly area: string
  /** The noun with its article. */
  readonly what: string
  readonly params: P
  /** Null resets it. */
  readonly estimate: (
    forge: Forge,
    caller: Caller,
    params: Decoded<P>,
    duration: string | null,
  ) => UseCaseResult<Tracked>
  readonly spend: (
    forge: Forge,
    caller: Caller,
    params: Decoded<P>,
    duration: string,
    summary: string | undefined,
  ) => UseCaseResult<Tracked>
  readonly resetSpent: (forge: Forge, caller: Caller, params: Decoded<P>) => UseCaseResult<Tracked>
}

const text = { duration: required(string(), 'How long, as people write it: 3h30m') }
const entry = { ...text, summary: optional(string(), 'What it was spent on') }

/** The four routes of time tracking (docs/reference/behaviour/planning.md#time-tracking). */
export const timeRoutes = <P extends ParamSpecs>(tracking: TimeTracking<P>): ReadonlyArray<Route> => {
  const { base, area, what, params } = tracking
  const shared = { method: 'POST', area, caller: 'user' } as const
  const success = { status: 200, description: 'The time statistics', schemaFor: timeStatsShape }
  return [
    route<P & typeof text>({
      ...shared,
      path: `${base}/time_estimate`,
      summary: `Estimate how long ${what} takes`,
      params: { ...params, ...text },
      success,
      handler: async (context, given) => {
        const { duration } = given as unknown as Decoded<typeof text>
        const done = await tracking.estimate(context.forge, callerOf(context), given as Decoded<P>, duration)
        return respond((row: Tracked) => presentTimeStats(context.forge, row))(done)
      },
    }),
    route<P>({
      ...shared,
      path: `${base}/reset_time_estimate`,
      summary: `Take the estimate of ${what} back`,
      params,
      success,
      handler: async (context, given) => {
        const done = await tracking.estimate(context.forge, callerOf(context), given, null)
        return respond((row: Tracked) => presentTimeStats(context.forge, row))(done)
      },
    }),
    route<P & typeof entry>({
      ...shared,
      path: `${base}/add_spent_time`,
      summary: `Add time spent on ${what}`,
      params: { ...params, ...entry },
      success: { ...success, status: 201 },
      handler: async (context, given) => {
        const { duration, summary } = given as unknown as Decoded<typeof entry>
        const done = await tracking.spend(context.forge, callerOf(context), given as Decoded<P>, duration, summary)
        return respond((row: Tracked) => presentTimeStats(context.forge, row), 201)(done)
      },
    }),
    route<P>({
      ...shared,
      path: `${base}/reset_spent_time`,
      summary: `Take all time spent on ${what} back`,
      params,
      success,
      handler: async (context, given) => {
        const done = await tracking.resetSpent(context.forge, callerOf(context), given)
        return respond((row: Tracked) => presentTimeStats(context.forge, row))(done)
      },
    }),
  ]
}
