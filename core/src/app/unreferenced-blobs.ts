import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../kernel/index.js'
import type { Forge } from './forge.js'
import { walkHistory } from './history-pages.js'
import type { Pause } from './periodic.js'

const DIGEST = /[0-9a-f]{64}/g

/** How the blobs that no event speaks of are looked for. */
export interface UnreferencedBlobsOptions {
  /** Blobs written at this moment (epoch milliseconds of the machine) or later are spared: an upload writes them first and says so afterwards. */
  readonly writtenBefore: number
  readonly pause: Pause
  /** Asked between events; nothing is thrown away where it was given up. */
  readonly goOn: () => boolean
}

/**
 * Throws away long texts and files of texts that no event ever spoke of: a kill came between them and their event.
 *
 * Any digest in any event counts, whatever the field: old versions of a text are part of the history, and an event that nobody knows yet
 * loses nothing. Where there is a candidate, the whole history is read. Gives how many went; rejections: `Unavailable`.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { makeMemoryBlobs, makeMemoryEventStore } from '@forgefold/adapters/memory'
 * const collection = { writtenBefore: '2024-03-01T09:00:00.000Z', pause, goOn: () => true }
 * const stores = { blobs: makeMemoryBlobs(), events: makeMemoryEventStore() }
 * assert.equal((await deleteUnreferencedBlobs(stores, collection)).right, 0)
 */
export const deleteUnreferencedBlobs = async (
  { blobs, events }: Pick<Forge, 'blobs' | 'events'>,
  { writtenBefore, pause, goOn }: UnreferencedBlobsOptions,
): Promise<E.Either<Rejection, number>> => {
  const candidates = new Set<string>()
  for await (const { sha256, writtenAt } of blobs.list()) if (writtenAt < writtenBefore) candidates.add(sha256)
  if (candidates.size === 0) return E.right(0)
  for await (const event of walkHistory(events, pause)) {
    if (E.isLeft(event)) return event
    if (!goOn()) return E.right(0)
    for (const [digest] of JSON.stringify(event.right.data).matchAll(DIGEST)) candidates.delete(digest)
    if (candidates.size === 0) return E.right(0)
  }
  let gone = 0
  for (const sha256 of candidates) if (await blobs.removeOlder(sha256, writtenBefore)) gone++
  return E.right(gone)
}
