import { type Instant, millisecondsOf } from '../../../kernel/index.js'
import type { MaintenanceTask } from '../../../ports/git.js'
import { READ_ONLY_PUSH_SENTENCE } from '../../instance/operation/maintenance.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'
import type { DiffLimits } from './collect-patches.js'

/** Why git over HTTP is refused: the protocol is disabled; undefined where it is enabled. */
export const httpGitRefusal = (settings: Settings): string | undefined =>
  settings.enabled_git_access_protocol === 'ssh' ? 'Git access over HTTP is not allowed' : undefined

/** Why a push is refused: in maintenance mode; undefined outside of it. */
export const pushRefusal = (admin: boolean, settings: Settings): string | undefined =>
  settings.maintenance_mode && !admin ? READ_ONLY_PUSH_SENTENCE : undefined

/** The largest push in bytes; undefined has no limit. */
export const pushSizeLimit = (settings: Settings): number | undefined => {
  const megabytes = settings.receive_max_input_size
  return megabytes === null || megabytes <= 0 ? undefined : megabytes * 1024 * 1024
}

/** The limits of diffs: of commits, comparisons and versions of merge requests. */
export const diffLimits = (settings: Settings): DiffLimits => ({
  files: settings.diff_max_files,
  lines: settings.diff_max_lines,
  patchBytes: settings.diff_max_patch_bytes,
})

/** Which clone URLs of a repository are shown. */
export const shownProtocols = (settings: Settings): { readonly http: boolean; readonly ssh: boolean } => ({
  http: settings.enabled_git_access_protocol !== 'ssh',
  ssh: settings.enabled_git_access_protocol !== 'http',
})

const MEGABYTE = 1024 * 1024

/** The largest repository in bytes; undefined without a limit. */
export const repositorySizeLimit = (settings: Settings): number | undefined =>
  settings.repository_size_limit > 0 ? settings.repository_size_limit * MEGABYTE : undefined

/** The present size of a repository, and the bytes that a change adds. */
export interface SizeChange {
  readonly size: number
  readonly more: number
}

const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const

/** A size in words, with two significant digits: `500 Bytes`, `1.5 MB`. */
export const humanSize = (bytes: number): string => {
  if (bytes < 1024) return bytes === 1 ? '1 Byte' : `${bytes} Bytes`
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length)
  const rounded = Number((bytes / 1024 ** power).toPrecision(2))
  return `${rounded === 1000 ? '1,000' : rounded} ${UNITS[power - 1]}`
}

const ASK = 'Please contact your administrator for more information.'

const exceeded = (size: number, limit: number): string =>
  `because this repository has exceeded its size limit of ${humanSize(limit)} by ${humanSize(size - limit)}`

/** Why a push is refused: the repository exceeds its size limit, or would; undefined where neither is so. */
export const pushSizeRefusal = ({ size, more }: SizeChange, settings: Settings): string | undefined => {
  const limit = repositorySizeLimit(settings)
  if (limit === undefined || size + more <= limit) return undefined
  if (size > limit) return `Your push has been rejected, ${exceeded(size, limit)}. ${ASK}`
  return `Your push to this repository would cause it to exceed the size limit of ${humanSize(limit)} so it has been rejected. ${ASK}`
}

/** The same for commits made over the API. */
export const commitSizeRefusal = ({ size, more }: SizeChange, settings: Settings): string | undefined => {
  const limit = repositorySizeLimit(settings)
  if (limit === undefined || size + more <= limit) return undefined
  return `Your changes could not be committed, ${exceeded(size + more, limit)}`
}

/** The same for a merge, which adds almost nothing: only a repository above the limit refuses it. */
export const mergeSizeRefusal = (size: number, settings: Settings): string | undefined => {
  const limit = repositorySizeLimit(settings)
  return limit === undefined || size <= limit
    ? undefined
    : `This merge request cannot be merged, ${exceeded(size, limit)}`
}

const isDue = (moves: number, period: number): boolean => period > 0 && moves % period === 0

/** The maintenance task due after this many ref updates; undefined where none is. */
export const housekeepingTask = (moves: number, settings: Settings): MaintenanceTask | undefined => {
  if (!settings.housekeeping_enabled) return undefined
  if (isDue(moves, settings.housekeeping_gc_period)) return 'gc'
  if (isDue(moves, settings.housekeeping_full_repack_period)) return 'full'
  return isDue(moves, settings.housekeeping_incremental_repack_period) ? 'incremental' : undefined
}

const HOUR_MS = 3_600_000
const HOURS_OF_A_ROUND = 30 * 24

/** A share of the repositories: those whose id modulo `of` is `rest`. */
export interface RepositoryShare {
  readonly rest: number
  readonly of: number
}

/** The hour of an instant, counted since the epoch. */
export const hourOf = (now: Instant): number => Math.floor(millisecondsOf(now) / HOUR_MS)

/** How many missed hours are made up for. */
const MAX_HOURS = 24

/** The hours that are due, from the one after the last that was done; at most those of the last day. */
export const hoursDue = (done: number, now: number): ReadonlyArray<number> => {
  const first = Math.max(done + 1, now - MAX_HOURS + 1)
  return Array.from({ length: Math.max(now - first + 1, 0) }, (_, index) => first + index)
}

/** Which repositories are checked in an hour: each once in thirty days; undefined where checks are off. */
export const checkedShare = (hour: number, settings: Settings): RepositoryShare | undefined =>
  settings.repository_checks_enabled ? { rest: hour % HOURS_OF_A_ROUND, of: HOURS_OF_A_ROUND } : undefined

/**
 * How many different repositories a user may download within how many seconds; undefined without a limit. Administrators and users named in
 * the settings are exempt.
 */
export const downloadLimit = (
  user: { readonly username: string; readonly admin: boolean },
  settings: Settings,
): { readonly most: number; readonly seconds: number } | undefined => {
  const most = settings.max_number_of_repository_downloads
  const seconds = settings.max_number_of_repository_downloads_within_time_period
  if (user.admin || most <= 0 || seconds <= 0) return undefined
  const name = user.username.toLowerCase()
  const exempt = settings.git_rate_limit_users_allowlist.some((listed) => listed.toLowerCase() === name)
  return exempt ? undefined : { most, seconds }
}

/** The refusal of a download. */
export const NO_DOWNLOAD_SENTENCE = 'You are not allowed to download code from this project.'
