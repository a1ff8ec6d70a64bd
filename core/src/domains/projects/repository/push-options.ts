import type { SecretBox } from '../../../ports/clock-and-ids.js'

/** The most options of one push, and the most characters of each. */
const MAX_PUSH_OPTIONS = 100
const MAX_LENGTH = 10_000

/** The options of pushes with more branches and tags are ignored. */
export const MAX_REFS_WITH_OPTIONS = 10

const VARIABLE = /^ci\.variable=([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s

/** The supported options of a push, as events hold them: values of variables are sealed (docs/reference/behaviour/git.md#push-options). */
export const supportedPushOptions = (
  secretBox: SecretBox,
  given: ReadonlyArray<string>,
  refs: number,
): ReadonlyArray<string> => {
  if (refs > MAX_REFS_WITH_OPTIONS) return []
  const heard = given.filter((option) => option.length <= MAX_LENGTH && /^(?:merge_request|mr|ci)\./.test(option))
  return heard.slice(0, MAX_PUSH_OPTIONS).flatMap((option) => {
    if (!option.startsWith('ci.variable')) return [option]
    const [, key, value = ''] = VARIABLE.exec(option) ?? []
    return key === undefined ? [] : [`ci.variable=${key}=${secretBox.seal(value)}`]
  })
}

/** Whether the options skip the pipeline. */
export const skipsCi = (options: ReadonlyArray<string>): boolean => options.includes('ci.skip')

/** The variables for the pipeline of a push, decrypted. */
export const pushVariables = (
  secretBox: SecretBox,
  options: ReadonlyArray<string>,
): ReadonlyArray<{ readonly key: string; readonly value: string }> =>
  options.flatMap((option) => {
    const [, key, sealed = ''] = VARIABLE.exec(option) ?? []
    const value = key === undefined ? undefined : secretBox.open(sealed)
    return key === undefined || value === undefined ? [] : [{ key, value }]
  })
