import type { VisibilityScope } from '../../../access/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'

/** Where to search; everywhere without either. */
export interface SearchScope {
  readonly projectId?: number | undefined
  /** In this group and the groups below it. */
  readonly groupId?: number | undefined
}

/** What to search for, and for whom. */
export interface TextSearch extends SearchScope {
  readonly text: string
  readonly visibleTo: VisibilityScope
}

/** Searches that no list of the API offers, newest first by number. */
export interface SearchQueries {
  /** Milestones of projects. */
  readonly milestones: (search: TextSearch, page: PageRequest) => Page<number>
  /** Notes of users on the issues and merge requests of a project; `internal`: internal notes too. */
  readonly notes: (search: TextSearch & { readonly internal: boolean }, page: PageRequest) => Page<number>
  /** Users by a part of name or user name; within a scope only those who have a role in it. */
  readonly users: (search: TextSearch, page: PageRequest) => Page<number>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly search: SearchQueries
  }
}
