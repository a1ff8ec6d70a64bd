import * as E from 'fp-ts/lib/Either.js'
import { isAdmin, type Principal } from '../../../access/index.js'
import { forbidden, type Rejection, refuse, unauthenticated } from '../../../kernel/index.js'

/** Only administrators see and change the settings. Rejections: `Unauthenticated`, `Forbidden`. */
export const mayManageSettings = (principal: Principal): E.Either<Rejection, void> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  return isAdmin(principal) ? E.right(undefined) : refuse(forbidden())
}
