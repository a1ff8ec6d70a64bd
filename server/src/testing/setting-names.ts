import { parameterNames } from '@forgefold/core/domains/instance/settings'
import { RELEASES } from '@forgefold/core/releases'
import { shown } from '../embedding/known-names.js'
import { inCommon } from './nearest-endpoints.js'

const MAX_SUGGESTIONS = 5

/** The names that have most in common with a wrong one, the nearest first. */
export const namesNear = (wrong: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const difference = (name: string): number => Math.max(wrong.length, name.length) - inCommon(wrong, name)
  return names.toSorted((one, other) => difference(one) - difference(other)).slice(0, MAX_SUGGESTIONS)
}

/** Throws if a name is not a setting in any release: the API ignores unknown settings, so a misspelt one in a test would go unnoticed. */
export const checkSettingNames = (settings: Readonly<Record<string, unknown>>): void => {
  const given = Object.keys(settings)
  if (given.length === 0) return
  const known = new Set(RELEASES.flatMap(parameterNames))
  const wrong = given.find((name) => !known.has(name))
  if (wrong !== undefined)
    throw new RangeError(
      `there is no setting ${shown(wrong)}; the nearest are ${namesNear(wrong, [...known]).join(', ')}`,
    )
}
