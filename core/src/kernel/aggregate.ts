import type * as t from 'io-ts'
import type { Decider } from './decider.js'
import type { Category, StreamName } from './envelope.js'
import { streamName } from './envelope.js'
import type { DomainEvent, EventCatalogue } from './event-catalogue.js'
import type { DeclarationFacts, DeclaredName } from './reserved-name.js'

/** A decider with the category of its streams and the catalogue of its events. */
export interface Aggregate<Command, Event extends DomainEvent, State> extends Decider<Command, Event, State> {
  readonly category: Category
  readonly events: EventCatalogue<Event>
  /** To be raised whenever `evolve` or the shape of the state changes; snapshots of other versions are discarded. */
  readonly stateVersion: number
  /** The codec of snapshots; given only where streams grow long. */
  readonly snapshot?: t.Type<State, unknown, unknown>
  /**
   * The unique names of a state, in the order in which they are claimed; given only where there are any. The aggregate repository claims the
   * names that a decision adds before the append, and releases those that it drops afterwards.
   */
  readonly names?: (state: State, facts: DeclarationFacts) => ReadonlyArray<DeclaredName>
}

/**
 * The stream of one aggregate.
 *
 * @example
 * assert.equal(streamOf({ category: 'deployment' }, 7), 'deployment-7')
 */
export const streamOf = (aggregate: { readonly category: Category }, id: string | number): StreamName =>
  streamName(aggregate.category, id)
