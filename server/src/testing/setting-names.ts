import { parameterNames } from '@forgefold/core/domains/instance/settings'
import { RELEASES } from '@forgefold/core/releases'
import { inCommon } from './nearest-endpoints.js'

const MAX_SUGGESTIONS = 5

const namesNear = (wrong: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const difference = (name: string): number => Math.max(wrong.length, name.length) - inCommon(wrong, name)
  return names.toSorted((one, other) => difference(one) - difference(other)).slice(0, MAX_SUGGESTIONS)
}

/** Throws where one is no setting in any release: the API passes over what it does not know, and a test that misspelt one would go on without it. */
export const checkSettingNames = (settings: Readonly<Record<string, unknown>>): void => {
  const given = Object.keys(settings)
  if (given.length === 0) return
  const known = new Set(RELEASES.flatMap(parameterNames))
  const wrong = given.find((name) => !known.has(name))
  if (wrong !== undefined)
    throw new RangeError(`there is no setting ${wrong}; the nearest are ${namesNear(wrong, [...known]).join(', ')}`)
}
