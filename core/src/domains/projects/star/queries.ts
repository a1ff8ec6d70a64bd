import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'

/** A user who has starred a project. */
export interface StarrerRow {
  readonly userId: number
  readonly since: Instant
}

/** Which users who starred a project a list contains. */
export interface StarrerFilter {
  readonly search: string | undefined
  /** Users with private profiles are left out, except this user; undefined: none are. */
  readonly publicExcept: number | null | undefined
}

/** The queries of stars. */
export interface StarQueries {
  /** Users who have starred a project, newest first; `search`: a part of name or user name. */
  readonly starrers: (projectId: number, filter: StarrerFilter, page: PageRequest) => Page<StarrerRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly stars: StarQueries
  }
}
