import * as E from 'fp-ts/lib/Either.js'
import type { Changes, Rejection } from '../../../kernel/index.js'
import { recordNotFound, refuse } from '../../../kernel/index.js'
import type { Strategy, StrategyScope } from './strategy.js'

/** A requested scope: a new one, or a change of an existing one. */
export interface StrategyScopeInput {
  readonly id?: number | undefined
  readonly environmentScope?: string | undefined
  /** Removes it. */
  readonly ends?: boolean | undefined
}

/** A requested strategy: a new one, or a change of an existing one. */
export interface StrategyInput extends Changes<Pick<Strategy, 'name' | 'parameters' | 'userListId'>> {
  readonly id?: number | undefined
  readonly scopes?: ReadonlyArray<StrategyScopeInput> | undefined
  /** Removes it. */
  readonly ends?: boolean | undefined
}

/** Allocates numbers for new strategies and scopes. */
export interface FreshNumbers {
  readonly strategy: () => number
  readonly scope: () => number
}

const merged = <Thing extends { readonly id: number }, Wanted extends { readonly id?: number | undefined }>(
  there: ReadonlyArray<Thing>,
  wanted: ReadonlyArray<Wanted & { readonly ends?: boolean | undefined }>,
  make: (wanted: Wanted, before: Thing | undefined) => E.Either<Rejection, Thing>,
): E.Either<Rejection, ReadonlyArray<Thing>> => {
  const result = new Map(there.map((one) => [one.id, one]))
  for (const one of wanted) {
    const before = one.id === undefined ? undefined : result.get(one.id)
    if (one.id !== undefined && before === undefined) return refuse(recordNotFound)
    if (one.ends === true) {
      if (before !== undefined) result.delete(before.id)
      continue
    }
    const made = make(one, before)
    if (E.isLeft(made)) return made
    result.set(made.right.id, made.right)
  }
  return E.right([...result.values()])
}

const scopeOf =
  (numbers: FreshNumbers) =>
  (wanted: StrategyScopeInput, before: StrategyScope | undefined): E.Either<Rejection, StrategyScope> =>
    E.right({
      id: before?.id ?? numbers.scope(),
      environmentScope: wanted.environmentScope ?? before?.environmentScope ?? '',
    })

/** The strategies of a flag after the requested changes, existing ones first. Rejections: `RecordNotFound` for unknown numbers. */
export const changedStrategies = (
  there: ReadonlyArray<Strategy>,
  wanted: ReadonlyArray<StrategyInput>,
  numbers: FreshNumbers,
): E.Either<Rejection, ReadonlyArray<Strategy>> =>
  merged(there, wanted, (one: StrategyInput, before: Strategy | undefined) =>
    E.map(
      (scopes: ReadonlyArray<StrategyScope>): Strategy => ({
        id: before?.id ?? numbers.strategy(),
        name: one.name ?? before?.name ?? '',
        parameters: one.parameters ?? before?.parameters ?? {},
        userListId: one.userListId === undefined ? (before?.userListId ?? null) : one.userListId,
        scopes,
      }),
    )(merged(before?.scopes ?? [], one.scopes ?? [], scopeOf(numbers))),
  )

/** How many new strategies and scopes are requested. */
export const countsOfNew = (
  wanted: ReadonlyArray<StrategyInput>,
): { readonly strategies: number; readonly scopes: number } => ({
  strategies: wanted.filter(({ id }) => id === undefined).length,
  scopes: wanted.flatMap(({ scopes = [] }) => scopes).filter(({ id }) => id === undefined).length,
})
