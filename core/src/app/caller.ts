import { anonymous, type Principal } from '../access/principal.js'
import { type CommandId, systemActor } from '../kernel/envelope.js'
import type { Clock, Ids } from '../ports/clock-and-ids.js'
import type { CommandContext } from './command-context.js'

/** Who sends a command, and its context. */
export interface Caller {
  readonly principal: Principal
  readonly context: CommandContext
}

/** Who sends a query: reads need no command context. */
export type Reader = Pick<Caller, 'principal'>

/**
 * The instance itself as the caller of a use case, for one of its background jobs.
 *
 * The command id is taken when it is first used. A job that finds nothing to do takes none, so the ids of events do not depend on how often a
 * job ran.
 *
 * @example
 * import { systemClock as clock } from '@forgefold/adapters/clock'
 * import { makeIds } from '@forgefold/adapters/crypto'
 * assert.equal(systemCaller({ clock, ids: makeIds() }, 'reaper').context.actor, 'system:reaper')
 */
export const systemCaller = (forge: { readonly ids: Ids; readonly clock: Clock }, job: string): Caller => {
  let taken: CommandId | undefined
  const id = (): CommandId => {
    taken ??= forge.ids.commandId()
    return taken
  }
  const context: CommandContext = {
    at: forge.clock.now(),
    actor: systemActor(job),
    get id() {
      return id()
    },
    get correlationId() {
      return id()
    },
  }
  return { principal: anonymous, context }
}
