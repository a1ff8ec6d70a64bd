/** The longest id that a user of the deployed software may have. */
const MAX_ID_LENGTH = 256

/** The longest list, in letters: it is kept in one event. Longer ones are refused before they are split. */
const MAX_LENGTH = 500_000

/** Whether it is a valid id: not empty, trimmed, and not too long. */
const isId = (id: string): boolean => id !== '' && id === id.trim() && id.length <= MAX_ID_LENGTH

/** Whether there are no duplicates. */
const areUnique = (ids: ReadonlyArray<string>): boolean => new Set(ids).size === ids.length

/**
 * The errors of a list of user ids, separated by commas.
 *
 * `field`: how the sentence names the list.
 */
export const userIdErrors = (field: string, text: string): ReadonlyArray<string> => {
  if (text.length > MAX_LENGTH) return [`${field} is too long (maximum is ${MAX_LENGTH} characters)`]
  const ids = text.split(',')
  return ids.every(isId) && areUnique(ids)
    ? []
    : [`${field} must be a string of unique comma separated values each ${MAX_ID_LENGTH} characters or less`]
}
