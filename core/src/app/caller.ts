import { anonymous, type Principal } from '../access/principal.js'
import { systemActor } from '../kernel/envelope.js'
import type { Clock, Ids } from '../ports/clock-and-ids.js'
import type { CommandContext } from './command-context.js'

/** Who asks for a change, and under which circumstances. */
export interface Caller {
  readonly principal: Principal
  readonly context: CommandContext
}

/** Who asks a question: reads need no circumstances. */
export type Reader = Pick<Caller, 'principal'>

/** The instance itself as the caller of a use case, in the name of one of its jobs. */
export const systemCaller = (forge: { readonly ids: Ids; readonly clock: Clock }, job: string): Caller => {
  const id = forge.ids.commandId()
  return { principal: anonymous, context: { id, at: forge.clock.now(), actor: systemActor(job), correlationId: id } }
}
