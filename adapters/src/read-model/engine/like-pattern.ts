/** SQLite's patterns may have 50,000 bytes; no searched text has this many characters. */
const MAX_LENGTH = 10_000

/** A code unit that no stored text contains, because the API refuses it. */
const NOWHERE = '\u0000'

/** A pattern for `LIKE … ESCAPE '\'` that finds the text anywhere; a text that is too long is found nowhere. */
export const likePattern = (text: string): string =>
  text.length > MAX_LENGTH ? NOWHERE : `%${text.replace(/[\\%_]/g, '\\$&')}%`
