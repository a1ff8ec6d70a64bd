import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'

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

export const commitCommentEvents = eventCatalogue({ CommitCommentAdded: current(added) })

export type CommitCommentEvent = EventOf<typeof commitCommentEvents>
