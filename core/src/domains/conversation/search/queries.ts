import type { VisibilityScope } from '../../../access/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'

/** Where something is looked for; without either everywhere. */
export interface SearchScope {
  readonly projectId?: number | undefined
  /** In this group and the groups below it. */
  readonly groupId?: number | undefined
}

/** What is looked for, for whom. */
export interface TextSearch extends SearchScope {
  readonly text: string
  readonly visibleTo: VisibilityScope
}

/** What is found by its text where no list of its own looks for it, by number, newest first. */
export interface SearchQueries {
  /** Milestones of projects. */
  readonly milestones: (search: TextSearch, page: PageRequest) => Page<number>
  /** What people say about the issues and merge requests of a project; `internal`: internal notes too. */
  readonly notes: (search: TextSearch & { readonly internal: boolean }, page: PageRequest) => Page<number>
  /** Users by a part of name or user name; with a place those who have a role in it. */
  readonly users: (search: TextSearch, page: PageRequest) => Page<number>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly search: SearchQueries
  }
}
