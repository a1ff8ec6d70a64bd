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

/** Which environments a list contains. */
export interface EnvironmentFilter {
  readonly projectId: number
  /** The exact name. */
  readonly name?: string | undefined
  /** A part of the name. */
  readonly search?: string | undefined
  readonly status?: EnvironmentStatus | undefined
}

/** The queries of environments. */
export interface EnvironmentQueries {
  readonly find: (projectId: number, id: number) => EnvironmentRow | undefined
  readonly named: (projectId: number, name: string) => EnvironmentRow | undefined
  /** Available ones whose stop time has come, the most overdue first; at most 100. */
  readonly dueToStop: (now: Instant) => ReadonlyArray<EnvironmentRow>
  /** Stopped ones whose deletion time has come, the most overdue first; at most 100. */
  readonly dueToDelete: (now: Instant) => ReadonlyArray<EnvironmentRow>
  /** Available ones without a change or deployment since then, by id. */
  readonly stale: (projectId: number, since: Instant) => ReadonlyArray<EnvironmentRow>
  /** Stopped ones in the folder `review` that were created before then and are not scheduled for deletion, oldest first. */
  readonly stoppedReviewApps: (projectId: number, before: Instant, limit: number) => ReadonlyArray<EnvironmentRow>
  /** By id. */
  readonly list: (filter: EnvironmentFilter, page: PageRequest) => Page<EnvironmentRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly environments: EnvironmentQueries
  }
}
