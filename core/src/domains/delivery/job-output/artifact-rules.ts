import { type Instant, secondsAfter } from '../../../kernel/index.js'
import type { Settings } from '../../instance/settings/catalogue/index.js'
import { ciDuration } from '../pipeline/ci/ci-duration.js'

const MEGABYTE = 1024 * 1024

/** The largest permitted artifact, in bytes. */
export const artifactSizeLimit = (settings: Settings): number => settings.max_artifacts_size * MEGABYTE

/** When an artifact uploaded now expires; null: never; undefined: the text is no duration. Without a text the default of the instance applies. */
export const artifactExpiry = (
  wanted: string | undefined,
  settings: Settings,
  now: Instant,
): Instant | null | undefined => {
  const text = wanted === undefined || wanted.trim() === '' ? settings.default_artifacts_expire_in : wanted
  if (text.trim().toLowerCase() === 'never') return null
  const seconds = ciDuration(text)
  if (seconds === undefined) return undefined
  return seconds === 0 ? null : secondsAfter(now, seconds)
}
