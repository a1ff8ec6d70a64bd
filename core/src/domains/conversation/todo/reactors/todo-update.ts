import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { RetryableError } from '../../../../app/reactors.js'
import type { Aggregate, DomainEvent, Revision, StoredEvent } from '../../../../kernel/index.js'
import { type IssuableRow, readerAccess } from '../../../issuable/issuable.js'
import { directlyAddressedNames, usersNamed } from '../../../issuable/mentions.js'
import { readsInternalNotes } from '../../../issuable/participants.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'
import type { TodoChanges } from '../todo-changes.js'

/** What to-dos need of an issuable. */
export type TodoIssuable = Pick<IssuableRow, 'type' | 'id' | 'projectId' | 'authorId'>

/** A merge request as an issuable. */
export const mergeRequestIssuable = (row: MergeRequestRow): TodoIssuable => ({
  type: 'MergeRequest',
  id: row.id,
  projectId: row.targetProjectId,
  authorId: row.authorId,
})

/** The effect of an event on the to-dos about an issuable; `internal` where only reporters and above may see its reason. */
export interface TodoUpdate {
  readonly issuable: TodoIssuable
  readonly consequences: TodoChanges
  readonly internal?: boolean
  /** The author of the to-dos, where it is not the user who acted. */
  readonly authorId?: number
}

/** Whether a user may read the issuable and the reason for the to-do. */
export const mayRead = (forge: Forge, { issuable, internal = false }: TodoUpdate, userId: number): boolean => {
  const access = readerAccess(forge, issuable, userId)
  return access !== undefined && (!internal || readsInternalNotes(access))
}

/** Users whom a text in a project addresses directly, by name or by group. */
export const addressedUsers = (
  forge: Forge,
  projectId: number,
  text: string | null | undefined,
): ReadonlyArray<number> => usersNamed(forge, directlyAddressedNames(text ?? ''), projectId)

const PAGE = 100

/** The last event of its stream before a given one for which `pick` returns something. */
export const lastEventBefore = async <C, Event extends DomainEvent, S, A>(
  forge: Forge,
  aggregate: Pick<Aggregate<C, Event, S>, 'events'>,
  stored: StoredEvent,
  pick: (event: Event) => A | undefined,
): Promise<A | undefined> => {
  for (let from = stored.revision - 1; from >= 0; from -= PAGE) {
    const options = { from: from as Revision, direction: 'backwards', limit: PAGE } as const
    const page = await forge.events.readStream(stored.stream, options)
    if (page.kind === 'Unavailable') throw new RetryableError(page.reason)
    if (page.kind !== 'Read') return undefined
    for (const event of page.events) {
      const decoded = aggregate.events.decode(event)
      const picked = E.isRight(decoded) ? pick(decoded.right) : undefined
      if (picked !== undefined) return picked
    }
  }
  return undefined
}
