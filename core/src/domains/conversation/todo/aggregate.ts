import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { oneOf, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  conflict,
  current,
  type DeclaredName,
  type EventOf,
  eventCatalogue,
  notModified,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'

/** Why a to-do is created. */
export const TODO_ACTIONS = [
  'assigned',
  'mentioned',
  'build_failed',
  'marked',
  'approval_required',
  'unmergeable',
  'directly_addressed',
  'review_requested',
  'merge_train_removed',
] as const
/** Why a user has a to-do. */
export type TodoAction = (typeof TODO_ACTIONS)[number]

/** What to-dos can be about. */
export const TODO_TARGETS = ['MergeRequest', 'Issue'] as const
export type TodoTarget = (typeof TODO_TARGETS)[number]

const created = t.intersection([
  t.type({
    userId: safeInteger,
    authorId: safeInteger,
    projectId: safeInteger,
    action: oneOf(TODO_ACTIONS),
    targetType: oneOf(TODO_TARGETS),
    /** The global id of its target. */
    targetId: safeInteger,
  }),
  t.partial({
    /** The note that led to it. */
    noteId: safeInteger,
  }),
])
const nothing = t.type({})

export type TodoCreatedData = Readonly<t.TypeOf<typeof created>>

/** Every event of a to-do, with its versions. */
const todoEvents = eventCatalogue({
  TodoCreated: current(created),
  TodoDone: current(nothing),
  /** Reopened. */
  TodoPending: current(nothing),
})

export type TodoEvent = EventOf<typeof todoEvents>

/** A to-do as `decide` needs it. */
export interface LiveTodo extends TodoCreatedData {
  readonly kind: 'live'
  readonly pending: boolean
}

export type TodoState = { readonly kind: 'none' } | LiveTodo

export type TodoCommand =
  | ({ readonly type: 'Create' } & TodoCreatedData)
  | { readonly type: 'MarkDone' }
  | { readonly type: 'MarkPending' }

/** A user has at most one pending to-do that they marked themselves for the same target. */
const todoName = ({ userId, targetType, targetId }: LiveTodo): DeclaredName => ({
  kind: 'pending_todo',
  name: [userId, targetType, targetId].join('\0'),
  refusal: () => notModified,
})

/** A to-do item of one user. */
export const todo: Aggregate<TodoCommand, TodoEvent, TodoState> = {
  category: 'todo',
  stateVersion: 1,
  events: todoEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' && state.pending && state.action === 'marked' ? [todoName(state)] : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      return state.kind === 'none' ? E.right([{ type: 'TodoCreated', data }]) : refuse(conflict())
    }
    if (state.kind === 'none') return refuse(recordNotFound)
    const wanted = command.type === 'MarkPending'
    if (state.pending === wanted) return E.right([])
    return E.right([{ type: wanted ? 'TodoPending' : 'TodoDone', data: {} }])
  },
  evolve: (state, event) => {
    if (event.type === 'TodoCreated') return { kind: 'live', ...event.data, pending: true }
    return state.kind === 'none' ? state : { ...state, pending: event.type === 'TodoPending' }
  },
}
