import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { idOf, type StoredEvent, userIdOf } from '../../../../kernel/index.js'
import { wholeDescription } from '../../../issuable/description.js'
import { mergeRequest } from '../../../review/merge-request/decider.js'
import type { MergeRequestData, MergeRequestEvent } from '../../../review/merge-request/events.js'
import type { MergeRequestRow } from '../../../review/merge-request/queries.js'
import { added, mentionTodos, noTodoChanges, type TodoChanges, type TodoRequest, todosFor } from '../todo-changes.js'
import { approversOf } from './approvals.js'
import { addressedUsers, lastEventBefore, mergeRequestIssuable, type TodoUpdate } from './todo-update.js'

/** Events of merge requests that change to-dos. */
export const MERGE_REQUEST_EVENTS: ReadonlyArray<MergeRequestEvent['type']> = [
  'MergeRequestCreated',
  'VersionRecorded',
  'DetailsChanged',
  'AssigneesSet',
  'ReviewersSet',
  'LabelsSet',
  'Retargeted',
  'MergeRequestClosed',
  'CheckFinished',
  'MergeRequestMerged',
  'Approved',
]

type People = 'assigneeIds' | 'reviewerIds' | 'mentionedIds'

/** The assignees and reviewers before the event. */
const peopleBefore = async (forge: Forge, stored: StoredEvent, which: People): Promise<ReadonlyArray<number>> => {
  const found = await lastEventBefore(forge, mergeRequest, stored, (event) => {
    if (event.type === 'MergeRequestCreated') return event.data[which]
    if (event.type === 'AssigneesSet' && which === 'assigneeIds') return event.data.userIds
    if (event.type === 'ReviewersSet' && which === 'reviewerIds') return event.data.userIds
    return event.type === 'DetailsChanged' && which === 'mentionedIds' ? event.data.mentionedIds : undefined
  })
  return found ?? []
}

const created = async (
  forge: Forge,
  row: MergeRequestRow,
  data: MergeRequestData<'MergeRequestCreated'>,
): Promise<ReadonlyArray<TodoRequest>> => [
  ...todosFor('approval_required', approversOf(forge, row)),
  ...todosFor('assigned', data.assigneeIds),
  ...todosFor('review_requested', data.reviewerIds),
  ...mentionTodos(
    data.mentionedIds,
    addressedUsers(forge, row.targetProjectId, await wholeDescription(forge, data.description)),
  ),
]

const mentioned = async (
  forge: Forge,
  row: MergeRequestRow,
  stored: StoredEvent,
  data: MergeRequestData<'DetailsChanged'>,
): Promise<ReadonlyArray<TodoRequest>> => {
  if (data.mentionedIds === undefined) return []
  const fresh = added(await peopleBefore(forge, stored, 'mentionedIds'), data.mentionedIds)
  if (fresh.length === 0) return []
  const text = await wholeDescription(forge, data.description ?? row.description)
  return mentionTodos(fresh, addressedUsers(forge, row.targetProjectId, text))
}

/** The author, and the user who set auto-merge. */
export const mergeParticipants = (row: MergeRequestRow): ReadonlyArray<number> => [
  row.authorId,
  ...(row.autoMerge === null ? [] : [row.autoMerge.by]),
]

/** A conflict creates to-dos when it arises, not again at each check (docs/reference/behaviour/conversation.md#to-dos). */
const unmergeable = async (
  forge: Forge,
  row: MergeRequestRow,
  stored: StoredEvent,
  { mergeable, head, target }: MergeRequestData<'CheckFinished'>,
): Promise<ReadonlyArray<TodoRequest>> => {
  if (mergeable || head === null || target === null || row.status !== 'opened' || row.version.state === 'empty')
    return []
  const before = await lastEventBefore(forge, mergeRequest, stored, (event) =>
    event.type === 'CheckFinished' ? event.data.mergeable : undefined,
  )
  return before === false ? [] : todosFor('unmergeable', mergeParticipants(row))
}

const PUSHES: ReadonlySet<string> = new Set(['pushed', 'rebased', 'rebased_quietly'])

/** Changes that complete the to-dos of the user who made them. */
const isAttention = (data: MergeRequestData<'DetailsChanged'>): boolean =>
  data.title !== undefined || data.description !== undefined || data.milestoneId !== undefined

const consequencesOf = async (
  forge: Forge,
  row: MergeRequestRow,
  stored: StoredEvent,
  event: MergeRequestEvent,
): Promise<TodoChanges> => {
  const actor = userIdOf(stored.metadata.actor)
  const acted = actor === undefined ? [] : [actor]
  switch (event.type) {
    case 'MergeRequestCreated':
      return { completedFor: [], requested: await created(forge, row, event.data) }
    case 'DetailsChanged':
      return {
        completedFor: isAttention(event.data) ? acted : [],
        requested: await mentioned(forge, row, stored, event.data),
      }
    case 'AssigneesSet': {
      const before = await peopleBefore(forge, stored, 'assigneeIds')
      return { completedFor: acted, requested: todosFor('assigned', added(before, event.data.userIds)) }
    }
    case 'ReviewersSet': {
      const before = await peopleBefore(forge, stored, 'reviewerIds')
      return { completedFor: acted, requested: todosFor('review_requested', added(before, event.data.userIds)) }
    }
    case 'CheckFinished':
      return { completedFor: [], requested: await unmergeable(forge, row, stored, event.data) }
    case 'VersionRecorded':
      return { completedFor: PUSHES.has(event.data.cause) ? acted : [], requested: [] }
    case 'LabelsSet':
    case 'Retargeted':
      return { completedFor: acted, requested: [] }
    case 'MergeRequestClosed':
    case 'MergeRequestMerged':
      return { completedFor: event.data.by === null ? [] : [event.data.by], requested: [] }
    case 'Approved':
      return { completedFor: [event.data.userId], requested: [] }
    default:
      return noTodoChanges
  }
}

/** Most versions and checks change no to-do, so the merge request is not read for them. */
const isQuiet = (event: MergeRequestEvent): boolean => {
  if (event.type === 'VersionRecorded') return !PUSHES.has(event.data.cause)
  return event.type === 'CheckFinished' && event.data.mergeable
}

/** What an event of a merge request changes in to-dos. */
export const updateForMergeRequest = async (forge: Forge, stored: StoredEvent): Promise<TodoUpdate | undefined> => {
  const decoded = mergeRequest.events.decode(stored)
  if (E.isLeft(decoded) || isQuiet(decoded.right)) return undefined
  const row = forge.read.mergeRequests.byId(Number(idOf(stored.stream)))
  if (row === undefined) return undefined
  return {
    issuable: mergeRequestIssuable(row),
    consequences: await consequencesOf(forge, row, stored, decoded.right),
  }
}
