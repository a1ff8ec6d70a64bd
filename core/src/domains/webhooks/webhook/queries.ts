import type { Instant, Position } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { WebhookDetails, WebhookOwner } from './aggregate.js'
import type { Health } from './health.js'

/** A webhook as the read model keeps it; address, token and variables are sealed. */
export interface WebhookRow extends WebhookDetails {
  readonly id: number
  readonly owner: WebhookOwner
  readonly health: Health
  readonly createdAt: Instant
  /** Where the history made it: what came before is not told. */
  readonly createdPosition: Position
}

export interface WebhookQueries {
  readonly byId: (id: number) => WebhookRow | undefined
  /** By id. */
  readonly list: (owner: WebhookOwner, page: PageRequest) => Page<WebhookRow>
  readonly all: () => ReadonlyArray<WebhookRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly webhooks: WebhookQueries
  }
}
