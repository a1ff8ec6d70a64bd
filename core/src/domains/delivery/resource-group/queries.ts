import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { LiveResourceGroup } from './aggregate.js'

/** A resource group in the read model. */
export interface ResourceGroupRow extends Omit<LiveResourceGroup, 'kind'> {
  readonly id: number
  readonly createdAt: Instant
  /** When it was created or its process mode last changed. */
  readonly updatedAt: Instant
}

/** The queries of resource groups. */
export interface ResourceGroupQueries {
  readonly byId: (id: number) => ResourceGroupRow | undefined
  readonly named: (projectId: number, key: string) => ResourceGroupRow | undefined
  /** By id. */
  readonly list: (projectId: number, page: PageRequest) => Page<ResourceGroupRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly resourceGroups: ResourceGroupQueries
  }
}
