import * as E from 'fp-ts/lib/Either.js'
import { administrator, type Principal } from '../../../access/index.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { notFound, type Rejection, refuse } from '../../../kernel/index.js'
import { type AttributeOwnerKind, attributesOf, customAttributes } from '../../identity/custom-attribute/aggregate.js'
import type { CustomAttributeRow } from '../../identity/custom-attribute/queries.js'
import { subjectOf } from '../../identity/user/profile.js'
import { findGroup } from '../group/access.js'
import { findProject } from '../project/access.js'

/** A user, group or project as the API names it. */
export interface AttributeOwnerRef {
  readonly kind: AttributeOwnerKind
  readonly ref: string
}

/** Rejections: `Unauthenticated`; `Forbidden` except for administrators; `NotFound` (User, Group, Project). */
const ownerId = (forge: Forge, principal: Principal, { kind, ref }: AttributeOwnerRef): E.Either<Rejection, number> => {
  const admin = administrator(principal)
  if (E.isLeft(admin)) return admin
  if (kind === 'group') {
    const found = findGroup(forge, principal, ref)
    return E.isLeft(found) ? found : E.right(found.right.group.id)
  }
  if (kind === 'project') {
    const found = findProject(forge, principal, ref)
    return E.isLeft(found) ? found : E.right(found.right.project.id)
  }
  const user = /^\d+$/.test(ref) ? forge.read.users.byId(Number(ref)) : undefined
  return user === undefined ? refuse(notFound('User')) : E.right(user.id)
}

/** Every custom attribute of a thing. Rejections: `Unauthenticated`; `Forbidden`; `NotFound` (User, Group, Project). */
export const listCustomAttributes: Query<AttributeOwnerRef, ReadonlyArray<CustomAttributeRow>> = (
  forge,
  { principal },
  owner,
) => {
  const found = ownerId(forge, principal, owner)
  return E.isLeft(found) ? found : E.right(forge.read.customAttributes.list(owner.kind, found.right))
}

/** A custom attribute as the API names it. */
export interface CustomAttributeRef extends AttributeOwnerRef {
  readonly key: string
}

/** One custom attribute. Rejections: those of `listCustomAttributes`; `NotFound` (Custom Attribute). */
export const getCustomAttribute: Query<CustomAttributeRef, CustomAttributeRow> = (forge, { principal }, ref) => {
  const all = listCustomAttributes(forge, { principal }, ref)
  if (E.isLeft(all)) return all
  const row = all.right.find(({ key }) => key === ref.key)
  return E.fromNullable(notFound('Custom Attribute'))(row)
}

/** Creates or changes a custom attribute. Rejections: those of `listCustomAttributes`. */
export const setCustomAttribute: UseCase<CustomAttributeRef & { readonly value: string }, CustomAttributeRow> = async (
  forge,
  { principal, context },
  { kind, ref, key, value },
) => {
  const found = ownerId(forge, principal, { kind, ref })
  if (E.isLeft(found)) return found
  const id = found.right
  const kept = kind === 'user' ? forge.personalData.seal(subjectOf(id), value) : value
  const command = { type: 'Set', kind, id, key, value: kept } as const
  const done = await forge.aggregates.execute(customAttributes, attributesOf(kind, id), command, context)
  return E.isLeft(done) ? done : E.right({ key, value })
}

/** Deletes a custom attribute. Rejections: those of `getCustomAttribute`. */
export const deleteCustomAttribute: UseCase<CustomAttributeRef, void> = async (forge, { principal, context }, ref) => {
  const { kind, key } = ref
  const found = ownerId(forge, principal, ref)
  if (E.isLeft(found)) return found
  const stream = attributesOf(kind, found.right)
  const gone = await forge.aggregates.execute(customAttributes, stream, { type: 'Delete', key }, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
