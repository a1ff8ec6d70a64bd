import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { type Rejection, refuse, unauthenticated } from '../../../kernel/index.js'
import { findSource, type SourceAccess, type SourceRef } from '../member/steps/source.js'

/** Finds the project or group whose tokens the caller may manage; bot users may manage none. Rejections: `NotFound` (Project, Group); `Unauthenticated`. */
export const tokenSource = (forge: Forge, principal: Principal, ref: SourceRef): E.Either<Rejection, SourceAccess> => {
  const found = findSource(forge, principal, ref)
  if (E.isLeft(found)) return found
  const isPerson = principal.kind === 'user' && forge.read.users.byId(principal.userId)?.bot === false
  return found.right.mayAdminister && isPerson ? found : refuse(unauthenticated)
}
