import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Rejection } from '../../kernel/index.js'
import { badRequest, conflict, notFound, refuse } from '../../kernel/index.js'
import type { DiscussionCommand } from './commands.js'
import { type DiscussionEvent, discussionEvents, type NoteData } from './events.js'
import type { DiscussionState, LiveDiscussion } from './state.js'

type Decision = E.Either<Rejection, ReadonlyArray<DiscussionEvent>>

const isBlank = (text: string): boolean => text.trim() === ''

const blank = badRequest('400 Bad request - Note {:note=>["can\'t be blank"]}')

const added = (note: NoteData): DiscussionEvent => ({ type: 'NoteAdded', data: note })

const onLive = (command: Exclude<DiscussionCommand, { readonly type: 'Start' }>, live: LiveDiscussion): Decision => {
  switch (command.type) {
    case 'Reply': {
      if (live.noteIds.length === 0) return refuse(notFound('Discussion'))
      if (isBlank(command.note.body.text)) return refuse(blank)
      // What is said after it was resolved is open again.
      const reopened: DiscussionEvent = { type: 'DiscussionUnresolved', data: { by: command.note.authorId } }
      return E.right(live.resolved ? [added(command.note), reopened] : [added(command.note)])
    }
    case 'Edit': {
      if (!live.noteIds.includes(command.noteId)) return refuse(notFound('Note'))
      if (isBlank(command.body.text)) return refuse(blank)
      const { type: _, ...data } = command
      return E.right([{ type: 'NoteEdited', data }])
    }
    case 'DeleteNote': {
      if (!live.noteIds.includes(command.noteId)) return refuse(notFound('Note'))
      return E.right([{ type: 'NoteDeleted', data: { noteId: command.noteId, by: command.by } }])
    }
    case 'Resolve': {
      if (live.individual || live.noteIds.length === 0) return refuse(notFound('Discussion'))
      if (live.resolved === command.resolved) return E.right([])
      return E.right([
        { type: command.resolved ? 'DiscussionResolved' : 'DiscussionUnresolved', data: { by: command.by } },
      ])
    }
  }
}

/** Notes that belong together: one by itself, or a thread that can be resolved. */
export const discussion: Aggregate<DiscussionCommand, DiscussionEvent, DiscussionState> = {
  category: 'discussion',
  stateVersion: 1,
  events: discussionEvents,
  initial: { kind: 'none' },
  decide: (command) => (state) => {
    if (command.type !== 'Start') return state.kind === 'live' ? onLive(command, state) : refuse(notFound('Discussion'))
    if (state.kind !== 'none') return refuse(conflict())
    if (isBlank(command.note.body.text)) return refuse(blank)
    const { type: _, note, ...data } = command
    return E.right([{ type: 'DiscussionStarted', data }, added(note)])
  },
  evolve: (state, event) => {
    if (event.type === 'DiscussionStarted')
      return { kind: 'live', individual: event.data.individual, resolved: false, noteIds: [] }
    if (state.kind !== 'live') return state
    switch (event.type) {
      case 'NoteAdded':
        return {
          ...state,
          individual: state.individual && state.noteIds.length === 0,
          noteIds: [...state.noteIds, event.data.noteId],
        }
      case 'NoteDeleted':
        return { ...state, noteIds: state.noteIds.filter((id) => id !== event.data.noteId) }
      case 'DiscussionResolved':
        return { ...state, resolved: true }
      case 'DiscussionUnresolved':
        return { ...state, resolved: false }
      case 'NoteEdited':
        return state
    }
  },
}
