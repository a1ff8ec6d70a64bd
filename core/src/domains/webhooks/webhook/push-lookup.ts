import * as E from 'fp-ts/lib/Either.js'
import type { Forge, Lookup } from '../../../app/forge.js'
import { type Revision, type StoredEvent, streamName } from '../../../kernel/index.js'
import { type RefUpdatedData, repository } from '../../projects/repository/aggregate.js'

/** The most refs of one push in a payload. */
const MAX_REFS = 1000

/** Whether two events of a repository belong to the same push. */
export const isSamePush = (one: StoredEvent, other: StoredEvent): boolean =>
  one.metadata.correlationId === other.metadata.correlationId && one.metadata.at === other.metadata.at

const eventsFrom = async ({ events }: Forge, projectId: number, from: number): Promise<ReadonlyArray<StoredEvent>> => {
  const stream = streamName(repository.category, projectId)
  const read = await events.readStream(stream, { from: from as Revision, limit: MAX_REFS + 1 })
  if (read.kind === 'Unavailable') throw new Error(read.reason)
  return read.kind === 'Read' ? read.events : []
}

/** All refs that a push updated, by the first of them; empty where the event is not the first of its push. */
export const refsOfPush: Lookup<
  { readonly projectId: number; readonly revision: number },
  Promise<ReadonlyArray<RefUpdatedData>>
> = async (forge, { projectId, revision }) => {
  const events = await eventsFrom(forge, projectId, Math.max(revision - 1, 0))
  const at = events.findIndex((event) => event.revision === revision)
  const first = events[at]
  const previous = events[at - 1]
  if (first === undefined || (previous !== undefined && isSamePush(previous, first))) return []
  const end = events.findIndex((event, index) => index > at && !isSamePush(first, event))
  return events.slice(at, end === -1 ? undefined : end).flatMap((event) => {
    const read = repository.events.decode(event)
    return E.isRight(read) && read.right.type === 'RefUpdated' ? [read.right.data] : []
  })
}
