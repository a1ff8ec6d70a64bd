/** Webhooks: URLs that receive the events of projects, groups and the instance, in order and at least once. */

export type { WebhookOwnerRef, WebhookRef } from './access.js'
export * from './aggregate.js'
export * from './deliverable-event.js'
export type { DeliveryQueueHost } from './delivery-queue-host.js'
export * from './health.js'
export * from './payload-lookups.js'
export * from './queries.js'
export * from './run-webhooks.js'
export * from './triggers.js'
export * from './url-template.js'
export * from './use-cases/change.js'
export * from './use-cases/deliveries.js'
