import * as E from 'fp-ts/lib/Either.js'
import type { StreamName } from '../kernel/envelope.js'
import { firstEventOf } from '../ports/event-look-up.js'
import type { EventStore } from '../ports/event-store.js'
import { type CommandContext, eventIdOf, metadataOf } from './command-context.js'
import { STREAM_ABANDONED } from './stream-states.js'

/** What is known of the beginning of a stream. */
export type StreamBeginning = 'missing' | 'begun' | 'abandoned' | 'unknown'

/** How a stream begins on the store now. */
export const beginningOf = async (
  store: Pick<EventStore, 'readStream'>,
  stream: StreamName,
): Promise<StreamBeginning> => {
  const first = await firstEventOf(store, stream)
  if (E.isLeft(first)) return 'unknown'
  if (first.right === undefined) return 'missing'
  return first.right.type === STREAM_ABANDONED ? 'abandoned' : 'begun'
}

/** Begins a missing stream as abandoned, so that it can never come to exist; returns what it is where it was begun first. */
export const abandonStream = async (
  store: Pick<EventStore, 'readStream' | 'append'>,
  stream: StreamName,
  context: CommandContext,
): Promise<StreamBeginning> => {
  const { id } = context
  const mark = { id: eventIdOf(id, 0), type: STREAM_ABANDONED, version: 1, data: {}, metadata: metadataOf(context) }
  const outcome = await store.append(stream, [mark], 'noStream')
  if (outcome.kind === 'Appended' || outcome.kind === 'AlreadyAppended') return 'abandoned'
  // It was begun first: by the command it was meant for, or abandoned by another server.
  return outcome.kind === 'Conflict' ? beginningOf(store, stream) : 'unknown'
}
