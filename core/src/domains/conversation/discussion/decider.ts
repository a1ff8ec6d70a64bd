import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Rejection } from '../../../kernel/index.js'
import { badRequest, conflict, notFound, refuse } from '../../../kernel/index.js'
import type { DiscussionCommand } from './commands.js'
import { type DiscussionEvent, discussionEvents, type NoteData } from './events.js'
import { hasRefs } from './position/index.js'
import type { DiscussionState, LiveDiscussion, LiveNote } from './state.js'
import type { Suggestion } from './suggestion/suggestion.js'

type CommandOf<T extends DiscussionCommand['type']> = Extract<DiscussionCommand, { readonly type: T }>
type Decision = E.Either<Rejection, ReadonlyArray<DiscussionEvent>>

const isBlank = (text: string): boolean => text.trim() === ''

const blank = badRequest('Note {:note=>["can\'t be blank"]}')

/** The refusal to resolve a discussion that is not resolvable. */
export const notResolvable = badRequest('Note is not resolvable')

const has = ({ notes }: LiveDiscussion, noteId: number): boolean => notes.some(({ id }) => id === noteId)

const isResolved = ({ notes }: LiveDiscussion): boolean => notes.every(({ resolved }) => resolved)

const withResolved = (live: LiveDiscussion, resolved: boolean, of: (note: LiveNote) => boolean): LiveDiscussion => ({
  ...live,
  notes: live.notes.map((note) => (of(note) ? { ...note, resolved } : note)),
})

const added = (note: NoteData): DiscussionEvent => ({ type: 'NoteAdded', data: note })

/** A note that had suggestions and has none now records the empty list. */
const suggested = (
  live: LiveDiscussion | undefined,
  noteId: number,
  suggestions: ReadonlyArray<Suggestion> | undefined,
): ReadonlyArray<DiscussionEvent> => {
  const before = live?.notes.find(({ id }) => id === noteId)?.suggestions.length ?? 0
  if (suggestions === undefined || suggestions.length + before === 0) return []
  return [{ type: 'SuggestionsMade', data: { noteId, suggestions } }]
}

const applied = ({ notes }: LiveDiscussion, { type: _, ...data }: CommandOf<'ApplySuggestions'>): Decision => {
  const open = notes.flatMap(({ suggestions }) => suggestions.filter(({ applied }) => !applied))
  const suggestionIds = data.suggestionIds.filter((id) => open.some((one) => one.id === id))
  return E.right(suggestionIds.length === 0 ? [] : [{ type: 'SuggestionsApplied', data: { ...data, suggestionIds } }])
}

const reply = ({ note, suggestions }: CommandOf<'Reply'>, live: LiveDiscussion): Decision => {
  if (live.notes.length === 0) return refuse(notFound('Discussion'))
  if (isBlank(note.body.text)) return refuse(blank)
  // A reply to a resolved discussion opens it again.
  const reopened: DiscussionEvent = { type: 'DiscussionUnresolved', data: { by: note.authorId } }
  const replied = [added(note), ...suggested(live, note.noteId, suggestions)]
  return E.right(isResolved(live) ? [...replied, reopened] : replied)
}

const edit = ({ type: _, suggestions, ...data }: CommandOf<'Edit'>, live: LiveDiscussion): Decision => {
  if (!has(live, data.noteId)) return refuse(notFound('Note'))
  if (isBlank(data.body.text)) return refuse(blank)
  return E.right([{ type: 'NoteEdited', data }, ...suggested(live, data.noteId, suggestions)])
}

const resolve = ({ resolved, by }: CommandOf<'Resolve'>, live: LiveDiscussion): Decision => {
  if (live.individual || live.notes.length === 0) return refuse(notFound('Discussion'))
  if (live.notes.every((note) => note.resolved === resolved)) return E.right([])
  return E.right([{ type: resolved ? 'DiscussionResolved' : 'DiscussionUnresolved', data: { by } }])
}

