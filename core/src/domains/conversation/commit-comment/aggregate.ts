import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type Aggregate,
  codecs,
  conflict,
  current,
  type EventOf,
  eventCatalogue,
  refuse,
  refused,
} from '../../../kernel/index.js'

const { safeInteger, nullable, oneOf } = codecs

export const LINE_TYPES = ['new', 'old'] as const
/** Whether a line was added or removed. */
export type LineType = (typeof LINE_TYPES)[number]

/** A long text is kept as a blob; `text` is then only its beginning. */
const body = t.type({ text: t.string, blob: nullable(t.string) })
/** A line that the commit added or removed. */
const line = t.type({ path: t.string, line: safeInteger, lineType: oneOf(LINE_TYPES) })
const added = t.type({
  projectId: safeInteger,
  sha: t.string,
  authorId: safeInteger,
  body,
  /** Null: the commit as a whole. */
  at: nullable(line),
})

export type CommentData = Readonly<t.TypeOf<typeof added>>
export type CommentedLine = Readonly<t.TypeOf<typeof line>>

const commitCommentEvents = eventCatalogue({ CommitCommentAdded: current(added) })

export type CommitCommentEvent = EventOf<typeof commitCommentEvents>

/** What is said of a commit stays as it was said. */
export type CommitCommentState = { readonly kind: 'none' } | { readonly kind: 'said' }

export type CommitCommentCommand = { readonly type: 'Comment' } & CommentData

/** The refusal of a comment without text. */
export const blankComment = refused('Failed to save note {:note=>["can\'t be blank"]}')

/** What somebody said of a commit. */
export const commitComment: Aggregate<CommitCommentCommand, CommitCommentEvent, CommitCommentState> = {
  category: 'commit_comment',
  stateVersion: 1,
  events: commitCommentEvents,
  initial: { kind: 'none' },
  decide:
    ({ type: _, ...data }) =>
    (state) => {
      if (state.kind !== 'none') return refuse(conflict())
      if (data.body.text.trim() === '') return refuse(blankComment)
      return E.right([{ type: 'CommitCommentAdded', data }])
    },
  evolve: () => ({ kind: 'said' }),
}
