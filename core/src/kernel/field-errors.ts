/** Error sentences by field name. */
export type FieldErrors = Readonly<Record<string, ReadonlyArray<string>>>

const BLANK: ReadonlyArray<string> = ["can't be blank"]

/**
 * Whether a text has more characters than a limit, counted as Unicode code points instead of UTF-16 units.
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
 * The error of a text that is too long; `most` counts characters.
 *
 * @example
 * assert.deepEqual(tooLong('four', 3), ['is too long (maximum is 3 characters)'])
 */
export const tooLong = (text: string, most: number): ReadonlyArray<string> =>
  isLonger(text, most) ? [`is too long (maximum is ${most} characters)`] : []

/**
 * The error of a blank text: empty, or only white space.
 *
 * @example
 * assert.deepEqual(blank('  '), ["can't be blank"])
 */
export const blank = (text: string): ReadonlyArray<string> => (text.trim() === '' ? BLANK : [])

/**
 * The errors of a name or title: it is required, and limited to `most` characters.
 *
 * @example
 * assert.deepEqual(blankOrTooLong(' '), ["can't be blank"])
 */
export const blankOrTooLong = (name: string, most = 255): ReadonlyArray<string> =>
  name.trim() === '' ? BLANK : tooLong(name, most)

/**
 * The fields with errors; undefined where there are none.
 *
 * @example
 * assert.equal(fieldErrors({ title: [] }), undefined)
 */
export const fieldErrors = (fields: FieldErrors): FieldErrors | undefined => {
  const wrong = Object.entries(fields).filter(([, sentences]) => sentences.length > 0)
  return wrong.length === 0 ? undefined : Object.fromEntries(wrong)
}

/**
 * All errors as one text, in the format of some documented refusals: `{:name=>["is too long"]}`.
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
