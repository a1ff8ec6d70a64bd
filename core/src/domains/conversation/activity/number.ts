import type { IssuableType } from '../../issuable/event-fields.js'

/** The first number of the forge's own activity; counted notes stay far below. */
export const FIRST_OWN_NUMBER = 2 ** 52

const MOST_THINGS = 2 ** 25
const MOST_REVISIONS = 2 ** 20
const MOST_AT_ONCE = 2 ** 6

/**
 * The number of what an event says, made of the event's own place.
 *
 * So it is the same on every server and after every rebuild, without anybody having counted. Undefined beyond what fits: 33 million
 * things of a kind, a million events of one thing, 64 activities of one event.
 */
export const activityNumber = (type: IssuableType, id: number, revision: number, index: number): number | undefined => {
  if (id >= MOST_THINGS || revision >= MOST_REVISIONS || index >= MOST_AT_ONCE) return undefined
  const thing = (type === 'Issue' ? MOST_THINGS : 0) + id
  return FIRST_OWN_NUMBER + (thing * MOST_REVISIONS + revision) * MOST_AT_ONCE + index
}

/** The first number of a note about a mention in a note that is counted. */
const FIRST_MENTION_NUMBER = 2 ** 51

/** The number of what a mention in a note says: made of the note's own number and the place among its mentions. */
export const noteMentionNumber = (noteId: number, index: number): number | undefined =>
  index >= MOST_AT_ONCE || noteId >= FIRST_MENTION_NUMBER / MOST_AT_ONCE
    ? undefined
    : FIRST_MENTION_NUMBER + noteId * MOST_AT_ONCE + index

/** Mentions in an event's own text come after whatever else the event says. */
export const FIRST_MENTION_INDEX = 8
