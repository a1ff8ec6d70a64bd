import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { FeatureFlagUserListData } from './aggregate.js'

/** A list of users in the read model. */
export interface FeatureFlagUserListRow extends FeatureFlagUserListData {
  readonly id: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The queries of lists of users. */
export interface FeatureFlagUserListQueries {
  readonly byId: (projectId: number, id: number) => FeatureFlagUserListRow | undefined
  readonly byIid: (projectId: number, iid: number) => FeatureFlagUserListRow | undefined
  /** By iid; `search`: a part of the name. */
  readonly list: (
    filter: { readonly projectId: number; readonly search: string | undefined },
    page: PageRequest,
  ) => Page<FeatureFlagUserListRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly featureFlagUserLists: FeatureFlagUserListQueries
  }
}
