import { anything, arrayOf, instant, integer, maybe, record, type Shape, text } from '../shape.js'

const token = record('HistoryToken', { kind: text, id: text })

const entryFields = {
  id: text,
  position: integer,
  created_at: instant,
  type: text,
  kind: text,
  thing: text,
  revision: integer,
  actor: text,
  token: maybe(token),
  request_id: maybe(text),
  address: maybe(text),
  correlation_id: text,
  cause: maybe(text),
  data: anything,
}

const entry = record('HistoryEntry', entryFields)

/** An entry of a history with its consequences. */
export const historyLineShape: Shape = record('HistoryLine', { ...entryFields, led_to: arrayOf(text) })

const mention = record('EventMention', {
  id: text,
  position: integer,
  created_at: instant,
  type: text,
  thing: text,
  revision: integer,
  actor: text,
})

/** The causes of an event; consequences nest. */
export const explanationShape: Shape = record('EventExplanation', {
  event: entry,
  causes: arrayOf(entry),
  led_to: arrayOf(anything),
  besides: arrayOf(entry),
})

/** The values of a document and the events that made them. */
export const blameShape: Shape = record('DocumentBlame', {
  path: text,
  related: integer,
  tried: integer,
  existence: arrayOf(mention),
  fields: arrayOf(
    record('FieldBlame', { field: text, value: anything, set_by: maybe(mention), events: arrayOf(mention) }),
  ),
})

/** A past document. */
export const pastShape: Shape = record('PastDocument', { path: text, position: integer, document: anything })

/** A decision that would differ under another rule. */
export const otherDecisionShape: Shape = record('OtherDecision', {
  verdict: text,
  event: entry,
  followed: arrayOf(entry),
})

/** The differences of a thing between two moments. */
export const differenceShape: Shape = record('DocumentDifference', {
  path: text,
  changes: arrayOf(record('FieldDifference', { field: text, from: anything, to: anything })),
})
