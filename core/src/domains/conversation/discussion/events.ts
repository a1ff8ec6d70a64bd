import * as t from 'io-ts'
import { list, nullable, oneOf, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { claimedCreation, ISSUABLE_TYPES, referenceFields } from '../../issuable/event-fields.js'
import { position } from './position/index.js'
import { suggestion } from './suggestion/suggestion.js'

/** A long text is stored as a blob; `text` is then its beginning. */
const body = t.type({ text: t.string, blob: nullable(t.string) })
export type NoteBody = Readonly<t.TypeOf<typeof body>>

const startedAbout = t.type({
  projectId: safeInteger,
  noteableType: oneOf(ISSUABLE_TYPES),
  noteableId: safeInteger,
  /** An individual note, which cannot be resolved. */
  individual: t.boolean,
})
/** `commitId`: the commit of the merge request whose diff was commented on. Only discussions of diffs have `diff`. */
const started = t.intersection([startedAbout, t.partial({ diff: t.type({ position, commitId: nullable(t.string) }) })])
const moved = t.type({ position })
const added = t.intersection([
  t.type({
    noteId: safeInteger,
    authorId: safeInteger,
    body,
    internal: t.boolean,
    mentionedIds: list(safeInteger),
  }),
  /** `createdAt`: when the note was written, where it is copied from another issue or backdated by an owner; otherwise that is the time of the event. */
  t.partial({ ...claimedCreation, ...referenceFields }),
])
/** `internal` where that was changed too, which releases before 16.0 do not support. */
const edited = t.intersection([
  t.type({ noteId: safeInteger, body, mentionedIds: list(safeInteger), by: safeInteger }),
  t.partial({ internal: t.boolean, ...referenceFields }),
])
const by = t.type({ by: safeInteger })
const noteBy = t.type({ noteId: safeInteger, by: safeInteger })

/** All suggestions of the note from now on. */
const suggested = t.type({ noteId: safeInteger, suggestions: list(suggestion) })
const applied = t.type({ suggestionIds: list(safeInteger), commitId: t.string, by: safeInteger })

export type StartedData = Readonly<t.TypeOf<typeof started>>
export type NoteData = Readonly<t.TypeOf<typeof added>>

/** Every event of a discussion, with its versions. */
export const discussionEvents = eventCatalogue({
  DiscussionStarted: current(started),
  /** The discussed line has another position in the latest version. */
  DiscussionMoved: current(moved),
  NoteAdded: current(added),
  NoteEdited: current(edited),
  NoteDeleted: current(noteBy),
  NoteResolved: current(noteBy),
  NoteUnresolved: current(noteBy),
  DiscussionResolved: current(by),
  DiscussionUnresolved: current(by),
  SuggestionsMade: current(suggested),
  /** A commit applied the suggestions. */
  SuggestionsApplied: current(applied),
})

export type DiscussionEvent = EventOf<typeof discussionEvents>
