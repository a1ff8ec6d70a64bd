import * as E from 'fp-ts/lib/Either.js'
import { administrator, type Principal } from '../../../access/index.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import type { Rejection } from '../../../kernel/index.js'
import { groupFor } from '../group/access.js'
import { projectFor } from '../project/access.js'
import { type RegistrationOwner, registrationToken } from './aggregate.js'
import { registrationTokenOf } from './token.js'

/** The owner as the API names it. */
export type RegistrationScope =
  | { readonly kind: 'project' | 'group'; readonly ref: number | string }
  | { readonly kind: 'instance' }

const ownerFor = (
  forge: Forge,
  principal: Principal,
  place: RegistrationScope,
): E.Either<Rejection, RegistrationOwner> => {
  if (place.kind === 'instance') {
    const found = administrator(principal)
    return E.isLeft(found) ? found : E.right({ kind: 'instance', id: 0 })
  }
  if (place.kind === 'project') {
    const found = projectFor(forge, principal, place.ref, 'admin_project')
    return E.isLeft(found) ? found : E.right({ kind: 'project', id: found.right.project.id })
  }
  const found = groupFor(forge, principal, place.ref, 'admin_group')
  return E.isLeft(found) ? found : E.right({ kind: 'group', id: found.right.group.id })
}

/**
 * Resets a registration token; the previous one becomes invalid. Rejections: `NotFound` (Project, Group); `Forbidden` except for maintainers,
 * owners of groups and administrators.
 */
export const resetRegistrationToken: UseCase<RegistrationScope, string> = async (
  forge,
  { principal, context },
  place,
) => {
  const owner = ownerFor(forge, principal, place)
  if (E.isLeft(owner)) return owner
  const { kind, id } = owner.right
  const command = { type: 'Reset', owner: owner.right } as const
  const done = await forge.aggregates.execute(registrationToken, `${kind}_${id}`, command, context)
  return E.isLeft(done) ? done : E.right(registrationTokenOf(forge, owner.right))
}
