import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import {
  type Instant,
  isAfter,
  preconditionFailed,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../../project/access.js'
import { numberedAccess, type WantedAccess } from '../../protected-branch/use-cases/make.js'
import { protectedTags } from '../aggregate.js'
import type { ProtectedTagRow } from '../queries.js'

const ABILITY = 'admin_protected_tag'

/** Protected tags of a project, by id. Rejections: `NotFound` (Project); `Forbidden`. */
export const listProtectedTags = async (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
): UseCaseResult<ReadonlyArray<ProtectedTagRow>> => {
  const access = projectFor(forge, principal, ref, ABILITY)
  return E.isLeft(access) ? access : E.right(forge.read.protectedTags.ofProject(access.right.project.id))
}

const named = (forge: Forge, projectId: number, name: string): E.Either<Rejection, ProtectedTagRow> => {
  const row = forge.read.protectedTags.ofProject(projectId).find((one) => one.name === name)
  return row === undefined ? refuse(recordNotFound) : E.right(row)
}

/** One protection by its exact name. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getProtectedTag = async (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
  name: string,
): UseCaseResult<ProtectedTagRow> => {
  const access = projectFor(forge, principal, ref, ABILITY)
  return E.isLeft(access) ? access : named(forge, access.right.project.id, name)
}

/** Protects a tag, or all that a name with stars means. Rejections: `NotFound` (Project); `Forbidden`; `Unprocessable` (name). */
export const protectTag = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: ProjectRef,
  wanted: { readonly name: string; readonly create: ReadonlyArray<WantedAccess> },
): UseCaseResult<ProtectedTagRow> => {
  const access = projectFor(forge, principal, ref, ABILITY)
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const [id, create] = await Promise.all([
    forge.numbers.next('protected_tag'),
    numberedAccess(forge, wanted.create, 'protected_tag_access'),
  ])
  if (E.isLeft(id)) return id
  if (E.isLeft(create)) return create
  const command = { type: 'Protect', id: id.right, name: wanted.name, create: create.right } as const
  const done = await forge.aggregates.execute(protectedTags, projectId, command, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : named(forge, projectId, wanted.name)
}

/** Takes a protection away. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`; `PreconditionFailed`. */
export const unprotectTag = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: ProjectRef,
  name: string,
  unmodifiedSince?: Instant,
): UseCaseResult<void> => {
  const access = projectFor(forge, principal, ref, ABILITY)
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const row = named(forge, projectId, name)
  if (E.isLeft(row)) return row
  if (isAfter(row.right.updatedAt, unmodifiedSince)) return refuse(preconditionFailed)
  const done = await forge.aggregates.execute(protectedTags, projectId, { type: 'Unprotect', name }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
