import type { Maybe } from './message.js'

/** Goes on at once where the value is there, and waits only where it has to. */
export const after = <A, B>(value: Maybe<A>, next: (a: A) => Maybe<B>): Maybe<B> =>
  value instanceof Promise ? value.then(next) : next(value)
