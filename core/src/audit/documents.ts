import type { StoredEvent } from '../kernel/envelope.js'
import type { EventStore } from '../ports/event-store.js'
import type { Document } from './document.js'

/** Makes the documents of the API from histories that need not be whole. */
export interface Documents {
  /** A document at a path below `/api/v4/` as these events alone make it; undefined where it is not answered then. */
  readonly ofEvents: (events: ReadonlyArray<StoredEvent>, path: string) => Promise<Document | undefined>
  /** The same for several paths over any history. */
  readonly ofHistory: (
    history: EventStore,
    paths: ReadonlyArray<string>,
  ) => Promise<ReadonlyArray<Document | undefined>>
}
