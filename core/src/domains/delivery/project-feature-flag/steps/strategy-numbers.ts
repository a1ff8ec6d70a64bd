import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import { type Rejection, refuse, refused } from '../../../../kernel/index.js'
import { countsOfNew, type FreshNumbers, type StrategyInput } from '../strategy-input.js'

/** The most numbers that one request allocates; a flag has at most a hundred strategies. */
const MAX_NEW_STRATEGIES = 1000

const dealer = (numbers: ReadonlyArray<number>): (() => number) => {
  const left = [...numbers]
  return () => left.shift() ?? 0
}

const counting = (): (() => number) => {
  let last = 0
  return () => ++last
}

/** Numbers of strategies and scopes for a draft that is validated before real numbers are taken: 1, 2, 3 and so on. */
export const draftNumbers = (): FreshNumbers => ({ strategy: counting(), scope: counting() })

const take = async (forge: Forge, counter: string, count: number): Promise<E.Either<Rejection, () => number>> => {
  const taken = await Promise.all(Array.from({ length: count }, () => forge.numbers.next(counter)))
  const refusal = taken.find(E.isLeft)
  return refusal ?? E.right(dealer(taken.flatMap((one) => (E.isRight(one) ? [one.right] : []))))
}

/** Allocates numbers for the new strategies and scopes. Rejections: `Refused` where there are too many; `Unavailable`. */
export const numbersFor = async (
  forge: Forge,
  wanted: ReadonlyArray<StrategyInput>,
): Promise<E.Either<Rejection, FreshNumbers>> => {
  const { strategies, scopes } = countsOfNew(wanted)
  if (strategies + scopes > MAX_NEW_STRATEGIES)
    return refuse(refused([`Strategies are too many (maximum is ${MAX_NEW_STRATEGIES})`]))
  const [strategy, scope] = await Promise.all([
    take(forge, 'feature_flag_strategy', strategies),
    take(forge, 'feature_flag_scope', scopes),
  ])
  if (E.isLeft(strategy)) return strategy
  return E.isLeft(scope) ? scope : E.right({ strategy: strategy.right, scope: scope.right })
}
