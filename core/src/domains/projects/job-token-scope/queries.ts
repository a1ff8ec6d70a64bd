import type { Page, PageRequest } from '../../../ports/read-model.js'

/** What can be asked of the projects whose jobs reach another. */
export interface JobTokenScopeQueries {
  /** Whether the list of a project counts. */
  readonly isInbound: (projectId: number) => boolean
  readonly isAllowed: (projectId: number, targetId: number) => boolean
  /** The project itself and those on its list, by id. */
  readonly list: (projectId: number, page: PageRequest) => Page<number>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly jobTokenScopes: JobTokenScopeQueries
  }
}
