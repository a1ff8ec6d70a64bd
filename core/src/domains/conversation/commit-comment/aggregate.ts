import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  recordNotFound,
  refuse,
  refused,
} from '../../../kernel/index.js'
import { claimedCreation } from '../../issuable/event-fields.js'
import { position } from '../discussion/position/index.js'

export const LINE_TYPES = ['new', 'old'] as const
/** Whether a line was added or removed. */
export type LineType = (typeof LINE_TYPES)[number]

/** A long text is stored as a blob; `text` is then its beginning. */
const body = t.type({ text: t.string, blob: nullable(t.string) })
/** A line that the commit added or removed. */
const line = t.type({ path: t.string, line: safeInteger, lineType: oneOf(LINE_TYPES) })
const added = t.intersection([
  t.type({
    projectId: safeInteger,
    sha: t.string,
    authorId: safeInteger,
    body,
    /** Null: the commit as a whole. */
    at: nullable(line),
  }),
  t.partial({
    /** The discussion that it belongs to; a comment without one stands alone. */
    discussionId: t.string,
    /** The position in the diff, as the client sent it. */
    position,
    ...claimedCreation,
  }),
])
const edited = t.type({ body })
const nothing = t.type({})

export type CommentData = Readonly<t.TypeOf<typeof added>>
export type CommentedLine = Readonly<t.TypeOf<typeof line>>

const commitCommentEvents = eventCatalogue({
  CommitCommentAdded: current(added),
  CommitCommentEdited: current(edited),
  CommitCommentDeleted: current(nothing),
})

export type CommitCommentEvent = EventOf<typeof commitCommentEvents>

export type CommitCommentState = { readonly kind: 'none' | 'said' | 'deleted' }

export type CommitCommentCommand =
  | ({ readonly type: 'Comment' } & CommentData)
  | { readonly type: 'Edit'; readonly body: CommentData['body'] }
  | { readonly type: 'Delete' }

/** The refusal of a comment without text. */
export const blankComment = refused('Failed to save note {:note=>["can\'t be blank"]}')

/** A comment on a commit. */
export const commitComment: Aggregate<CommitCommentCommand, CommitCommentEvent, CommitCommentState> = {
  category: 'commit_comment',
  stateVersion: 1,
  events: commitCommentEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type !== 'Delete' && command.body.text.trim() === '') return refuse(blankComment)
    if (command.type === 'Comment') {
      const { type: _, ...data } = command
      return state.kind === 'none' ? E.right([{ type: 'CommitCommentAdded', data }]) : refuse(conflict())
    }
    if (state.kind !== 'said') return refuse(recordNotFound)
    if (command.type === 'Delete') return E.right([{ type: 'CommitCommentDeleted', data: {} }])
    return E.right([{ type: 'CommitCommentEdited', data: { body: command.body } }])
  },
  evolve: (_, { type }) => ({ kind: type === 'CommitCommentDeleted' ? 'deleted' : 'said' }),
}
