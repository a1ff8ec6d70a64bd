import { Cancelled } from '@forgefold/core/ports'
import type { ApplicationOptions } from './application-options.js'
import type { Exchange } from './exchange.js'
import { BodyAborted, type BodyStream } from './message.js'

/** The client is gone, or too slow: nobody will read the answer, and nothing is wrong. */
export const isOver = (error: unknown): boolean => error instanceof BodyAborted || error instanceof Cancelled

/** The same body; somebody hears where it fails on its way. A client that leaves is no failure. */
export async function* reportingBreakOff(
  body: BodyStream,
  { request, requestId }: Exchange,
  onBrokenOff: NonNullable<ApplicationOptions['onBrokenOff']>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    if (!request.signal.aborted && !isOver(error)) onBrokenOff(error, requestId)
    throw error
  }
}

/** The same body; somebody hears when it has been sent, or cannot be. */
export async function* releasingAfter(body: BodyStream, release: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } finally {
    release()
  }
}
