import type { Page, PageRequest } from '../../../ports/read-model.js'

/** The queries of job token scopes. */
export interface JobTokenScopeQueries {
  /** Whether a project restricts access to allowed projects. */
  readonly isInbound: (projectId: number) => boolean
  readonly isAllowed: (projectId: number, targetId: number) => boolean
  /** The project itself and the allowed ones, by id. */
  readonly list: (projectId: number, page: PageRequest) => Page<number>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly jobTokenScopes: JobTokenScopeQueries
  }
}
