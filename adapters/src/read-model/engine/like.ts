/** A pattern for `LIKE … ESCAPE '\'` that finds the text anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
