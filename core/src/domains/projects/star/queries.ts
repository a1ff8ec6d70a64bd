import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'

/** Somebody who gave a project a star. */
export interface StarrerRow {
  readonly userId: number
  readonly since: Instant
}

/** Which of those who gave a project a star a list is to have. */
export interface StarrerFilter {
  readonly search: string | undefined
  /** Who has a private profile is left out, but for this user; undefined: nobody is. */
  readonly publicExcept: number | null | undefined
}

/** What can be asked of stars. */
export interface StarQueries {
  /** Who gave a project a star, newest first; `search`: a part of name or user name. */
  readonly starrers: (projectId: number, filter: StarrerFilter, page: PageRequest) => Page<StarrerRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly stars: StarQueries
  }
}
