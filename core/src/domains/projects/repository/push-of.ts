import * as E from 'fp-ts/lib/Either.js'
import type { StoredEvent } from '../../../kernel/index.js'
import { type RefUpdatedData, repository } from './aggregate.js'

/** The update of a ref that an event of a repository records; undefined for other events. */
export const refUpdateIn = (event: StoredEvent): RefUpdatedData | undefined => {
  const read = repository.events.decode(event)
  return E.isRight(read) && read.right.type === 'RefUpdated' ? read.right.data : undefined
}

/**
 * Identifies the push that an update of a ref belongs to. Only a client of git moves several refs with one push: what the API moves, it
 * moves ref by ref, as if each had been pushed by itself.
 *
 * @example
 * const deleted = { id: '1', metadata: { correlationId: 'c', at: '2026-01-01T00:00:00.000Z' } }
 * assert.equal(pushOf(deleted, { via: 'api' }), '1')
 */
export const pushOf = (
  { id, metadata }: Pick<StoredEvent, 'id' | 'metadata'>,
  { via }: Pick<RefUpdatedData, 'via'>,
): string => (via === 'push' ? `${metadata.correlationId} ${metadata.at}` : id)
