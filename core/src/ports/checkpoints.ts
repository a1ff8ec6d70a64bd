import type { EventId, Position, Revision, StoredEvent, StreamName } from '../kernel/envelope.js'

/** An event by id and location, which identifies the store that a position belongs to. */
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

/** A position that was reached, and its store: positions differ between stores. */
export interface Checkpoint {
  readonly position: Position
  /** An event of the store at that time; undefined where none had been read. */
  readonly anchor: CheckpointAnchor | undefined
}

/** Stores the progress of reactors across restarts. */
export interface Checkpoints {
  readonly load: (reactor: string) => Promise<Checkpoint | undefined>
  readonly save: (reactor: string, checkpoint: Checkpoint) => Promise<void>
}
