/** A forge inside another program: ports of your own, `fetch`, sockets, typed events and use cases. */
export type { UseCases } from './bound-use-cases.js'
export { createForge, type EmbeddedForge, type ForgeUser } from './create-forge.js'
export type { EventFeed, FeedOptions, ForgeEvent } from './event-feed.js'
export type { ListenAt } from './listen-at.js'
export type { ForgeOptions } from './options.js'
