import type { EventId, Position, Revision, StoredEvent, StreamName } from '../kernel/envelope.js'

/** An event by name and place: a store that has it there is the store that a position was taken from. */
export interface CheckpointAnchor {
  readonly stream: StreamName
  readonly revision: Revision
  readonly id: EventId
  readonly position: Position
}

/**
 * An event as the anchor of a checkpoint.
 *
 * @example
 * const event = { stream: 'label-1', revision: 0, id: '01900000-0000-7000-8000-000000000000', position: 12 }
 * assert.equal(checkpointAnchorOf(event).position, 12)
 */
export const checkpointAnchorOf = ({ stream, revision, id, position }: StoredEvent): CheckpointAnchor => ({
  stream,
  revision,
  id,
  position,
})

/** How far something has come, and in which store: positions are each store's own. */
export interface Checkpoint {
  readonly position: Position
  /** An event of the store at the time; undefined where none had been seen. */
  readonly anchor: CheckpointAnchor | undefined
}

/** Remembers how far a reactor has acted, through restarts. */
export interface Checkpoints {
  readonly load: (reactor: string) => Promise<Checkpoint | undefined>
  readonly save: (reactor: string, checkpoint: Checkpoint) => Promise<void>
}
