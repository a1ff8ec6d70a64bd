import type { Thoroughness } from '../../../../ports/git.js'
import type { Settings } from '../catalogue.js'

const isDue = (moves: number, period: number): boolean => period > 0 && moves % period === 0

/** What is to be done for a repository whose refs have moved so often; undefined for nothing. */
export const housekeepingTask = (moves: number, settings: Settings): Thoroughness | undefined => {
  if (!settings.housekeeping_enabled) return undefined
  if (isDue(moves, settings.housekeeping_gc_period)) return 'gc'
  if (isDue(moves, settings.housekeeping_full_repack_period)) return 'full'
  return isDue(moves, settings.housekeeping_incremental_repack_period) ? 'incremental' : undefined
}
