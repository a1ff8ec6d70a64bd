import { anonymous, type Principal } from '../access/principal.js'
import { type CommandId, systemActor } from '../kernel/envelope.js'
import type { Clock, Ids } from '../ports/clock-and-ids.js'
import type { CommandContext } from './command-context.js'

/** Who asks for a change, and under which circumstances. */
export interface Caller {
  readonly principal: Principal
  readonly context: CommandContext
}

/** Who asks a question: reads need no circumstances. */
export type Reader = Pick<Caller, 'principal'>

/**
 * The instance itself as the caller of a use case, in the name of one of its jobs.
 *
 * The id is taken when something comes of it: a job that looks around and finds nothing to do takes none, so that the ids of what happens do
 * not depend on how often it looked.
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
