import { Cancelled } from '@forgefold/core/ports'
import type { ApplicationOptions } from './application-options.js'
import type { Exchange } from './exchange.js'
import { BodyAborted, type BodyStream, type HttpResponse, isStream, type MaybePromise } from './message.js'

/** Whether an error means that the client disconnected or was too slow, which is no defect. */
export const isClientGone = (error: unknown): boolean => error instanceof BodyAborted || error instanceof Cancelled

type Part = IteratorResult<Uint8Array>

const OVER: Part = { done: true, value: undefined }

/** A body that is read once. A generator would not tell its source of an end that comes before its first part is asked for. */
const readOnce = (next: () => Promise<Part>, stop: () => Promise<void>): BodyStream => {
  const iterator = {
    next,
    return: async (): Promise<Part> => {
      await stop()
      return OVER
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

const afterFirst = async (body: BodyStream, onError: (error: unknown) => void): Promise<BodyStream> => {
  const parts = body[Symbol.asyncIterator]()
  let first: Part | undefined = await parts.next()
  const next = async (): Promise<Part> => {
    const part = first
    first = undefined
    if (part !== undefined) return part
    return parts.next().catch((error: unknown) => {
      onError(error)
      throw error
    })
  }
  const stop = async (): Promise<void> => {
    await parts.return?.()
  }
  return readOnce(next, stop)
}

/**
 * The same response, once the first part of a body that is sent in parts is there: what fails before is answered with a status of its own, and
 * not by an answer that breaks off. `onResponseBodyError` is called where it fails later; a disconnected client is no failure.
 */
export const begun = (
  response: HttpResponse,
  { request, requestId }: Exchange,
  onResponseBodyError: ApplicationOptions['onResponseBodyError'],
): MaybePromise<HttpResponse> => {
  const { body } = response
  if (!isStream(body) || request.method === 'HEAD') return response
  const report = (error: unknown): void => {
    if (!request.signal.aborted && !isClientGone(error)) onResponseBodyError?.(error, requestId)
  }
  return afterFirst(body, report).then((begunBody) => ({ ...response, body: begunBody }))
}

/** The same body; `release` is called once it has been sent, or cannot be, or need not be. */
export const releasingAfter = (body: BodyStream, release: () => void): BodyStream => {
  const parts = body[Symbol.asyncIterator]()
  let isHeld = true
  const over = (): void => {
    if (isHeld) release()
    isHeld = false
  }
  const next = async (): Promise<Part> => {
    const part = await parts.next().catch((error: unknown) => {
      over()
      throw error
    })
    if (part.done === true) over()
    return part
  }
  const stop = async (): Promise<void> => {
    try {
      await parts.return?.()
    } finally {
      over()
    }
  }
  return readOnce(next, stop)
}
