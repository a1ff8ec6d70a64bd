import { Cancelled } from '@forgefold/core/ports'
import type { ApplicationOptions } from './application-options.js'
import type { Exchange } from './exchange.js'
import { BodyAborted, type BodyStream } from './message.js'

/** Whether an error means that the client disconnected or was too slow, which is no defect. */
export const isClientGone = (error: unknown): boolean => error instanceof BodyAborted || error instanceof Cancelled

/** The same body; `onResponseBodyError` is called where it fails while it is sent. A disconnected client is no failure. */
export async function* reportingBodyErrors(
  body: BodyStream,
  { request, requestId }: Exchange,
  onResponseBodyError: NonNullable<ApplicationOptions['onResponseBodyError']>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    if (!request.signal.aborted && !isClientGone(error)) onResponseBodyError(error, requestId)
    throw error
  }
}

/** The same body; `release` is called when it has been sent, or cannot be. */
export async function* releasingAfter(body: BodyStream, release: () => void): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } finally {
    release()
  }
}
