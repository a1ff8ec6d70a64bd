import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { idOf, type StoredEvent } from '../../../../kernel/index.js'
import { type AwardData, awardEmoji } from '../../award-emoji/aggregate.js'
import { discussion } from '../../discussion/decider.js'
import type { DiscussionEvent } from '../../discussion/events.js'
import { wholeNote } from '../../discussion/use-cases/texts.js'
import { type Consequences, mentionWishes, newcomers, type Wish } from '../rules/consequences.js'
import { lastBefore } from './before.js'
import { type Matter, matterOf, type Turn } from './matter.js'
import { addressedIn } from './naming.js'

/** Events of discussions that mean something to lists. */
export const NOTE_EVENTS: ReadonlyArray<DiscussionEvent['type']> = ['NoteAdded', 'NoteEdited']

type Said = Extract<DiscussionEvent, { readonly type: 'NoteAdded' | 'NoteEdited' }>

const mentions = async (
  forge: Forge,
  { projectId }: Matter,
  { noteId, body }: Said['data'],
  ids: ReadonlyArray<number>,
): Promise<ReadonlyArray<Wish>> =>
  ids.length === 0 ? [] : mentionWishes(ids, addressedIn(forge, projectId, await wholeNote(forge, body)), noteId)

const consequencesOf = async (
  forge: Forge,
  matter: Matter,
  stored: StoredEvent,
  event: Said,
): Promise<Consequences> => {
  const { noteId, mentionedIds } = event.data
  if (event.type === 'NoteAdded')
    return { settled: [event.data.authorId], wishes: await mentions(forge, matter, event.data, mentionedIds) }
  const before = await lastBefore(forge, discussion, stored, (earlier) =>
    (earlier.type === 'NoteAdded' || earlier.type === 'NoteEdited') && earlier.data.noteId === noteId
      ? earlier.data.mentionedIds
      : undefined,
  )
  const fresh = newcomers(before ?? [], mentionedIds)
  return { settled: [event.data.by], wishes: await mentions(forge, matter, event.data, fresh) }
}

/** Whoever speaks has looked; whoever is spoken to or of is to look. */
export const turnOfNote = async (forge: Forge, stored: StoredEvent): Promise<Turn | undefined> => {
  const decoded = discussion.events.decode(stored)
  if (E.isLeft(decoded) || (decoded.right.type !== 'NoteAdded' && decoded.right.type !== 'NoteEdited')) return undefined
  const note = forge.read.discussions.noteById(decoded.right.data.noteId)
  const matter = note === undefined ? undefined : matterOf(forge, note.noteableType, note.noteableId)
  if (note === undefined || matter === undefined || note.discussion.id !== idOf(stored.stream)) return undefined
  return { matter, consequences: await consequencesOf(forge, matter, stored, decoded.right), internal: note.internal }
}

/** What an emoji is about: for one on a note, what the note is about. */
const awardedMatter = (forge: Forge, type: AwardData['awardableType'], id: number): Matter | undefined => {
  if (type !== 'Note') return matterOf(forge, type, id)
  const note = forge.read.discussions.noteById(id)
  return note === undefined ? undefined : matterOf(forge, note.noteableType, note.noteableId)
}

/** Whoever gives an emoji has looked. */
export const turnOfAward = (forge: Forge, stored: StoredEvent): Turn | undefined => {
  const decoded = awardEmoji.events.decode(stored)
  if (E.isLeft(decoded) || decoded.right.type !== 'AwardGiven') return undefined
  const { userId, awardableType, awardableId } = decoded.right.data
  const matter = awardedMatter(forge, awardableType, awardableId)
  return matter === undefined ? undefined : { matter, consequences: { settled: [userId], wishes: [] } }
}
