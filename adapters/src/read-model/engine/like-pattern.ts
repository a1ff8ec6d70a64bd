/** SQLite takes patterns of 50,000 bytes; no text that is looked through is as long as this, in characters. */
const MAX_LENGTH = 10_000

/** A code unit that no stored text has, because the API refuses it. */
const NOWHERE = '\u0000'

/** A pattern for `LIKE … ESCAPE '\'` that finds the text anywhere; what is too long is found nowhere. */
export const likePattern = (text: string): string =>
  text.length > MAX_LENGTH ? NOWHERE : `%${text.replace(/[\\%_]/g, '\\$&')}%`
