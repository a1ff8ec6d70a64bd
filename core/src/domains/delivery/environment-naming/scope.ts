import { blank, tooLong } from '../../../kernel/index.js'

/** The name of an environment, or a pattern with wildcards. */
const SCOPE = /^[\w/ .:*{}()-]+$/

const MAX_LENGTH = 255

/** The error for all other texts. */
const CHARACTERS =
  "can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', and spaces, but it cannot start or end with '/'"

/** Whether it is a valid environment scope. */
const isScope = (scope: string): boolean => scope.length <= MAX_LENGTH && SCOPE.test(scope)

/**
 * The errors of an environment scope.
 *
 * Variables and strategies of feature flags have one, which says in which environments they apply. A text that is too long gets the same
 * error.
 *
 * `scope`: as it was given.
 */
export const environmentScopeErrors = (scope: string): ReadonlyArray<string> => (isScope(scope) ? [] : [CHARACTERS])

const NAME = /^[a-zA-Z0-9\-_${}. ]([a-zA-Z0-9\-_/${}. ]*[a-zA-Z0-9\-_${}. ])?$/

/** The errors of an environment name; keys of resource groups follow the same rule. */
export const nameErrors = (name: string): ReadonlyArray<string> => [
  ...blank(name),
  ...tooLong(name, MAX_LENGTH),
  ...(NAME.test(name) ? [] : [CHARACTERS]),
]
