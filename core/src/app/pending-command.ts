import type { Aggregate } from '../kernel/aggregate.js'
import type { StreamName } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { CommandContext } from './command-context.js'
import type { NameChange } from './name-change.js'
import type { Loaded } from './stream-states.js'

/** One command in progress: its stream, and the names it changes. */
export interface PendingCommand<C, Ev extends DomainEvent, S> {
  readonly aggregate: Aggregate<C, Ev, S>
  readonly stream: StreamName
  readonly command: C
  readonly context: CommandContext
  readonly names: NameChange<S> | undefined
  /** A state that was loaded before, of a stream that is not cached. */
  readonly known?: Loaded<S>
}
