import type { Instant } from '../kernel/instant.js'

/** One request to a webhook and its outcome, without secrets. */
export interface Delivery {
  readonly webhookId: number
  /** The URL as the webhook has it, without the values of its variables and without user name and password. */
  readonly url: string
  /** The trigger, such as `push_hooks`. */
  readonly trigger: string
  readonly requestHeaders: Readonly<Record<string, string>>
  /** JSON. */
  readonly requestBody: string
  readonly responseHeaders: Readonly<Record<string, string>>
  /** Truncated. */
  readonly responseBody: string
  /** Undefined where there was no response. */
  readonly status: number | undefined
  readonly seconds: number
  readonly at: Instant
  /** The position of its event; undefined for tests. */
  readonly position: number | undefined
}

export interface LoggedDelivery extends Delivery {
  readonly id: number
}

/** Which deliveries a list contains. */
export interface DeliveryFilter {
  /** The lowest and highest status of each range; a missing response counts as 500. */
  readonly statuses?: ReadonlyArray<readonly [from: number, to: number]> | undefined
}

/** Stores recent deliveries of webhooks outside of the history, because payloads contain personal data. */
export interface DeliveryLog {
  /** Also deletes deliveries older than a week. */
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
