/**
 * Positions in the history are numbers of the store: one that counts appends says 63 where one that counts bytes says 30574. Which place has
 * which position is held to be the same all the same: each is named, and the names are compared as those of ids are.
 */
interface PositionPlace {
  /** The paths whose answers and addresses hold positions. */
  readonly asked: RegExp
  /** The fields of the answer that hold one. */
  readonly fields: RegExp
  /** Where addresses of such questions and links to them hold one. */
  readonly addresses: RegExp
}

const PLACES: ReadonlyArray<PositionPlace> = [
  // Audit events are numbered by the position of what they tell of.
  { asked: /\/audit_events\b/, fields: /^id$/, addresses: /(?<=\/audit_events\/)\d+/g },
  {
    asked: /\/forgefold\/|\/blame(?:\?|$)/,
    fields: /^position$/,
    addresses: /(?<=[?&](?:after|at|from|to|as_of)=|\/history\/)\d+(?![\w:-])|(?<=[?&]after=\d+-)\d+(?=-)/g,
  },
  // Pages of the history lead from one position to others.
  {
    asked: /\/audit\/(?:events|things)|[?&](?:history|step|as_of)=/,
    fields: /^position$/,
    addresses:
      /(?<=(?:[?&]|&amp;)(?:after|as_of|from|to)=|name="after" value=")\d+(?![\w:-])|(?<=blame_after=\d+-)\d+(?=-)/g,
  },
  // What webhooks are told again is named by its position.
  { asked: /\/hooks\b/, fields: /^position$/, addresses: /(?<=[?&]from=)\d+/g },
]

/** What stands for a position until two runs are compared. */
export const POSITION = /\(position \d+\)/

const marked = (position: unknown): string => `(position ${position})`

const markedFields = (value: unknown, fields: RegExp, field = ''): unknown => {
  if (typeof value === 'number') return fields.test(field) ? marked(value) : value
  if (Array.isArray(value)) return value.map((one) => markedFields(one, fields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, markedFields(inner, fields, key)]))
}

/** What marks the positions in a question, in the addresses of its answer and in its body: JSON, or a page. */
export interface PositionMarks {
  readonly text: (text: string) => string
  readonly json: (value: unknown) => unknown
}

const NONE: PositionMarks = { text: (text) => text, json: (value) => value }

/** The marks for the answers to a question. */
export const positionMarks = (asked: string): PositionMarks => {
  const place = PLACES.find((one) => one.asked.test(asked))
  if (place === undefined) return NONE
  return {
    text: (text) => text.replace(place.addresses, marked),
    json: (value) =>
      typeof value === 'string' ? value.replace(place.addresses, marked) : markedFields(value, place.fields),
  }
}