const resolveNote = ({ noteId, resolved, by }: CommandOf<'ResolveNote'>, live: LiveDiscussion): Decision => {
  const note = live.notes.find(({ id }) => id === noteId)
  if (note === undefined) return refuse(notFound('Note'))
  if (live.individual) return refuse(notResolvable)
  if (note.resolved === resolved) return E.right([])
  return E.right([{ type: resolved ? 'NoteResolved' : 'NoteUnresolved', data: { noteId, by } }])
}

const onLive = (
  command: Exclude<DiscussionCommand, { readonly type: 'Start' | 'Copy' }>,
  live: LiveDiscussion,
): Decision => {
  switch (command.type) {
    case 'Reply':
      return reply(command, live)
    case 'Edit':
      return edit(command, live)
    case 'DeleteNote': {
      if (!has(live, command.noteId)) return refuse(notFound('Note'))
      return E.right([{ type: 'NoteDeleted', data: { noteId: command.noteId, by: command.by } }])
    }
    case 'Resolve':
      return resolve(command, live)
    case 'Move': {
      const isThere = live.position !== undefined && hasRefs(live.position, command.from)
      return E.right(isThere ? [{ type: 'DiscussionMoved', data: { position: command.to } }] : [])
    }
    case 'ApplySuggestions':
      return applied(live, command)
    case 'ResolveNote':
      return resolveNote(command, live)
  }
}

const copy = ({ type: _, notes, from, ...data }: CommandOf<'Copy'>, state: DiscussionState): Decision => {
  const there = state.kind === 'live' ? state.notesAdded : 0
  if (there > from) return E.right([])
  if (there < from) return refuse(conflict())
  const repeated = notes.map(added)
  return E.right(state.kind === 'none' ? [{ type: 'DiscussionStarted', data }, ...repeated] : repeated)
}

/** A discussion: an individual note, or a thread that can be resolved. */
export const discussion: Aggregate<DiscussionCommand, DiscussionEvent, DiscussionState> = {
  category: 'discussion',
  stateVersion: 4,
  events: discussionEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type === 'Copy') return copy(command, state)
    if (command.type !== 'Start') return state.kind === 'live' ? onLive(command, state) : refuse(notFound('Discussion'))
    if (state.kind !== 'none') return refuse(conflict())
    if (isBlank(command.note.body.text)) return refuse(blank)
    const { type: _, note, suggestions, ...data } = command
    return E.right([
      { type: 'DiscussionStarted', data },
      added(note),
      ...suggested(undefined, note.noteId, suggestions),
    ])
  },
  evolve: (state, event) => {
    if (event.type === 'DiscussionStarted')
      return {
        kind: 'live',
        individual: event.data.individual,
        position: event.data.diff?.position,
        notes: [],
        notesAdded: 0,
      }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'DiscussionMoved':
        return { ...state, position: event.data.position }
      case 'NoteAdded':
        return {
          ...state,
          individual: state.individual && state.notes.length === 0,
          notes: [...state.notes, { id: event.data.noteId, resolved: false, suggestions: [] }],
          notesAdded: state.notesAdded + 1,
        }
      case 'NoteDeleted':
        return { ...state, notes: state.notes.filter(({ id }) => id !== event.data.noteId) }
      case 'DiscussionResolved':
        return withResolved(state, true, () => true)
      case 'DiscussionUnresolved':
        return withResolved(state, false, () => true)
      case 'NoteResolved':
        return withResolved(state, true, ({ id }) => id === event.data.noteId)
      case 'NoteUnresolved':
        return withResolved(state, false, ({ id }) => id === event.data.noteId)
      case 'NoteEdited':
        return state
      case 'SuggestionsMade': {
        const { noteId } = event.data
        const suggestions = event.data.suggestions.map(({ id }) => ({ id, applied: false }))
        return { ...state, notes: state.notes.map((note) => (note.id === noteId ? { ...note, suggestions } : note)) }
      }
      case 'SuggestionsApplied': {
        const done = new Set(event.data.suggestionIds)
        return {
          ...state,
          notes: state.notes.map((note) => ({
            ...note,
            suggestions: note.suggestions.map((one) => (done.has(one.id) ? { ...one, applied: true } : one)),
          })),
        }
      }
    }
  },
}
