import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'

/** Somebody who gave a project a star. */
export interface StarrerRow {
  readonly userId: number
  readonly since: Instant
}

/** What can be asked of stars. */
export interface StarQueries {
  /** Who gave a project a star, newest first; `search`: a part of name or user name. */
  readonly starrers: (projectId: number, search: string | undefined, page: PageRequest) => Page<StarrerRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly stars: StarQueries
  }
}
