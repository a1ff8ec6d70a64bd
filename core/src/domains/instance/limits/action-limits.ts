import type { Rejection } from '../../../kernel/index.js'
import type { Settings } from '../settings/catalogue/index.js'
import type { Throttle } from './throttle-rules.js'

/** The refusal of an action that is requested too often. */
export const tooManyRequests: Rejection = {
  kind: 'Throttled',
  message: 'This endpoint has been requested too many times. Try again later.',
}

const MINUTE = 60

const limited = (name: string, limit: number, key: string): Throttle | undefined =>
  limit > 0 ? { name, limit, key, seconds: MINUTE } : undefined

/** Searches: by user, or by address for anonymous callers. */
export const searchLimit = (
  caller: { readonly userId: number | undefined; readonly address: string },
  settings: Settings,
): Throttle | undefined =>
  caller.userId === undefined
    ? limited('search_rate_limit_unauthenticated', settings.search_rate_limit_unauthenticated, caller.address)
    : limited('search_rate_limit', settings.search_rate_limit, `user:${caller.userId}`)

/** New issues of a user. */
export const issueLimit = (userId: number, settings: Settings): Throttle | undefined =>
  limited('issues_create_limit', settings.issues_create_limit, `user:${userId}`)

/** New pipelines of a user for one commit of a project. */
export const pipelineLimit = (
  of: { readonly projectId: number; readonly userId: number; readonly sha: string },
  settings: Settings,
): Throttle | undefined =>
  limited(
    'pipeline_limit_per_project_user_sha',
    settings.pipeline_limit_per_project_user_sha,
    `${of.projectId}:${of.userId}:${of.sha}`,
  )

/** Requests for one raw file of a project on the pages. */
export const rawFileLimit = (projectId: number, path: string, settings: Settings): Throttle | undefined =>
  limited('raw_blob_request_limit', settings.raw_blob_request_limit, `${projectId}:${path}`)

/** The sentence for raw files that are requested too often. */
export const RAW_FILE_SENTENCE = 'You cannot access the raw file. Please wait a minute.'

/** From how many addresses one user may send requests within how many seconds; undefined where that is not limited. */
export const uniqueAddresses = (settings: Settings): { readonly most: number; readonly seconds: number } | undefined =>
  settings.unique_ips_limit_enabled
    ? { most: settings.unique_ips_limit_per_user, seconds: settings.unique_ips_limit_time_window }
    : undefined
