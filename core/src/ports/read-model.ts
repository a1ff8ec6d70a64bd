import type { Position } from '../kernel/envelope.js'

/**
 * The queries of the read model.
 *
 * The interface is open: each domain's `queries.ts` adds its queries by declaration merging (`interface ReadModel { readonly users: UserQueries }`).
 * Queries answer at once, because each server process has its own read model, fed by projections and thrown away at will.
 */
export interface ReadModel {
  /** The last position whose events are visible. */
  readonly position: () => Position | undefined
  /** True once events up to the position are visible, at once where they are already; false after the time-out. */
  readonly reached: (position: Position) => boolean | Promise<boolean>
}

/** One page of a list with the size of the whole list. */
export interface Page<Row> {
  readonly rows: ReadonlyArray<Row>
  /** The total number of rows; undefined where counting stops (above 10,000). */
  readonly total: number | undefined
}

/** The requested page: `page` from 1, `perPage` from 1 to 100. */
export interface PageRequest {
  readonly page: number
  readonly perPage: number
}
