import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, FieldErrors, Rejection } from '../../../kernel/index.js'
import {
  blankOrTooLong,
  conflict,
  effectiveChanges,
  fieldErrors,
  given,
  invalid,
  isSame,
  notModified,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { holdsOnlyMentions } from '../../issuable/event-fields.js'
import type { IssueCommand } from './commands.js'
import { type IssueEvent, issueEvents } from './events.js'
import { issueSnapshot } from './snapshot.js'
import type { IssueState, LiveIssue } from './state.js'
import { decideTime } from './time.js'

type Of<Type extends IssueCommand['type']> = Extract<IssueCommand, { readonly type: Type }>
type Decision = E.Either<Rejection, ReadonlyArray<IssueEvent>>

const weightErrors = (weight: number | null | undefined): ReadonlyArray<string> =>
  typeof weight === 'number' && weight < 0 ? ['must be greater than or equal to 0'] : []

const findings = (asked: {
  readonly title?: string | undefined
  readonly weight?: number | null | undefined
}): FieldErrors | undefined =>
  fieldErrors({
    title: asked.title === undefined ? [] : blankOrTooLong(asked.title),
    weight: weightErrors(asked.weight),
  })

const create = ({ type: _, origin, ...data }: Of<'Create'>, state: IssueState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const wrong = findings(data)
  if (wrong !== undefined) return refuse(invalid(wrong))
  const created: IssueEvent = { type: 'IssueCreated', data: { activityNumbers: 'counted', ...data } }
  if (origin === undefined) return E.right([created])
  const { type, ...from } = origin
  return E.right([created, { type, data: from }])
}

const change = ({ changes, assigneeIds, labelIds, updatedAt }: Of<'Change'>, live: LiveIssue): Decision => {
  const wrong = findings(changes)
  if (wrong !== undefined) return refuse(invalid(wrong))
  const data = effectiveChanges(changes, live)
  const claimed = given({ updatedAt })
  const events: Array<IssueEvent> = []
  if (!holdsOnlyMentions(data)) events.push({ type: 'IssueChanged', data: { ...data, ...claimed } })
  if (assigneeIds !== undefined && !isSame(assigneeIds, live.assigneeIds))
    events.push({ type: 'IssueAssigneesSet', data: { userIds: assigneeIds, ...claimed } })
  if (labelIds !== undefined && !isSame(labelIds, live.labelIds))
    events.push({ type: 'IssueLabelsSet', data: { labelIds, ...claimed } })
  return E.right(events)
}

const follow = (command: Of<'Subscribe'> | Of<'Unsubscribe'>, live: LiveIssue): Decision => {
  const { userId, participates } = command
  const wanted = command.type === 'Subscribe'
  if ((live.subscriptions[String(userId)] ?? participates) === wanted) return refuse(notModified)
  return E.right([{ type: wanted ? 'IssueSubscribed' : 'IssueUnsubscribed', data: { userId } }])
}

const noteCloser = ({ type, mergeRequestId }: Of<'NoteCloser'> | Of<'DropCloser'>, live: LiveIssue): Decision => {
  const wanted = type === 'NoteCloser'
  if (live.closers.includes(mergeRequestId) === wanted) return E.right([])
  return E.right([{ type: wanted ? 'IssueCloserNoted' : 'IssueCloserDropped', data: { mergeRequestId } }])
}

const markMoved = ({ type: _, ...data }: Of<'Move'>, live: LiveIssue): Decision => {
  const { issueId, by } = data
  if (live.movedTo !== null) return live.movedTo === issueId ? E.right([]) : refuse(conflict())
  const moved: IssueEvent = { type: 'IssueMoved', data }
  return E.right(live.open ? [moved, { type: 'IssueClosed', data: { by, mergeRequestId: null } }] : [moved])
}

/** An issue of a project. */
export const issue: Aggregate<IssueCommand, IssueEvent, IssueState> = {
  category: 'issue',
  stateVersion: 5,
  snapshot: issueSnapshot,
  events: issueEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Create') return create(command, state)
    if (state.kind !== 'live') return refuse(recordNotFound)
    switch (command.type) {
      case 'Change':
        return change(command, state)
      case 'Close': {
        const { by, mergeRequestId, updatedAt } = command
        const data = { by, mergeRequestId, ...given({ updatedAt }) }
        return E.right(state.open ? [{ type: 'IssueClosed', data }] : [])
      }
      case 'Reopen': {
        const { by, updatedAt } = command
        return E.right(state.open ? [] : [{ type: 'IssueReopened', data: { by, ...given({ updatedAt }) } }])
      }
      case 'MarkDuplicate': {
        const { canonicalId, by } = command
        if (state.open || state.duplicateOf === canonicalId) return E.right([])
        return E.right([{ type: 'IssueMarkedDuplicate', data: { canonicalId, by } }])
      }
      case 'Move':
        return markMoved(command, state)
      case 'Reorder':
        return E.right([{ type: 'IssueReordered', data: { rank: command.rank } }])
      case 'NoteCloser':
      case 'DropCloser':
        return noteCloser(command, state)
      case 'SetTimeEstimate':
      case 'SpendTime':
      case 'ResetTimeSpent':
        return decideTime(command, state)
      case 'Subscribe':
      case 'Unsubscribe':
        return follow(command, state)
      case 'Delete':
        return E.right([{ type: 'IssueDeleted', data: { by: command.by } }])
    }
  },
  evolve: (state, event) => {
    if (event.type === 'IssueCreated')
      return {
        kind: 'live',
        ...event.data,
        weight: event.data.weight ?? null,
        issueType: event.data.issueType ?? 'issue',
        open: true,
        closers: [],
        duplicateOf: null,
        movedTo: null,
        timeEstimate: 0,
        timeSpent: 0,
        subscriptions: {},
      }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'IssueChanged': {
        const { updatedAt: _, ...data } = event.data
        return { ...state, ...data }
      }
      case 'IssueAssigneesSet':
        return { ...state, assigneeIds: event.data.userIds }
      case 'IssueLabelsSet':
        return { ...state, labelIds: event.data.labelIds }
      case 'IssueClosed':
        return { ...state, open: false }
      case 'IssueReopened':
        return { ...state, open: true, duplicateOf: null }
      case 'IssueMarkedDuplicate':
        return { ...state, duplicateOf: event.data.canonicalId }
      case 'IssueMoved':
        return { ...state, movedTo: event.data.issueId }
      case 'IssueCloserNoted':
        return { ...state, closers: [...state.closers, event.data.mergeRequestId] }
      case 'IssueCloserDropped':
        return { ...state, closers: state.closers.filter((id) => id !== event.data.mergeRequestId) }
      case 'IssueTimeEstimateSet':
        return { ...state, timeEstimate: event.data.seconds }
      case 'IssueTimeSpent':
        return { ...state, timeSpent: state.timeSpent + event.data.seconds }
      case 'IssueSubscribed':
        return { ...state, subscriptions: { ...state.subscriptions, [event.data.userId]: true } }
      case 'IssueUnsubscribed':
        return { ...state, subscriptions: { ...state.subscriptions, [event.data.userId]: false } }
      case 'IssueDeleted':
        return { kind: 'deleted' }
      // No decision depends on the others.
      default:
        return state
    }
  },
}
