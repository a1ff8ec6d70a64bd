import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../app/forge.js'
import {
  type Aggregate,
  type DomainEvent,
  type Instant,
  type Position,
  type Revision,
  type StoredEvent,
  type StreamName,
  streamOf,
} from '../../../kernel/index.js'

const PAGE = 500

/** The events of a stream up to a position of the history. */
export async function* eventsUntil(
  { events }: Pick<Forge, 'events'>,
  stream: StreamName,
  position: Position,
): AsyncGenerator<StoredEvent> {
  for (let from = 0; ; ) {
    const read = await events.readStream(stream, { from: from as Revision, limit: PAGE })
    if (read.kind === 'Unavailable') throw new Error(read.reason)
    if (read.kind !== 'Read' || read.events.length === 0) return
    for (const event of read.events) {
      if (event.position > position) return
      yield event
      from = event.revision + 1
    }
  }
}

/** The last states of a kind before and after an event. */
export interface StatesAround<State> {
  readonly before: State | undefined
  /** The last one that lies within the history up to the event. */
  readonly after: State | undefined
  /** When the subject was created. */
  readonly begunAt: Instant | undefined
}

export const NOTHING_AROUND = { before: undefined, after: undefined, begunAt: undefined } as const

/** The last states of a kind around the event at a position. */
export const statesAround = async <
  Event extends DomainEvent,
  State extends { readonly kind: string },
  Kind extends State['kind'],
>(
  forge: Pick<Forge, 'events'>,
  aggregate: Aggregate<never, Event, State>,
  id: string | number,
  { position, kind }: { readonly position: Position; readonly kind: Kind },
): Promise<StatesAround<Extract<State, { readonly kind: Kind }>>> => {
  type Wanted = Extract<State, { readonly kind: Kind }>
  let state = aggregate.initial
  let around: StatesAround<Wanted> = NOTHING_AROUND
  for await (const event of eventsUntil(forge, streamOf(aggregate, id), position)) {
    const decoded = aggregate.events.decode(event)
    if (E.isLeft(decoded)) continue
    state = aggregate.evolve(state, decoded.right)
    const after = state.kind === kind ? (state as Wanted) : around.after
    around = { before: around.after, after, begunAt: around.begunAt ?? event.metadata.at }
  }
  return around
}
