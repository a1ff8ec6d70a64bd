import type { Instant } from '../../../kernel/index.js'
import type { ObjectId } from '../../../ports/git.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { ReleaseLink, ReleaseText } from './events.js'

/** A release in the read model. */
export interface ReleaseRow {
  readonly id: number
  readonly projectId: number
  readonly tag: string
  readonly name: string
  readonly description: ReleaseText
  readonly sha: ObjectId
  readonly authorId: number
  readonly createdAt: Instant
  readonly releasedAt: Instant
  readonly milestoneIds: ReadonlyArray<number>
  readonly links: ReadonlyArray<ReleaseLink>
  /** Oldest first. */
  readonly evidences: ReadonlyArray<ReleaseEvidence>
}

/** An evidence of a release. */
export interface ReleaseEvidence {
  readonly number: number
  /** Names the blob of the document. */
  readonly sha256: string
  readonly collectedAt: Instant
}

/** How a list of releases is sorted. */
export interface ReleaseOrder {
  readonly by: 'released_at' | 'created_at'
  readonly sort: 'asc' | 'desc'
}

/** The queries of releases. */
export interface ReleaseQueries {
  readonly byId: (id: number) => ReleaseRow | undefined
  readonly byTag: (projectId: number, tag: string) => ReleaseRow | undefined
  readonly list: (projectIds: ReadonlyArray<number>, order: ReleaseOrder, page: PageRequest) => Page<ReleaseRow>
  /** The latest release at this moment. */
  readonly latest: (projectId: number, until: Instant) => ReleaseRow | undefined
  /** Releases without evidence that were published in this period, both ends included, not before they were created; by id. */
  readonly withoutEvidence: (from: Instant, until: Instant, limit: number) => ReadonlyArray<ReleaseRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly projectReleases: ReleaseQueries
  }
}
