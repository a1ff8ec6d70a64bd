import type { Position } from '../kernel/envelope.js'

/**
 * What can be asked of the read side.
 *
 * The interface is open: each domain's `queries.ts` adds its queries by declaration merging (`interface ReadModel { readonly users: UserQueries }`).
 * Queries answer at once, because each server process has its own read model, fed by projections and thrown away at will.
 */
export interface ReadModel {
  /** The last position whose events are in the answers. */
  readonly position: () => Position | undefined
  /** Resolves once events up to the position are in the answers; false when that took longer than the time-out. */
  readonly reached: (position: Position) => Promise<boolean>
}

/** One page of a list with the size of the whole. */
export interface Page<Row> {
  readonly rows: ReadonlyArray<Row>
  /** How many there are in all; undefined where counting stops (above 10,000). */
  readonly total: number | undefined
}

/** Which page is wanted: `page` from 1, `perPage` from 1 to 100. */
export interface PageRequest {
  readonly page: number
  readonly perPage: number
}
