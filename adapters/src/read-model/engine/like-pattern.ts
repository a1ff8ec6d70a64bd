/** A pattern for `LIKE … ESCAPE '\'` that finds the text anywhere. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
