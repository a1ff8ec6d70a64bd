import type { Principal } from '../access/principal.js'
import type { CommandContext } from './command-context.js'

/** Who asks for a change, and under which circumstances. */
export interface Caller {
  readonly principal: Principal
  readonly context: CommandContext
}

/** Who asks a question: reads need no circumstances. */
export type Reader = Pick<Caller, 'principal'>
