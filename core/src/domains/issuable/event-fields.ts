import * as t from 'io-ts'
import { codecs, type Instant } from '../../kernel/index.js'

const { instant, safeInteger, nullable, list, oneOf } = codecs

/** The kinds of issuables. */
export const ISSUABLE_TYPES = ['MergeRequest', 'Issue'] as const

/** A merge request or an issue. */
export type IssuableType = (typeof ISSUABLE_TYPES)[number]

/** A description in events. A long text is kept as a blob; `text` is then only its beginning and `words` are those of the rest, both for searching. */
export const description = t.intersection([
  t.type({ text: nullable(t.string), blob: nullable(t.string), tasks: safeInteger, tasksDone: safeInteger }),
  t.partial({ words: t.string }),
])
export type Description = Readonly<t.TypeOf<typeof description>>

/** Issuables that a text refers to with their project; missing where there are none, and in events from before this was kept. */
export const referenceFields = { speaksOf: list(t.type({ type: oneOf(ISSUABLE_TYPES), id: safeInteger })) }

/** Activity of this event and of all later ones has counted numbers; missing in events from before that, whose activity is numbered by its place. */
export const activityNumbers = { activityNumbers: t.literal('counted') }

/** Whether a change holds nothing but what follows from the texts: mentions and references alone are no change. */
export const holdsOnlyMentions = (data: object): boolean =>
  Object.keys(data).every((name) => name === 'mentionedIds' || name === 'speaksOf')

/** When it was made, where an owner says so; missing where that is when it was recorded. */
export const claimedCreation = { createdAt: instant }

/** When it was changed, where an owner says so; missing where that is when it was recorded. */
export const claimedUpdate = { updatedAt: instant }

/** The time that is claimed for what an event tells of; undefined where that is when it was recorded. */
export const claimedTime = (data: object): Instant | undefined => {
  const { createdAt, updatedAt } = data as { readonly createdAt?: Instant; readonly updatedAt?: Instant }
  return createdAt ?? updatedAt
}
