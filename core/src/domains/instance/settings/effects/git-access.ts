import type { Settings } from '../catalogue.js'
import { READ_ONLY_PUSH_SENTENCE } from './maintenance.js'

/** What git over HTTP is told where the protocol is switched off; undefined lets it through. */
export const httpGitRefusal = (settings: Settings): string | undefined =>
  settings.enabled_git_access_protocol === 'ssh' ? 'Git access over HTTP is not allowed' : undefined

/** What a push is told while maintenance mode is on; undefined lets it through. */
export const pushRefusal = (admin: boolean, settings: Settings): string | undefined =>
  settings.maintenance_mode && !admin ? READ_ONLY_PUSH_SENTENCE : undefined

/** The largest push in bytes; undefined has no limit. */
export const largestPush = (settings: Settings): number | undefined => {
  const megabytes = settings.receive_max_input_size
  return megabytes === null || megabytes <= 0 ? undefined : megabytes * 1024 * 1024
}

/** Which addresses of a repository are shown. */
export const shownProtocols = (settings: Settings): { readonly http: boolean; readonly ssh: boolean } => ({
  http: settings.enabled_git_access_protocol !== 'ssh',
  ssh: settings.enabled_git_access_protocol !== 'http',
})
