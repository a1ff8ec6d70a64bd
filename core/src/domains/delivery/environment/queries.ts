import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { EnvironmentTier } from '../environment-naming/tier.js'
import type { EnvironmentStatus } from './state.js'

/** An environment in the read model. */
export interface EnvironmentRow {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly slug: string
  readonly externalUrl: string | null
  readonly tier: EnvironmentTier
  readonly status: EnvironmentStatus
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Which environments a list is to have. */
export interface EnvironmentFilter {
  readonly projectId: number
  /** The exact name. */
  readonly name?: string | undefined
  /** A part of the name. */
  readonly search?: string | undefined
  readonly status?: EnvironmentStatus | undefined
}

/** What can be asked of environments. */
export interface EnvironmentQueries {
  readonly find: (projectId: number, id: number) => EnvironmentRow | undefined
  readonly named: (projectId: number, name: string) => EnvironmentRow | undefined
  /** Available ones whose time is over, the longest overdue first; 100 at most. */
  readonly dueToStop: (now: Instant) => ReadonlyArray<EnvironmentRow>
  /** Stopped ones that are to be deleted by then, the longest overdue first; 100 at most. */
  readonly dueToDelete: (now: Instant) => ReadonlyArray<EnvironmentRow>
  /** Available ones that were neither changed nor deployed to since then, by id. */
  readonly stale: (projectId: number, since: Instant) => ReadonlyArray<EnvironmentRow>
  /** Stopped ones in the folder `review` that were made before then and are not to be deleted yet, the oldest first. */
  readonly stoppedReviewApps: (projectId: number, before: Instant, limit: number) => ReadonlyArray<EnvironmentRow>
  /** By id. */
  readonly list: (filter: EnvironmentFilter, page: PageRequest) => Page<EnvironmentRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly environments: EnvironmentQueries
  }
}
