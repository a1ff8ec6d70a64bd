import type { Attribute, SettingValue, Weights } from './attribute.js'

type Notes = Partial<Omit<Attribute, '_A' | 'shape' | 'summary' | 'nullable'>>

export const premium: Notes = { tier: 'premium' }
export const ultimate: Notes = { tier: 'ultimate' }
/** Cast, and validated with the values instead of with the parameters. */
export const coerced: Notes = { coerced: true }
/** Sealed; shown to administrators. */
export const secret: Notes = { sealed: true }
export const needsRestart: Notes = { needsRestart: true }
/** Accepted and ignored. */
export const fixed: Notes = { fixed: true }
/** Any text, also of several lines. */
export const anyText: Notes = { check: 'any text' }
/** A text without line ends and other control characters. */
export const oneLine: Notes = { check: 'one line' }
/** Not accepted in requests. */
export const answeredOnly: Notes = { answeredOnly: true }

const attribute = <A extends SettingValue>(
  shape: Attribute['shape'],
  nullable: boolean,
  summary: string,
  notes: ReadonlyArray<Notes>,
): Attribute<A> => ({
  tier: 'free',
  coerced: false,
  filled: false,
  sealed: false,
  hidden: false,
  fixed: false,
  answeredOnly: false,
  needsRestart: false,
  ...Object.assign({}, ...notes),
  shape,
  nullable,
  summary,
})

/** A boolean. */
export const flag = (summary: string, ...notes: ReadonlyArray<Notes>): Attribute<boolean> =>
  attribute<boolean>('boolean', false, summary, notes)

/** A whole number. */
export const count = (summary: string, ...notes: ReadonlyArray<Notes>): Attribute<number> =>
  attribute<number>('integer', false, summary, notes)

/** A whole number, or null for none. */
export const optionalCount = (summary: string, ...notes: ReadonlyArray<Notes>): Attribute<number | null> =>
  attribute<number | null>('integer', true, summary, notes)

/** One of a few whole numbers. */
export const choice = (
  numbers: ReadonlyArray<number>,
  summary: string,
  ...notes: ReadonlyArray<Notes>
): Attribute<number> => attribute<number>('integer', false, summary, [...notes, { numbers }])

/** A number with a fraction. */
export const fraction = (summary: string, ...notes: ReadonlyArray<Notes>): Attribute<number> =>
  attribute<number>('number', false, summary, notes)

/** An exact decimal number, answered as text. */
export const decimal = (summary: string, ...notes: ReadonlyArray<Notes>): Attribute<number> =>
  attribute<number>('decimal', false, summary, notes)

/** A text that may be blank, or null for none. */
export const text = (summary: string, ...notes: ReadonlyArray<Notes>): Attribute<string | null> =>
  attribute<string | null>('text', true, summary, notes)

/** A text that is never blank. */
export const fullText = (summary: string, ...notes: ReadonlyArray<Notes>): Attribute<string> =>
  attribute<string>('text', false, summary, [...notes, { filled: true }])

/** One of a few words. */
export const word = <const W extends ReadonlyArray<string>>(
  words: W,
  summary: string,
  ...notes: ReadonlyArray<Notes>
): Attribute<W[number]> => attribute<W[number]>('text', false, summary, [...notes, { words }])

/** One of a few words, or null for none. */
export const optionalWord = <const W extends ReadonlyArray<string>>(
  words: W,
  summary: string,
  ...notes: ReadonlyArray<Notes>
): Attribute<W[number] | null> => attribute<W[number] | null>('text', true, summary, [...notes, { words }])

/** A list of texts. */
export const texts = (summary: string, ...notes: ReadonlyArray<Notes>): Attribute<ReadonlyArray<string>> =>
  attribute<ReadonlyArray<string>>('texts', false, summary, notes)

/** A list of texts, or null for none at all. */
export const optionalTexts = (
  summary: string,
  ...notes: ReadonlyArray<Notes>
): Attribute<ReadonlyArray<string> | null> => attribute<ReadonlyArray<string> | null>('texts', true, summary, notes)

/** A list of whole numbers. */
export const integers = (summary: string, ...notes: ReadonlyArray<Notes>): Attribute<ReadonlyArray<number>> =>
  attribute<ReadonlyArray<number>>('integers', false, summary, notes)

/** Names with weights. */
export const weights = (summary: string, ...notes: ReadonlyArray<Notes>): Attribute<Weights> =>
  attribute<Weights>('weights', false, summary, notes)
