import type { Instant } from '../../kernel/index.js'
import type { Page, PageRequest } from '../../ports/read-model.js'
import type { NoteableType } from '../discussion/events.js'
import type { AwardData } from './events.js'

export interface AwardRow extends AwardData {
  readonly id: number
  readonly createdAt: Instant
}

export interface AwardQueries {
  readonly find: (type: NoteableType, awardableId: number, id: number) => AwardRow | undefined
  /** Oldest first. */
  readonly list: (type: NoteableType, awardableId: number, page: PageRequest) => Page<AwardRow>
}

declare module '../../ports/read-model.js' {
  interface ReadModel {
    readonly awards: AwardQueries
  }
}
