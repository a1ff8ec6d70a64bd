import type * as t from 'io-ts'
import { type Changes, codecs } from '../../../kernel/index.js'

const minutes = codecs.nullable(codecs.safeInteger)

/** Monthly minutes of shared runners, and additionally purchased ones, of users and groups. Null: the default of the instance. */
export const runnerMinutes = { sharedRunnersMinutesLimit: minutes, extraSharedRunnersMinutesLimit: minutes }

/** Requested minutes of shared runners; null: the default of the instance. */
export type RunnerMinutes = Changes<t.TypeOf<t.TypeC<typeof runnerMinutes>>>

const NEGATIVE = ['must be greater than or equal to 0']
const errorsOf = (minutes: number | null | undefined) => ((minutes ?? 0) < 0 ? NEGATIVE : [])

/**
 * The errors of shared runner minutes, by the field names of the API, for users and groups alike.
 * Limits are whole minutes and not negative.
 */
export const runnerMinutesErrors = (wanted: RunnerMinutes) => ({
  shared_runners_minutes_limit: errorsOf(wanted.sharedRunnersMinutesLimit),
  extra_shared_runners_minutes_limit: errorsOf(wanted.extraSharedRunnersMinutesLimit),
})
