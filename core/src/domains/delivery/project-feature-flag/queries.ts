import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { ProjectFeatureFlagData } from './aggregate.js'

/** A feature flag in the read model. */
export interface ProjectFeatureFlagRow extends ProjectFeatureFlagData {
  readonly id: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The queries of the feature flags of projects. */
export interface ProjectFeatureFlagQueries {
  readonly named: (projectId: number, name: string) => ProjectFeatureFlagRow | undefined
  /** By name; `active`: only active or only inactive ones. */
  readonly list: (
    filter: { readonly projectId: number; readonly active: boolean | undefined },
    page: PageRequest,
  ) => Page<ProjectFeatureFlagRow>
  /** Whether a strategy of the project's flags refers to that list. */
  readonly usesList: (projectId: number, userListId: number) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly projectFeatureFlags: ProjectFeatureFlagQueries
  }
}
