import type { Brand } from './brand.js'
import type { Instant } from './instant.js'

/** The name of a stream: `<category>-<id>`; the id is a number or a keyed digest, and never contains a name. */
export type StreamName = Brand<string, 'StreamName'>

/** The position of an event in its stream: 0, 1, 2, … without holes. */
export type Revision = Brand<number, 'Revision'>

/** The position of an event in the global history: opaque, strictly increasing in commit order, the same for reads and subscriptions. */
export type Position = Brand<number, 'Position'>

/** A UUID; time-ordered, because random ids reduce the speed of a unique index by two thirds. */
export type EventId = Brand<string, 'EventId'>

/** The id of a command; the ids of its events derive from it. */
export type CommandId = Brand<string, 'CommandId'>

/** Who caused an event: `user:7`, `deploy_token:3`, `anonymous`, or `system:<reactor>`. */
export type Actor = Brand<string, 'Actor'>

/** The part of a stream name before the first dash, so it contains no dash itself (`merge_request`). */
export type Category = string

/**
 * The name of a stream. Throws where the category has a dash.
 *
 * @example
 * assert.equal(streamName('deployment', 7), 'deployment-7')
 */
export const streamName = (category: Category, id: string | number): StreamName => {
  if (category.includes('-')) throw new Error(`a category has no dash: ${category}`)
  return `${category}-${id}` as StreamName
}

/**
 * The category of a stream: the part before the first dash.
 *
 * @example
 * assert.equal(categoryOf('deployment-7'), 'deployment')
 */
export const categoryOf = (stream: StreamName): Category => {
  const dash = stream.indexOf('-')
  return dash < 0 ? stream : stream.slice(0, dash)
}

/**
 * The id in a stream name: the part after the first dash.
 *
 * @example
 * assert.equal(idOf('deployment-7'), '7')
 */
export const idOf = (stream: StreamName): string => stream.slice(stream.indexOf('-') + 1)

/**
 * A user as the actor of an event.
 *
 * @example
 * assert.equal(userActor(7), 'user:7')
 */
export const userActor = (userId: number): Actor => `user:${userId}` as Actor
/**
 * A deploy token as the actor of an event.
 *
 * @example
 * assert.equal(deployTokenActor(3), 'deploy_token:3')
 */
export const deployTokenActor = (tokenId: number): Actor => `deploy_token:${tokenId}` as Actor
/**
 * A part of the forge itself as the actor of an event.
 *
 * @example
 * assert.equal(systemActor('reaper'), 'system:reaper')
 */
export const systemActor = (name: string): Actor => `system:${name}` as Actor
/** An anonymous caller, as the actor of an event. */
export const anonymousActor = 'anonymous' as Actor

/**
 * The user id of an actor; undefined for other actors.
 *
 * @example
 * assert.equal(userIdOf('user:7'), 7)
 */
export const userIdOf = (actor: Actor): number | undefined =>
  actor.startsWith('user:') ? Number(actor.slice(5)) : undefined

/** The context of an event; never contains secrets. */
export interface EventMetadata {
  /** The time by the clock of the server that decided, not of the store. */
  readonly at: Instant
  readonly actor: Actor
  readonly correlationId: string
  readonly causationId?: string
  /** The id of the used token, never its secret. */
  readonly tokenId?: string
  readonly requestId?: string
  readonly sourceIp?: string
}

/** An encoded event to append. */
export interface NewEvent {
  readonly id: EventId
  readonly type: string
  /** The schema version of `data`, from 1. */
  readonly version: number
  readonly data: unknown
  readonly metadata: EventMetadata
}

/** What an event was decoded to, and by which catalogue; empty at first. */
export interface KeptDecoding {
  by: unknown
  decoded: unknown
}

/**
 * An event as the store returns it; `data` is not yet decoded.
 *
 * A store may parse some fields only when they are read, because a replay needs few of them: read fields by name, since a spread would miss
 * them.
 */
export interface StoredEvent extends NewEvent {
  readonly stream: StreamName
  readonly revision: Revision
  readonly position: Position
  /** Of an event that was just written: what it was decoded to, for all who decode it. */
  readonly decoding?: KeptDecoding
}
