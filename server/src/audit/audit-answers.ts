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

/** An entry with the ids of the events that it led to. */
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

/** Mentions an event where the whole of it would be too much. */
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

/** Why an event came to be, as JSON. */
export interface ExplanationAnswer extends ConsequenceAnswer {
  /** From whatever began it down to what caused the event. */
  readonly causes: ReadonlyArray<HistoryEntry>
  /** What else the same request did. */
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

/** The values of a document and the events that made them, as JSON. */
export interface BlameAnswer {
  readonly path: string
  /** How many events the document may hang on. */
  readonly related: number
  /** How many of them were left out for this answer, one after another. */
  readonly tried: number
  readonly existence: ReadonlyArray<EventMention>
  readonly fields: ReadonlyArray<{
    readonly field: string
    readonly value: unknown
    readonly set_by: EventMention | null
    readonly events: ReadonlyArray<EventMention>
  }>
}

/** The events left out for one request. */
export interface BlamePage {
  readonly blame: BlameAnswer
  /** What the next page begins with, which is of older events; null where all were left out. */
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

/** Two parts of a blame as one; the second is of older events. */
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

/** A thing as it was. */
export interface PastAnswer {
  readonly path: string
  readonly position: number
  readonly document: Document
}

/** A decision that would have been another, as JSON. */
export interface OtherDecisionAnswer {
  readonly verdict: 'refused' | 'allowed'
  readonly event: HistoryEntry
  /** What would not have come, or not so. */
  readonly followed: ReadonlyArray<HistoryEntry>
}

export const otherDecisionAnswer = (
  { verdict, event, followed }: OtherDecision,
  shown: Shown,
): OtherDecisionAnswer => ({ verdict, event: shown(event), followed: followed.map(shown) })

/** What differs in one thing between two moments; a side that is missing is null. */
export interface DifferenceAnswer {
  readonly path: string
  readonly changes: ReadonlyArray<{ readonly field: string; readonly from: unknown; readonly to: unknown }>
}

/** One page of what differs. */
export interface DifferencesPage {
  readonly differences: ReadonlyArray<DifferenceAnswer>
  /** The position after which the next page begins; null where there is nothing further. */
  readonly next: number | null
}

export const differenceAnswer = (path: string, changes: ReadonlyArray<FieldChange>): DifferenceAnswer => ({
  path,
  changes: changes.map(({ field, from, to }) => ({ field, from: from ?? null, to: to ?? null })),
})
