/** The longest id that a user of the software may have. */
const MAX_ID_LENGTH = 256

/** Whether it is an id: not empty, without white space at its ends, and not too long. */
const isId = (id: string): boolean => id !== '' && id === id.trim() && id.length <= MAX_ID_LENGTH

/** Whether none is there twice. */
const areUnique = (ids: ReadonlyArray<string>): boolean => new Set(ids).size === ids.length

/**
 * What is wrong with a list of ids of users, as software knows them, with commas between.
 *
 * `field`: what the sentence calls the list.
 */
export const userIdErrors = (field: string, text: string): ReadonlyArray<string> => {
  const ids = text.split(',')
  return ids.every(isId) && areUnique(ids)
    ? []
    : [`${field} must be a string of unique comma separated values each ${MAX_ID_LENGTH} characters or less`]
}
