import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { TopicData } from './aggregate.js'

/** A topic in the read model. */
export interface TopicRow extends TopicData {
  readonly id: number
  /** What `storeAvatar` gave; empty: no picture. */
  readonly avatar: string
  /** How many projects are about it. */
  readonly projectsCount: number
}

/** Which topics a list is to have. */
export interface TopicFilter {
  /** A part of name or title. */
  readonly search?: string | undefined
  /** Only those that no project is about. */
  readonly withoutProjects?: boolean | undefined
}

/** What can be asked of topics. */
export interface TopicQueries {
  readonly byId: (id: number) => TopicRow | undefined
  /** Those of most projects first. */
  readonly list: (filter: TopicFilter, page: PageRequest) => Page<TopicRow>
  /** The projects that are about a topic of that name, in any case. */
  readonly projectsAbout: (name: string) => ReadonlyArray<number>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly topics: TopicQueries
  }
}
