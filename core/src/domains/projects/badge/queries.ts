import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { ResourceParent } from '../resource-parent/resource-parent.js'
import type { BadgeData } from './aggregate.js'

/** A badge in the read model. */
export interface BadgeRow extends BadgeData {
  readonly id: number
}

/** The queries of badges. */
export interface BadgeQueries {
  readonly byId: (id: number) => BadgeRow | undefined
  /** Those of the projects and groups, by id; `name`: of that name only. */
  readonly list: (places: ReadonlyArray<ResourceParent>, name: string | undefined, page: PageRequest) => Page<BadgeRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly badges: BadgeQueries
  }
}
