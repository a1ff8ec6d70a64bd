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

const isOfJson = (value: unknown): boolean => {
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    // A circle, or a number that JSON does not have.
    return false
  }
}

/** A setting that the API would not notice. */
export interface WrongSetting {
  readonly name: string
  readonly reason: string
}

/**
 * The first setting that is one in no release, or whose value no request can hold; undefined where there is none. The API ignores unknown
 * settings, so a misspelt one in a test would go unnoticed.
 */
export const wrongSettingIn = (settings: Readonly<Record<string, unknown>>): WrongSetting | undefined => {
  const given = Object.keys(settings)
  if (given.length === 0) return undefined
  const known = new Set(RELEASES.flatMap(parameterNames))
  for (const name of given) {
    if (!known.has(name)) {
      const near = namesNear(name, [...known]).join(', ')
      return { name, reason: `there is no setting ${shown(name)}; the nearest are ${near}` }
    }
    const value = settings[name]
    if (value !== undefined && !isOfJson(value))
      return { name, reason: `the setting ${name} is ${shown(value)}; it has to be what JSON can hold` }
  }
  return undefined
}
