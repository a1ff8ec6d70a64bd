import type { StrategyInput } from '@forgefold/core/domains/delivery/project-feature-flag'
import {
  boolean,
  type Coerced,
  INVALID,
  integer,
  listOfObjects,
  optional,
  type ParamType,
  string,
  success,
} from '../../../../http/index.js'

type Parameters = Readonly<Record<string, string>>

const parsed = (raw: string): unknown => {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

const stringMapOf = (raw: unknown): Coerced<Parameters> => {
  const given = typeof raw === 'string' ? parsed(raw) : raw
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return INVALID
  const entries = Object.entries(given)
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? success(Object.fromEntries(entries))
    : INVALID
}

/** An object whose values are strings, or the same as JSON text. */
const stringMapOrJson = (): ParamType<Parameters> => ({
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  coerce: stringMapOf,
})

const environmentScope = optional(string(), 'A name of environments, or a pattern of them')
const name = optional(string(), 'What it goes by')
const parameters = optional(stringMapOrJson(), 'What it has to know')
const list = optional(integer(), 'The number of the list whose users it is for')
const id = optional(integer(), 'The number of one that is there')
const ends = optional(boolean(), 'Takes it away')

/** Strategies of a new feature flag. */
export const newStrategies = listOfObjects({
  name,
  parameters,
  user_list_id: list,
  scopes: optional(listOfObjects({ environment_scope: environmentScope }), 'Where it counts'),
})

/** New strategies, and changes of existing ones. */
export const changedStrategies = listOfObjects({
  id,
  name,
  parameters,
  user_list_id: list,
  scopes: optional(listOfObjects({ id, environment_scope: environmentScope, _destroy: ends }), 'Where it counts'),
  _destroy: ends,
})

interface Given {
  readonly id?: number | undefined
  readonly _destroy?: boolean | undefined
}

interface GivenScope extends Given {
  readonly environment_scope: string | undefined
}

/** A strategy as the parameters name it. */
export interface GivenStrategy extends Given {
  readonly name: string | undefined
  readonly parameters: Parameters | undefined
  readonly user_list_id: number | undefined
  readonly scopes: ReadonlyArray<GivenScope> | undefined
}

/** The requested strategies of a flag. */
export const wantedStrategies = (given: ReadonlyArray<GivenStrategy> | undefined): ReadonlyArray<StrategyInput> =>
  (given ?? []).map((strategy) => ({
    id: strategy.id,
    name: strategy.name,
    parameters: strategy.parameters,
    userListId: strategy.user_list_id,
    ends: strategy._destroy,
    scopes: strategy.scopes?.map((one) => ({
      id: one.id,
      environmentScope: one.environment_scope,
      ends: one._destroy,
    })),
  }))
