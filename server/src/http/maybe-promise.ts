import type { MaybePromise } from './message.js'

/** Goes on at once where the value is there, and waits only where it has to. */
export const after = <A, B>(value: MaybePromise<A>, next: (a: A) => MaybePromise<B>): MaybePromise<B> =>
  value instanceof Promise ? value.then(next) : next(value)
