import type * as t from 'io-ts'
import type { Decider } from './decider.js'
import type { Category, StreamName } from './envelope.js'
import { streamName } from './envelope.js'
import type { DomainEvent, EventCatalogue } from './event-catalogue.js'
import type { DeclarationFacts, DeclaredName } from './reserved-name.js'

/** A decider with a home: the category of its streams and the catalogue of its events. */
export interface Aggregate<Command, Event extends DomainEvent, State> extends Decider<Command, Event, State> {
  readonly category: Category
  readonly events: EventCatalogue<Event>
  /** Raised whenever `evolve` or the state's shape changes; a snapshot of another version is thrown away. */
  readonly stateVersion: number
  /** How the state is kept as a snapshot; given only where streams grow long. */
  readonly snapshot?: t.Type<State, unknown, unknown>
  /**
   * The unique names that a state holds, in the order in which they are asked for; given only where there are any. The aggregate
   * repository takes what a decision adds before the append and gives back what it drops after it.
   */
  readonly names?: (state: State, facts: DeclarationFacts) => ReadonlyArray<DeclaredName>
}

/**
 * The stream of one thing.
 *
 * @example
 * assert.equal(streamOf({ category: 'deployment' }, 7), 'deployment-7')
 */
export const streamOf = (aggregate: { readonly category: Category }, id: string | number): StreamName =>
  streamName(aggregate.category, id)
