import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { TopicData } from './aggregate.js'

/** A topic in the read model. */
export interface TopicRow extends TopicData {
  readonly id: number
  /** What `storeAvatar` gave; empty: no picture. */
  readonly avatar: string
  /** The number of projects with the topic. */
  readonly projectsCount: number
}

/** Which topics a list contains. */
export interface TopicFilter {
  /** A part of name or title. */
  readonly search?: string | undefined
  /** Only topics without projects. */
  readonly withoutProjects?: boolean | undefined
}

/** The queries of topics. */
export interface TopicQueries {
  readonly byId: (id: number) => TopicRow | undefined
  /** Those with the most projects first. */
  readonly list: (filter: TopicFilter, page: PageRequest) => Page<TopicRow>
  /** The projects with a topic of that name, case-insensitively. */
  readonly projectsAbout: (name: string) => ReadonlyArray<number>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly topics: TopicQueries
  }
}
