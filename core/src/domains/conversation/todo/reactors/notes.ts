import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { idOf, type StoredEvent } from '../../../../kernel/index.js'
import { issuableById } from '../../../issuable/issuable.js'
import { type AwardData, awardEmoji } from '../../award-emoji/aggregate.js'
import { discussion } from '../../discussion/decider.js'
import type { DiscussionEvent } from '../../discussion/events.js'
import { wholeNote } from '../../discussion/steps/note-texts.js'
import { added, mentionTodos, type TodoChanges, type TodoRequest } from '../todo-changes.js'
import { addressedUsers, lastEventBefore, type TodoIssuable, type TodoUpdate } from './todo-update.js'

/** Events of discussions that change to-dos. */
export const NOTE_EVENTS: ReadonlyArray<DiscussionEvent['type']> = ['NoteAdded', 'NoteEdited']

type NoteTextEvent = Extract<DiscussionEvent, { readonly type: 'NoteAdded' | 'NoteEdited' }>

const mentions = async (
  forge: Forge,
  { projectId }: TodoIssuable,
  { noteId, body }: NoteTextEvent['data'],
  ids: ReadonlyArray<number>,
): Promise<ReadonlyArray<TodoRequest>> =>
  ids.length === 0 ? [] : mentionTodos(ids, addressedUsers(forge, projectId, await wholeNote(forge, body)), noteId)

const consequencesOf = async (
  forge: Forge,
  issuable: TodoIssuable,
  stored: StoredEvent,
  event: NoteTextEvent,
): Promise<TodoChanges> => {
  const { noteId, mentionedIds } = event.data
  if (event.type === 'NoteAdded')
    return { completedFor: [event.data.authorId], requested: await mentions(forge, issuable, event.data, mentionedIds) }
  const before = await lastEventBefore(forge, discussion, stored, (earlier) =>
    (earlier.type === 'NoteAdded' || earlier.type === 'NoteEdited') && earlier.data.noteId === noteId
      ? earlier.data.mentionedIds
      : undefined,
  )
  const fresh = added(before ?? [], mentionedIds)
  return { completedFor: [event.data.by], requested: await mentions(forge, issuable, event.data, fresh) }
}

/** A note completes the author's to-dos and creates one for each mentioned user. */
export const updateForNote = async (forge: Forge, stored: StoredEvent): Promise<TodoUpdate | undefined> => {
  const decoded = discussion.events.decode(stored)
  if (E.isLeft(decoded) || (decoded.right.type !== 'NoteAdded' && decoded.right.type !== 'NoteEdited')) return undefined
  const note = forge.read.discussions.noteById(decoded.right.data.noteId)
  const issuable =
    note === undefined ? undefined : issuableById(forge, { type: note.noteableType, id: note.noteableId })
  if (note === undefined || issuable === undefined || note.discussion.id !== idOf(stored.stream)) return undefined
  return {
    issuable,
    consequences: await consequencesOf(forge, issuable, stored, decoded.right),
    internal: note.internal,
  }
}

/** The issuable of an award emoji, or that of its note. */
const awardedIssuable = (forge: Forge, type: AwardData['awardableType'], id: number): TodoIssuable | undefined => {
  if (type !== 'Note') return issuableById(forge, { type, id })
  const note = forge.read.discussions.noteById(id)
  return note === undefined ? undefined : issuableById(forge, { type: note.noteableType, id: note.noteableId })
}

/** An award emoji completes the to-dos of the user who gave it. */
export const updateForAward = (forge: Forge, stored: StoredEvent): TodoUpdate | undefined => {
  const decoded = awardEmoji.events.decode(stored)
  if (E.isLeft(decoded) || decoded.right.type !== 'AwardGiven') return undefined
  const { userId, awardableType, awardableId } = decoded.right.data
  const issuable = awardedIssuable(forge, awardableType, awardableId)
  return issuable === undefined ? undefined : { issuable, consequences: { completedFor: [userId], requested: [] } }
}
