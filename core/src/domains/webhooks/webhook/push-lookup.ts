import type { Forge, Lookup } from '../../../app/forge.js'
import { type Revision, type StoredEvent, streamName } from '../../../kernel/index.js'
import { type RefUpdatedData, repository } from '../../projects/repository/aggregate.js'
import { pushOf, refUpdateIn } from '../../projects/repository/push-of.js'

/** The most refs of one push in a payload. */
const MAX_REFS = 1000

const pushIn = (event: StoredEvent): string => {
  const update = refUpdateIn(event)
  return update === undefined ? event.id : pushOf(event, update)
}

/** Whether two events of a repository belong to the same push. */
export const isSamePush = (one: StoredEvent, other: StoredEvent): boolean => pushIn(one) === pushIn(other)

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
  return events.slice(at, end === -1 ? undefined : end).flatMap((event) => refUpdateIn(event) ?? [])
}
