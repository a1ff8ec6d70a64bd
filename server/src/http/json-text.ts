/** A list or thing whose JSON is longer than this is not answered, in UTF-16 units: several large things fit, a page of the largest does not. */
export const LONGEST_JSON = 32 * 1024 * 1024

/** The parts as a list in JSON; undefined as soon as that is longer than what is answered. */
export const listOfTexts = (parts: Iterable<string>): string | undefined => {
  let text = ''
  for (const part of parts) {
    text += text === '' ? `[${part}` : `,${part}`
    if (text.length > LONGEST_JSON) return undefined
  }
  return text === '' ? '[]' : `${text}]`
}

function* textsOf(list: ReadonlyArray<unknown>): Generator<string> {
  for (const one of list) yield JSON.stringify(one) ?? 'null'
}

/** A value as JSON; undefined if that is longer than what is answered, which is known of a list before all of it is written. */
export const jsonText = (value: unknown): string | undefined =>
  Array.isArray(value) ? listOfTexts(textsOf(value)) : JSON.stringify(value)

/** Whether an error says that a text would be longer than the machine allows. */
export const isTooLongText = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Invalid string length' || ('code' in error && error.code === 'ERR_STRING_TOO_LONG'))
