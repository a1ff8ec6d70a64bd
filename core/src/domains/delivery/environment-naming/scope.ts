import { blank, tooLong } from '../../../kernel/index.js'

/** A name of an environment, or a pattern with stars. */
const SCOPE = /^[\w/ .:*{}()-]+$/

const MAX_LENGTH = 255

/** What is said of every other text. */
const CHARACTERS =
  "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'"

/** Whether it can name environments. */
const isScope = (scope: string): boolean => scope.length <= MAX_LENGTH && SCOPE.test(scope)

/**
 * What is wrong with a pattern of names of environments.
 *
 * Variables and strategies of feature flags have one: it says in which environments they count. A text that is too long is told the same.
 *
 * `scope`: as it was given.
 */
export const environmentScopeErrors = (scope: string): ReadonlyArray<string> => (isScope(scope) ? [] : [CHARACTERS])

const NAME = /^[a-zA-Z0-9\-_${}. ]([a-zA-Z0-9\-_/${}. ]*[a-zA-Z0-9\-_${}. ])?$/

/** What is wrong with the name of one environment; keys of resource groups follow the same rule. */
export const nameErrors = (name: string): ReadonlyArray<string> => [
  ...blank(name),
  ...tooLong(name, MAX_LENGTH),
  ...(NAME.test(name) ? [] : [CHARACTERS]),
]
