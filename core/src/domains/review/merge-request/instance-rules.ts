import type { Settings } from '../../instance/settings/catalogue/index.js'

/** The limits of a stored diff. */
export interface DiffLimits {
  readonly files: number
  readonly lines: number
  /** A larger patch of one file is left out. */
  readonly patchBytes: number
}

export const diffLimits = (settings: Settings): DiffLimits => ({
  files: settings.diff_max_files,
  lines: settings.diff_max_lines,
  patchBytes: settings.diff_max_patch_bytes,
})
