import type { Cancellation } from '@forgefold/core/ports'
import { BodyTooLarge, type HttpResponse } from '../http/message.js'
import { BrokenGzip } from './git-body.js'
import { badRequest, streamed, tooLarge } from './git-responses.js'

/** What git says where the bytes of a client are none of its protocol; `complaint` is what a failed program wrote to standard error. */
const NOT_UNDERSTOOD =
  /protocol error|hung up unexpectedly|^fatal: (error: )?(invalid|unexpected|unknown|unsupported|malformed|no command)|response end packet/im

const isNotUnderstood = (error: unknown): boolean => {
  if (error instanceof BrokenGzip) return true
  const { complaint } = (error ?? {}) as { readonly complaint?: unknown }
  return typeof complaint === 'string' && NOT_UNDERSTOOD.test(complaint)
}

async function* beginningWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

const failing = (error: unknown): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }),
})

/**
 * The result of a request to git, whose status waits for the first bytes: 400 where git ends without any because it does not understand the
 * request, 413 where the request is too large. An error that comes later breaks the response off.
 */
export const gitResult = async (
  contentType: string,
  output: AsyncIterable<Uint8Array>,
  signal: Cancellation,
): Promise<HttpResponse> => {
  const chunks = output[Symbol.asyncIterator]()
  // Nobody reads a response whose client is gone, and git is held as long as its output is.
  signal.addEventListener('abort', () => void chunks.return?.().catch(() => undefined), { once: true })
  try {
    const first = await chunks.next()
    return streamed(contentType, first.done === true ? null : beginningWith(first.value, chunks))
  } catch (error) {
    if (error instanceof BodyTooLarge) return tooLarge
    return isNotUnderstood(error) ? badRequest('Bad Request') : streamed(contentType, failing(error))
  }
}
