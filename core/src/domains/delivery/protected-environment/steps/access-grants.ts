import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Forge, Query } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { findGroup, type GroupRef, groupFor } from '../../../projects/group/access.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { AccessGrant } from '../access-levels.js'
import type { ProtectionScope } from '../aggregate.js'

/** The project or group of a protection, as the API names it. */
export interface ProtectionScopeRef {
  readonly scope: ProtectionScope
  readonly id: ProjectRef | GroupRef
}

/** A project or a group whose protections the caller may change. */
export interface ProtectionOwner {
  readonly scope: ProtectionScope
  readonly id: number
}

/** Finds the project or group of protections. Rejections: `NotFound` (Project, Group); `Forbidden`. */
export const findProtectionOwner: Query<ProtectionScopeRef, ProtectionOwner> = (
  forge,
  { principal },
  { scope, id },
) => {
  if (scope === 'project') {
    const access = projectFor(forge, principal, id, 'admin_protected_environment')
    return E.isLeft(access) ? access : E.right({ scope, id: access.right.project.id })
  }
  const access = groupFor(forge, principal, id, 'admin_group_protected_environment')
  return E.isLeft(access) ? access : E.right({ scope, id: access.right.group.id })
}

/** An access grant as a client names it. */
export interface AccessGrantInput {
  readonly id?: number | undefined
  readonly accessLevel?: number | undefined
  readonly userId?: number | undefined
  readonly groupId?: number | undefined
  /** Removes the entry with that id. */
  readonly destroy?: boolean | undefined
}

const DEVELOPER = 30

/** Whether a named user or group may be granted access. */
export type IsKnownAccessGrant = (accessGrant: AccessGrantInput) => boolean

/**
 * Users without access to the project or group are silently left out (docs/reference/behaviour/delivery.md#protected-environments), and so are
 * groups that the caller may not see, because the answer would reveal their names.
 */
export const accessGrantsKnownTo =
  (forge: Forge, principal: Principal, owner: ProtectionOwner): IsKnownAccessGrant =>
  ({ userId, groupId }) => {
    if (groupId !== undefined) return E.isRight(findGroup(forge, principal, groupId))
    if (userId === undefined) return true
    const level =
      owner.scope === 'project'
        ? forge.read.projects.level(userId, owner.id)
        : forge.read.groups.level(userId, owner.id)
    return level >= DEVELOPER || (level > 0 && owner.scope === 'project')
  }

/** Allocates numbers for new entries. */
export const numbered = async <W extends AccessGrantInput, D>(
  forge: Forge,
  known: IsKnownAccessGrant,
  counter: string,
  wanted: ReadonlyArray<W>,
  finish: (accessGrant: AccessGrant, one: W) => D,
): Promise<E.Either<Rejection, ReadonlyArray<D>>> => {
  const made = await Promise.all(
    wanted.filter(known).map(async (one) => {
      const { accessLevel = null, userId = null, groupId = null } = one
      const id = await forge.numbers.next(counter)
      return E.map((number: number) => finish({ id: number, accessLevel, userId, groupId }, one))(id)
    }),
  )
  return E.sequenceArray(made)
}

/** A list of access grants after removals, changes in place and additions. */
export const changedList = async <W extends AccessGrantInput, D extends AccessGrant>(
  forge: Forge,
  known: IsKnownAccessGrant,
  counter: string,
  before: ReadonlyArray<D>,
  wanted: ReadonlyArray<W>,
  finish: (accessGrant: AccessGrant, one: W, old: D | undefined) => D,
): Promise<E.Either<Rejection, ReadonlyArray<D>>> => {
  const kept = before.flatMap((old) => {
    const one = wanted.find(({ id }) => id === old.id)
    if (one === undefined) return [old]
    if (one.destroy === true) return []
    const named = one.accessLevel !== undefined || one.userId !== undefined || one.groupId !== undefined
    // An unknown grantee replaces no entry.
    if (named && !known(one)) return [old]
    const { accessLevel = null, userId = null, groupId = null } = one
    return [finish(named ? { id: old.id, accessLevel, userId, groupId } : old, one, old)]
  })
  const fresh = wanted.filter(({ id }) => id === undefined)
  const added = await numbered(forge, known, counter, fresh, (accessGrant, one) => finish(accessGrant, one, undefined))
  return E.isLeft(added) ? added : E.right([...kept, ...added.right])
}
