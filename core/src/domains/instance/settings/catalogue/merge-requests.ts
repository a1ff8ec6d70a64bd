import { coerced, count, flag } from './builders.js'

/** Merge requests. */
export const mergeRequests = {
  time_tracking_limit_to_hours: flag('Spent and estimated time is told in hours at most.', coerced),
  diff_max_patch_bytes: count('A larger patch of one file is left out.', coerced, {
    min: 204800,
    max: 512000,
    unit: 'bytes',
  }),
  diff_max_files: count('The most files of a diff.', coerced, { min: 1000, max: 3000, unit: 'files' }),
  diff_max_lines: count('The most lines of a diff.', coerced, { min: 50000, max: 100000, unit: 'lines' }),
}
