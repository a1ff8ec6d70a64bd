import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { idOf, type StoredEvent, userIdOf } from '../../../../kernel/index.js'
import { wholeDescription } from '../../../issuable/description.js'
import { issuableById } from '../../../issuable/issuable.js'
import { issue } from '../../../planning/issue/decider.js'
import type { IssueData, IssueEvent } from '../../../planning/issue/events.js'
import { added, mentionTodos, noTodoChanges, type TodoChanges, type TodoRequest, todosFor } from '../todo-changes.js'
import { addressedUsers, lastEventBefore, type TodoIssuable, type TodoUpdate } from './todo-update.js'

/** Events of issues that change to-dos. */
export const ISSUE_EVENTS: ReadonlyArray<IssueEvent['type']> = [
  'IssueCreated',
  'IssueChanged',
  'IssueAssigneesSet',
  'IssueLabelsSet',
  'IssueClosed',
]

const mentionedBefore = (forge: Forge, stored: StoredEvent) =>
  lastEventBefore(forge, issue, stored, (event) =>
    event.type === 'IssueCreated' || event.type === 'IssueChanged' ? event.data.mentionedIds : undefined,
  )

const assignedBefore = (forge: Forge, stored: StoredEvent) =>
  lastEventBefore(forge, issue, stored, (event) => {
    if (event.type === 'IssueCreated') return event.data.assigneeIds
    return event.type === 'IssueAssigneesSet' ? event.data.userIds : undefined
  })

const mentioned = async (
  forge: Forge,
  { projectId }: TodoIssuable,
  stored: StoredEvent,
  data: IssueData<'IssueChanged'>,
): Promise<ReadonlyArray<TodoRequest>> => {
  if (data.mentionedIds === undefined) return []
  const fresh = added((await mentionedBefore(forge, stored)) ?? [], data.mentionedIds)
  const text = data.description === undefined ? null : await wholeDescription(forge, data.description)
  return mentionTodos(fresh, addressedUsers(forge, projectId, text))
}

const consequencesOf = async (
  forge: Forge,
  issuable: TodoIssuable,
  stored: StoredEvent,
  event: IssueEvent,
): Promise<TodoChanges> => {
  const actor = userIdOf(stored.metadata.actor)
  const acted = actor === undefined ? [] : [actor]
  switch (event.type) {
    case 'IssueCreated': {
      const { assigneeIds, mentionedIds, description } = event.data
      const addressed = addressedUsers(forge, issuable.projectId, await wholeDescription(forge, description))
      return {
        completedFor: [],
        requested: [...todosFor('assigned', assigneeIds), ...mentionTodos(mentionedIds, addressed)],
      }
    }
    case 'IssueChanged':
      return { completedFor: acted, requested: await mentioned(forge, issuable, stored, event.data) }
    case 'IssueAssigneesSet': {
      const before = (await assignedBefore(forge, stored)) ?? []
      return { completedFor: acted, requested: todosFor('assigned', added(before, event.data.userIds)) }
    }
    case 'IssueLabelsSet':
      return { completedFor: acted, requested: [] }
    case 'IssueClosed':
      return { completedFor: [event.data.by], requested: [] }
    default:
      return noTodoChanges
  }
}

/** Most new issues change no to-do, so they are not read for it. */
const isQuiet = (event: IssueEvent): boolean =>
  event.type === 'IssueCreated' && event.data.assigneeIds.length === 0 && event.data.mentionedIds.length === 0

/** What an event of an issue changes in to-dos. */
export const updateForIssue = async (forge: Forge, stored: StoredEvent): Promise<TodoUpdate | undefined> => {
  const decoded = issue.events.decode(stored)
  if (E.isLeft(decoded) || isQuiet(decoded.right)) return undefined
  const issuable = issuableById(forge, { type: 'Issue', id: Number(idOf(stored.stream)) })
  if (issuable === undefined) return undefined
  return { issuable, consequences: await consequencesOf(forge, issuable, stored, decoded.right) }
}
