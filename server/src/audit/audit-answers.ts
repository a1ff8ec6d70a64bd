import type {
  Blame,
  Consequence,
  Document,
  Explanation,
  FieldChange,
  HistoryEntry,
  OtherDecision,
} from '@forgefold/core/audit'
import type { StoredEvent } from '@forgefold/core/kernel'
import { categoryOf, idOf } from '@forgefold/core/kernel'

/** An entry with the ids of its consequences. */
export interface HistoryLine extends HistoryEntry {
  readonly led_to: ReadonlyArray<string>
}

/** One page of a history. */
export interface HistoryPage {
  readonly entries: ReadonlyArray<HistoryLine>
  /** The position after which the next page begins; null where there is nothing further. */
  readonly next: number | null
}

/** An event in one line. */
export interface EventMention {
  readonly id: string
  readonly position: number
  readonly created_at: string
  readonly type: string
  readonly thing: string
  readonly revision: number
  readonly actor: string
}

/** The short form of an event. */
const mentionOf = ({ id, position, metadata, type, stream, revision }: StoredEvent): EventMention => ({
  id,
  position,
  created_at: metadata.at,
  type,
  thing: categoryOf(stream) === 'session' ? 'session' : `${categoryOf(stream)}:${idOf(stream)}`,
  revision,
  actor: metadata.actor,
})

/** An event with its consequences, as JSON. */
export interface ConsequenceAnswer {
  readonly event: HistoryEntry
  readonly led_to: ReadonlyArray<ConsequenceAnswer>
}

/** Why an event happened, as JSON. */
export interface ExplanationAnswer extends ConsequenceAnswer {
  /** From the root cause down to the direct cause. */
  readonly causes: ReadonlyArray<HistoryEntry>
  /** Other events of the same request. */
  readonly besides: ReadonlyArray<HistoryEntry>
}

type Shown = (event: StoredEvent) => HistoryEntry

const consequenceAnswer = ({ event, ledTo }: Consequence, shown: Shown): ConsequenceAnswer => ({
  event: shown(event),
  led_to: ledTo.map((one) => consequenceAnswer(one, shown)),
})

export const explanationAnswer = (explanation: Explanation, shown: Shown): ExplanationAnswer => ({
  ...consequenceAnswer(explanation, shown),
  causes: explanation.causes.map(shown),
  besides: explanation.besides.map(shown),
})

/** The values of a document and the events that set them, as JSON. */
export interface BlameAnswer {
  readonly path: string
  /** How many events the document may depend on. */
  readonly related: number
  /** How many of them were left out for this answer, one at a time. */
  readonly tried: number
  readonly existence: ReadonlyArray<EventMention>
  readonly fields: ReadonlyArray<{
    readonly field: string
    readonly value: unknown
    readonly set_by: EventMention | null
    readonly events: ReadonlyArray<EventMention>
  }>
}

/** The events that were left out for one request. */
export interface BlamePage {
  readonly blame: BlameAnswer
  /** The start of the next page, of older events; null where all were left out. */
  readonly next: string | null
}

export const blameAnswer = (path: string, related: number, { existence, fields, tried }: Blame): BlameAnswer => ({
  path,
  related,
  tried,
  existence: existence.map(mentionOf),
  fields: fields.map(({ field, value, setBy, events }) => ({
    field,
    value,
    set_by: setBy === undefined ? null : mentionOf(setBy),
    events: events.map(mentionOf),
  })),
})

/** Joins two parts of a blame, of which the second covers older events. */
export const joinedBlame = (newer: BlameAnswer, older: BlameAnswer): BlameAnswer => ({
  ...newer,
  tried: newer.tried + older.tried,
  existence: [...older.existence, ...newer.existence],
  fields: newer.fields.map((field, at) => {
    const before = older.fields[at]
    return before === undefined
      ? field
      : { ...field, set_by: field.set_by ?? before.set_by, events: [...before.events, ...field.events] }
  }),
})

/** A past document. */
export interface PastAnswer {
  readonly path: string
  readonly position: number
  readonly document: Document
}

/** A decision that would have been different, as JSON. */
export interface OtherDecisionAnswer {
  readonly verdict: 'refused' | 'allowed'
  readonly event: HistoryEntry
  /** Events that would not have happened in this way. */
  readonly followed: ReadonlyArray<HistoryEntry>
}

export const otherDecisionAnswer = (
  { verdict, event, followed }: OtherDecision,
  shown: Shown,
): OtherDecisionAnswer => ({ verdict, event: shown(event), followed: followed.map(shown) })

/** The differences in one document between two moments; null on a side where it is missing. */
export interface DifferenceAnswer {
  readonly path: string
  readonly changes: ReadonlyArray<{ readonly field: string; readonly from: unknown; readonly to: unknown }>
}

/** One page of differences. */
export interface DifferencesPage {
  readonly differences: ReadonlyArray<DifferenceAnswer>
  /** The position after which the next page begins; null where there is nothing further. */
  readonly next: number | null
}

export const differenceAnswer = (path: string, changes: ReadonlyArray<FieldChange>): DifferenceAnswer => ({
  path,
  changes: changes.map(({ field, from, to }) => ({ field, from: from ?? null, to: to ?? null })),
})
