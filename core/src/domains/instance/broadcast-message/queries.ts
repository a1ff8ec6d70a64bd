import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { BroadcastMessageData } from './aggregate.js'

export interface BroadcastMessageRow extends BroadcastMessageData {
  readonly id: number
}

export interface BroadcastMessageQueries {
  readonly byId: (id: number) => BroadcastMessageRow | undefined
  /** By id. */
  readonly list: (page: PageRequest) => Page<BroadcastMessageRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly broadcastMessages: BroadcastMessageQueries
  }
}
