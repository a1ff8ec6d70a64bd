import * as E from 'fp-ts/lib/Either.js'
import { forbidden, type Rejection, refuse, unauthenticated } from '../kernel/index.js'
import type { Principal, SignedIn } from './principal.js'

/**
 * Requires a signed-in user. Rejections: `Unauthenticated`.
 *
 * @example
 * assert.deepEqual(signedIn({ kind: 'anonymous' }).left, { kind: 'Unauthenticated' })
 */
export const signedIn = (principal: Principal): E.Either<Rejection, SignedIn> =>
  principal.kind === 'user' ? E.right(principal) : refuse(unauthenticated)

/**
 * Requires an administrator of the instance. Rejections: `Unauthenticated`, `Forbidden`.
 *
 * @example
 * assert.equal(administrator({ kind: 'anonymous' })._tag, 'Left')
 */
export const administrator = (principal: Principal): E.Either<Rejection, SignedIn> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  return principal.admin ? E.right(principal) : refuse(forbidden())
}
