import type { Settings } from '../catalogue.js'

/** How many different repositories a user may download within how many seconds; undefined where that is not limited. Administrators and those named in the settings may download any number. */
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
