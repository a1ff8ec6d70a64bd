import { type Instant, secondsAfter } from '../../../kernel/index.js'
import type { Thoroughness } from '../../../ports/git.js'

/** A storm of pushes does not end in a storm of packing. */
const REST_SECONDS = 30

const ORDER: ReadonlyArray<Thoroughness> = ['incremental', 'full', 'gc']

/** When a repository was last tidied, and what has come due since. */
export interface Tidied {
  readonly at: Instant
  readonly owed: Thoroughness | undefined
}

const theLarger = (a: Thoroughness, b: Thoroughness | undefined): Thoroughness =>
  b !== undefined && ORDER.indexOf(b) > ORDER.indexOf(a) ? b : a

/** The most that is due and owed, and whether it is done now or kept for the next time: no repository is tidied twice within half a minute. */
export const tidying = (
  due: Thoroughness,
  last: Tidied | undefined,
  now: Instant,
): { readonly how: Thoroughness; readonly later: boolean } => ({
  how: theLarger(due, last?.owed),
  later: last !== undefined && now < secondsAfter(last.at, REST_SECONDS),
})
