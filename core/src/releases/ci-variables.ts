import { isServed } from './lifespan.js'
import { CI_BUILD_VARIABLES, ciVariableItems } from './table/ci.js'

export { CI_BUILD_VARIABLES, type CiBuildVariable } from './table/ci.js'

/**
 * The variables of a job with their old names, in releases that have these.
 *
 * @example
 * assert.equal(withOldCiVariables({ CI_COMMIT_SHA: 'abc' }, '15.3').CI_COMMIT_SHA, 'abc')
 */
export const withOldCiVariables = (
  variables: Readonly<Record<string, string>>,
  release: string,
): Readonly<Record<string, string>> => {
  const all: Record<string, string> = { ...variables }
  for (const [old, name] of Object.entries(CI_BUILD_VARIABLES)) {
    const value = variables[name]
    if (value === undefined || Object.hasOwn(variables, old)) continue
    if (isServed(ciVariableItems[`ci_variable.${old}` as keyof typeof ciVariableItems], release)) all[old] = value
  }
  return all
}
