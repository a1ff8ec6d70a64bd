import type { Rejection } from '../../../kernel/index.js'
import type { Settings } from '../settings/catalogue/index.js'

/** The refusal of a write in maintenance mode. */
const READ_ONLY_SENTENCE = 'You cannot perform write operations on a read-only instance'

/** The default banner in maintenance mode. */
const READ_ONLY_BANNER = 'This instance is in maintenance mode: nothing can be changed just now.'

/** The refusal of a push in maintenance mode. */
export const READ_ONLY_PUSH_SENTENCE =
  'Git push is not allowed because this GitLab instance is currently in (read-only) maintenance mode.'

/** The banner on every page in maintenance mode; undefined while it is off. */
export const maintenanceBanner = (settings: Settings): string | undefined => {
  if (!settings.maintenance_mode) return undefined
  const message = settings.maintenance_mode_message?.trim()
  return message === undefined || message === '' ? READ_ONLY_BANNER : message
}

const OPEN = [
  /^\/api\/v4\/application\/settings$/,
  /^\/api\/v\d+\/internal(?:\/|$)/,
  /^\/oauth\/token$/,
  /^\/users\/sign_(?:in|out)$/,
  /^\/admin\/session(?:\/|$)/,
  /^\/admin\/application_settings\/general$/,
  /\.git\/git-upload-pack$/,
  /\/compare$/,
]

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The refusal of a request in maintenance mode; undefined where it is allowed. Administrators may write. */
export const maintenanceRefusal = (
  request: { readonly method: string; readonly path: string; readonly admin: boolean },
  settings: Settings,
): Rejection | undefined => {
  if (!settings.maintenance_mode || request.admin || READING.has(request.method)) return undefined
  if (OPEN.some((path) => path.test(request.path))) return undefined
  return { kind: 'ReadOnly', message: READ_ONLY_SENTENCE }
}

/** Whether the metrics page is served. */
export const servesMetrics = (settings: Settings): boolean => settings.prometheus_metrics_enabled
