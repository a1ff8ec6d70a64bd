import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { nullable, safeInteger } from '../../../kernel/codecs.js'
import {
  type Aggregate,
  type Changes,
  conflict,
  current,
  decideChange,
  type EventOf,
  eventCatalogue,
  invalid,
  recordNotFound,
  refuse,
} from '../../../kernel/index.js'
import { position } from '../discussion/position/index.js'

/** A long text is stored as a blob; `text` is then its beginning. */
const body = t.type({ text: t.string, blob: nullable(t.string) })
const content = { body, position: nullable(position) }
const created = t.type({
  projectId: safeInteger,
  mergeRequestId: safeInteger,
  authorId: safeInteger,
  /** The number that the note gets when it is published. */
  noteId: safeInteger,
  /** The thread that it replies to; null where it begins one. */
  discussionId: nullable(t.string),
  resolves: t.boolean,
  commitId: nullable(t.string),
  ...content,
})
const changed = t.partial(content)

const draftNoteEvents = eventCatalogue({
  DraftNoteCreated: current(created),
  DraftNoteChanged: current(changed),
  DraftNotePublished: current(t.type({})),
  DraftNoteDeleted: current(t.type({})),
})

export type DraftNoteEvent = EventOf<typeof draftNoteEvents>
export type DraftNoteData = Readonly<t.TypeOf<typeof created>>

/** The parts of a draft that can be changed. */
export type DraftContent = Pick<DraftNoteData, 'body' | 'position'>

export type DraftNoteState = { readonly kind: 'none' | 'gone' } | ({ readonly kind: 'live' } & DraftContent)

export type DraftNoteCommand =
  | ({ readonly type: 'Create' } & DraftNoteData)
  | { readonly type: 'Change'; readonly changes: Changes<DraftContent> }
  /** The note has been created, and the draft ends. */
  | { readonly type: 'Publish' }
  | { readonly type: 'Delete' }

const blank = invalid({ note: ["can't be blank"] })
const isBlank = ({ text }: DraftContent['body']): boolean => text.trim() === ''

/** A note on a merge request that only its author sees until it is published. */
export const draftNote: Aggregate<DraftNoteCommand, DraftNoteEvent, DraftNoteState> = {
  category: 'draft_note',
  stateVersion: 1,
  events: draftNoteEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Create') {
      const { type: _, ...data } = command
      if (isBlank(data.body)) return refuse(blank)
      return state.kind === 'none' ? E.right([{ type: 'DraftNoteCreated', data }]) : refuse(conflict())
    }
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Publish') return E.right([{ type: 'DraftNotePublished', data: {} }])
    if (command.type === 'Delete') return E.right([{ type: 'DraftNoteDeleted', data: {} }])
    if (command.changes.body !== undefined && isBlank(command.changes.body)) return refuse(blank)
    return decideChange('DraftNoteChanged', command.changes, state)
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'DraftNoteCreated':
        return { kind: 'live', body: event.data.body, position: event.data.position }
      case 'DraftNoteChanged':
        return state.kind === 'live' ? { ...state, ...event.data } : state
      case 'DraftNotePublished':
      case 'DraftNoteDeleted':
        return { kind: 'gone' }
    }
  },
}
