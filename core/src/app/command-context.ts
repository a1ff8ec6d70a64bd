import type { Actor, CommandId, EventId, EventMetadata } from '../kernel/envelope.js'
import type { Instant } from '../kernel/instant.js'
import type { Ids } from '../ports/clock-and-ids.js'

/** The context of one command, which becomes the metadata of its events. */
export interface CommandContext {
  readonly id: CommandId
  readonly at: Instant
  readonly actor: Actor
  readonly correlationId: string
  readonly causationId?: string
  readonly tokenId?: string
  readonly requestId?: string
  readonly sourceIp?: string
  /** True once the caller no longer waits for the outcome: appends that have not been sent by then are not sent. */
  readonly isOver?: () => boolean
}

/**
 * The metadata stored with every event of a command.
 *
 * @example
 * assert.deepEqual(metadataOf({ id: 'one', at: '2024-03-01T09:00:00.000Z', actor: 'user:7', correlationId: 'one' }), {
 *   at: '2024-03-01T09:00:00.000Z',
 *   actor: 'user:7',
 *   correlationId: 'one',
 * })
 */
export const metadataOf = ({ id: _, isOver: __, ...metadata }: CommandContext): EventMetadata => metadata

/**
 * The id of a command's n-th event: the command's id with its last 16 bits counted up, so that a retry produces the same ids.
 *
 * @example
 * assert.equal(eventIdOf('01900000-0000-7000-8000-000000000000', 2), '01900000-0000-7000-8000-000000000002')
 */
export const eventIdOf = (command: CommandId, index: number): EventId => {
  if (index === 0) return command as string as EventId
  const last = (Number.parseInt(command.slice(-4), 16) + index) & 0xffff
  return (command.slice(0, -4) + last.toString(16).padStart(4, '0')) as EventId
}

/**
 * The context of a further command of the same request: the same but for its id.
 *
 * @example
 * import { makeIds } from '@forgefold/adapters/crypto'
 * const context = { id: 'one', at: '2024-03-01T09:00:00.000Z', actor: 'user:7', correlationId: 'one' }
 * assert.equal(withNewCommandId({ ids: makeIds() }, context).correlationId, 'one')
 */
export const withNewCommandId = (forge: { readonly ids: Ids }, context: CommandContext): CommandContext => ({
  ...context,
  id: forge.ids.commandId(),
})
