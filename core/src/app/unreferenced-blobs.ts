import * as E from 'fp-ts/lib/Either.js'
import type { Rejection } from '../kernel/index.js'
import type { Forge } from './forge.js'
import { walkHistory } from './history-pages.js'
import type { Pause } from './periodic.js'

const DIGEST = /[0-9a-f]{64}/g

/** What finding unreferenced blobs needs. */
export interface UnreferencedBlobsOptions {
  /** Blobs written at this moment (epoch milliseconds of the machine) or later are kept: an upload writes its blob before the event that refers to it. */
  readonly writtenBefore: number
  readonly pause: Pause
  /** Called between events; false cancels the work, and nothing is deleted. */
  readonly goOn: () => boolean
}

/**
 * Deletes long texts and uploaded files that no event ever referred to: the server died between storing them and appending the event.
 *
 * Any digest in any event counts, whatever the field: old versions of a text are part of the history, and events of unknown types protect
 * their blobs too. Where there is a candidate, the whole history is read. Returns how many were deleted; rejections: `Unavailable`.
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
