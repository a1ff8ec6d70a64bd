import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { AwardableType, AwardData } from './aggregate.js'

export interface AwardRow extends AwardData {
  readonly id: number
  readonly createdAt: Instant
}

export interface AwardQueries {
  readonly find: (type: AwardableType, awardableId: number, id: number) => AwardRow | undefined
  /** The award of this user with this name on this awardable, if any. */
  readonly given: (award: AwardData) => AwardRow | undefined
  /** Oldest first. */
  readonly list: (type: AwardableType, awardableId: number, page: PageRequest) => Page<AwardRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly awards: AwardQueries
  }
}
