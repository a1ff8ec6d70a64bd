import type * as t from 'io-ts'
import { type Changes, codecs } from '../../../kernel/index.js'

const minutes = codecs.nullable(codecs.safeInteger)

/** Minutes of shared runners in a month, and those that were bought besides, of users and of groups. Null: as the instance says. */
export const runnerMinutes = { sharedRunnersMinutesLimit: minutes, extraSharedRunnersMinutesLimit: minutes }

/** Minutes of shared runners as somebody wants them; null: as the instance says. */
export type RunnerMinutes = Changes<t.TypeOf<t.TypeC<typeof runnerMinutes>>>

const NEGATIVE = ['must be greater than or equal to 0']
const errorsOf = (minutes: number | null | undefined) => ((minutes ?? 0) < 0 ? NEGATIVE : [])

/**
 * What is wrong with minutes of shared runners, by the attributes of the API, of users and groups alike.
 * Limits are whole minutes, and none is negative.
 */
export const runnerMinutesErrors = (wanted: RunnerMinutes) => ({
  shared_runners_minutes_limit: errorsOf(wanted.sharedRunnersMinutesLimit),
  extra_shared_runners_minutes_limit: errorsOf(wanted.extraSharedRunnersMinutesLimit),
})
