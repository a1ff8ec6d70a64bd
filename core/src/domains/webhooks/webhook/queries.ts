import type { Instant, Position } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { WebhookDetails, WebhookOwner } from './aggregate.js'
import type { Health } from './health.js'

/** A webhook in the read model; URL, token and variables are sealed. */
export interface WebhookRow extends WebhookDetails {
  readonly id: number
  readonly owner: WebhookOwner
  readonly health: Health
  readonly createdAt: Instant
  /** The position of its creation: earlier events are not delivered. */
  readonly createdPosition: Position
}

export interface WebhookQueries {
  readonly byId: (id: number) => WebhookRow | undefined
  /** By id. */
  readonly list: (owner: WebhookOwner, page: PageRequest) => Page<WebhookRow>
  readonly ofOwner: (owner: WebhookOwner) => ReadonlyArray<WebhookRow>
  /** Of all webhooks. */
  readonly ids: () => ReadonlyArray<number>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly webhooks: WebhookQueries
  }
}
