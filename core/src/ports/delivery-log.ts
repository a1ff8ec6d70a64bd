import type { Instant } from '../kernel/instant.js'

/** One request to a webhook and what came of it; secrets are left out. */
export interface Delivery {
  readonly webhookId: number
  /** As the webhook has it, without the values of its variables and without user name and password. */
  readonly url: string
  /** `push_hooks`. */
  readonly trigger: string
  readonly requestHeaders: Readonly<Record<string, string>>
  /** JSON. */
  readonly requestBody: string
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Its beginning. */
  readonly responseBody: string
  /** Undefined where there was no answer. */
  readonly status: number | undefined
  readonly seconds: number
  readonly at: Instant
  /** Where in the history it is told of; undefined for tests. */
  readonly position: number | undefined
}

export interface LoggedDelivery extends Delivery {
  readonly id: number
}

/** Which deliveries a list is to have. */
export interface DeliveryFilter {
  /** Lowest and highest status of each range; no answer counts as 500. */
  readonly statuses?: ReadonlyArray<readonly [from: number, to: number]> | undefined
}

/** Remembers what webhooks were sent, for a while: it is no part of the history, because payloads have personal data. */
export interface DeliveryLog {
  /** Forgets what is older than a week on the way. */
  readonly add: (delivery: Delivery) => Promise<void>
  /** Newest first. */
  readonly list: (
    webhookId: number,
    filter: DeliveryFilter,
    page: { readonly page: number; readonly perPage: number },
  ) => Promise<{ readonly rows: ReadonlyArray<LoggedDelivery>; readonly total: number }>
  readonly find: (webhookId: number, id: number) => Promise<LoggedDelivery | undefined>
}

declare module '../app/forge.js' {
  interface Forge {
    readonly deliveryLog: DeliveryLog
  }
}
