import * as t from 'io-ts'
import { instant, list, nullable, oneOf, safeInteger } from '../../kernel/codecs.js'
import type { Instant } from '../../kernel/index.js'

/** The kinds of issuables. */
export const ISSUABLE_TYPES = ['MergeRequest', 'Issue'] as const

/** A merge request or an issue. */
export type IssuableType = (typeof ISSUABLE_TYPES)[number]

/** A description in events. A long text is stored as a blob; `text` is then its beginning and `words` are the words of the rest, both for searching. */
export const description = t.intersection([
  t.type({ text: nullable(t.string), blob: nullable(t.string), tasks: safeInteger, tasksDone: safeInteger }),
  t.partial({ words: t.string }),
])
export type Description = Readonly<t.TypeOf<typeof description>>

/** Issuables of other projects to which a text refers; missing where there are none, and in events from before this was recorded. */
export const referenceFields = { speaksOf: list(t.type({ type: oneOf(ISSUABLE_TYPES), id: safeInteger })) }

/** The counted activity numbers of this event, and all later events have them too; missing in earlier events, whose activity is numbered by position. */
export const activityNumbers = { activityNumbers: t.literal('counted') }

/** Whether a change consists only of mentions and references derived from the texts, which alone are no change. */
export const holdsOnlyMentions = (data: object): boolean =>
  Object.keys(data).every((name) => name === 'mentionedIds' || name === 'speaksOf')

/** When it was created, where an owner sets that; missing where that is the time of the event. */
export const claimedCreation = { createdAt: instant }

/** When it was changed, where an owner sets that; missing where that is the time of the event. */
export const claimedUpdate = { updatedAt: instant }

/** The time that an owner set for an event; undefined where that is the time of the event. */
export const claimedTime = (data: object): Instant | undefined => {
  const { createdAt, updatedAt } = data as { readonly createdAt?: Instant; readonly updatedAt?: Instant }
  return createdAt ?? updatedAt
}
