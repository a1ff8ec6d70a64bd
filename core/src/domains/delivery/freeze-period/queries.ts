import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { FreezePeriodData } from './aggregate.js'

/** A freeze period in the read model. */
export interface FreezePeriodRow extends FreezePeriodData {
  readonly id: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** The queries of freeze periods. */
export interface FreezePeriodQueries {
  readonly find: (projectId: number, id: number) => FreezePeriodRow | undefined
  /** By id. */
  readonly list: (projectId: number, page: PageRequest) => Page<FreezePeriodRow>
  readonly ofProject: (projectId: number) => ReadonlyArray<FreezePeriodRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly freezePeriods: FreezePeriodQueries
  }
}
