/** A name of an environment, or a pattern with stars. */
const SCOPE = /^[\w/ .:*{}()-]+$/

/** As long as the name of an environment may be. */
const LONGEST_SCOPE = 255

/** What is said of every other text. */
const CHARACTERS =
  "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'"

/** Whether it can name environments. */
const isScope = (scope: string): boolean => scope.length <= LONGEST_SCOPE && SCOPE.test(scope)

/**
 * What is wrong with a pattern of names of environments.
 *
 * Variables and strategies of feature flags have one: it says in which environments they count. A text that is too long is told the same.
 *
 * `scope`: as it was given.
 */
export const environmentScopeErrors = (scope: string): ReadonlyArray<string> => (isScope(scope) ? [] : [CHARACTERS])
