import type { Cancellation } from '@forgefold/core/ports'
import { BodyTooLarge, type HttpResponse } from '../http/message.js'
import { BrokenGzip } from './git-body.js'
import { badRequest, streamed, tooLarge } from './git-responses.js'

/** What git says where a repository or the machine is to blame. */
const OWN_TROUBLE =
  /unable to (read|open|create|write|map|fork|start|find all)|corrupt|bad object|missing|not a git repository|memory|no space|too many open|input\/output|(cannot|could not|failed to) (open|read|map|create|fork|run|lock|start)/i

/** The exit code of git where it gives up; a signal has none. */
const GAVE_UP = 128

/** Whether git gave up on what the client sent: it does so in too many words to know them all. `complaint` is what it wrote to standard error. */
const isNotUnderstood = (error: unknown): boolean => {
  if (error instanceof BrokenGzip) return true
  const { code, complaint } = (error ?? {}) as { readonly code?: unknown; readonly complaint?: unknown }
  return code === GAVE_UP && typeof complaint === 'string' && !OWN_TROUBLE.test(complaint)
}

async function* beginningWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}

/**
 * The result of a request to git, whose status waits for the first bytes: 400 where git ends without any because it does not understand the
 * request, 413 where the request is too large. Throws what else ends it before them. An error that comes later breaks the response off.
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
    if (isNotUnderstood(error)) return badRequest('Bad Request')
    throw error
  }
}
