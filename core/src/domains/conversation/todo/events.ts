import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

const { safeInteger, oneOf } = codecs

/** Why something comes to somebody's list. */
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
/** Why somebody has it. */
export type TodoAction = (typeof TODO_ACTIONS)[number]

/** What comes to somebody's list. */
export const TODO_TARGETS = ['MergeRequest', 'Issue'] as const
export type TodoTarget = (typeof TODO_TARGETS)[number]

const created = t.intersection([
  t.type({
    userId: safeInteger,
    authorId: safeInteger,
    projectId: safeInteger,
    action: oneOf(TODO_ACTIONS),
    targetType: oneOf(TODO_TARGETS),
    /** The global number of what it is about. */
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
export const todoEvents = eventCatalogue({
  TodoCreated: current(created),
  TodoDone: current(nothing),
  /** Taken up again. */
  TodoPending: current(nothing),
})

export type TodoEvent = EventOf<typeof todoEvents>
