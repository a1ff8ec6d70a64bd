/** Field name to the sentences that say what is wrong with it. */
export type FieldErrors = Readonly<Record<string, ReadonlyArray<string>>>

const BLANK: ReadonlyArray<string> = ["can't be blank"]

/**
 * Whether a text has more characters than that: Unicode code points, as people count, not UTF-16 units.
 *
 * @example
 * assert.equal(isLonger('naïve', 5), false)
 */
export const isLonger = (text: string, most: number): boolean => {
  if (text.length <= most) return false
  if (text.length > 2 * most) return true
  let characters = 0
  for (const _ of text) {
    characters += 1
    if (characters > most) return true
  }
  return false
}

/**
 * The finding of a text that is too long; `most` counts characters.
 *
 * @example
 * assert.deepEqual(tooLong('four', 3), ['is too long (maximum is 3 characters)'])
 */
export const tooLong = (text: string, most: number): ReadonlyArray<string> =>
  isLonger(text, most) ? [`is too long (maximum is ${most} characters)`] : []

/**
 * The finding of a text that is missing: empty, or nothing but white space.
 *
 * @example
 * assert.deepEqual(blank('  '), ["can't be blank"])
 */
export const blank = (text: string): ReadonlyArray<string> => (text.trim() === '' ? BLANK : [])

/**
 * The finding of a name or title: it has to be there, and no longer than `most` characters.
 *
 * @example
 * assert.deepEqual(blankOrTooLong(' '), ["can't be blank"])
 */
export const blankOrTooLong = (name: string, most = 255): ReadonlyArray<string> =>
  name.trim() === '' ? BLANK : tooLong(name, most)

/**
 * The fields that have findings; undefined where none has.
 *
 * @example
 * assert.equal(fieldErrors({ title: [] }), undefined)
 */
export const fieldErrors = (fields: FieldErrors): FieldErrors | undefined => {
  const wrong = Object.entries(fields).filter(([, sentences]) => sentences.length > 0)
  return wrong.length === 0 ? undefined : Object.fromEntries(wrong)
}

/**
 * All findings as one text, as some of the documented refusals spell them: `{:name=>["is too long"]}`.
 *
 * @example
 * assert.equal(asRubyHash({ name: ['is too long'] }), '{:name=>["is too long"]}')
 */
export const asRubyHash = (fields: FieldErrors): string => {
  const parts = Object.entries(fields).map(
    ([field, sentences]) => `:${field}=>[${sentences.map((sentence) => JSON.stringify(sentence)).join(', ')}]`,
  )
  return `{${parts.join(', ')}}`
}
