import type { IssuableType } from '../../issuable/event-fields.js'

/** The first of the counted numbers of activity: far above the numbers of other notes, with room in 32 bits for a thousand million entries. */
export const FIRST_COUNTED_NUMBER = 2 ** 30

/** How many counted numbers each event reserves, so that further activity can be derived from it later without changing the numbers of other entries. */
export const NUMBERS_PER_BLOCK = 16

/** The first of the activity numbers that are derived from positions. */
export const FIRST_ACTIVITY_NUMBER = 2 ** 52

const MAX_ISSUABLES = 2 ** 25
const MAX_REVISIONS = 2 ** 20
const MAX_PER_REVISION = 2 ** 6

/**
 * The number of an activity entry in a history without counted numbers, derived from the position of its event.
 *
 * Undefined beyond the limits: 33 million issuables of a type, a million events of one issuable, 64 entries of one event.
 */
export const activityNumber = (type: IssuableType, id: number, revision: number, index: number): number | undefined => {
  if (id >= MAX_ISSUABLES || revision >= MAX_REVISIONS || index >= MAX_PER_REVISION) return undefined
  const issuable = (type === 'Issue' ? MAX_ISSUABLES : 0) + id
  return FIRST_ACTIVITY_NUMBER + (issuable * MAX_REVISIONS + revision) * MAX_PER_REVISION + index
}

/** The first number of the notes about mentions in notes. */
const FIRST_MENTION_NUMBER = 2 ** 51

/** The number of the system note about a mention in a note, derived from the number of that note and the index of the mention. */
export const noteMentionNumber = (noteId: number, index: number): number | undefined =>
  index >= MAX_PER_REVISION || noteId >= FIRST_MENTION_NUMBER / MAX_PER_REVISION
    ? undefined
    : FIRST_MENTION_NUMBER + noteId * MAX_PER_REVISION + index

/** Mentions in the text of an event are numbered after its other activity. */
export const FIRST_MENTION_INDEX = 8
