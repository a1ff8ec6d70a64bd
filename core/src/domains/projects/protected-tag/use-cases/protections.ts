import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, Query, UseCase } from '../../../../app/forge.js'
import {
  type Instant,
  isAfter,
  preconditionFailed,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../../kernel/index.js'
import { type ProjectRef, projectFor } from '../../project/access.js'
import { type AccessInput, numberedAccess } from '../../protected-branch/steps/record-protection.js'
import { protectedTags } from '../aggregate.js'
import type { ProtectedTagRow } from '../queries.js'

const ABILITY = 'admin_protected_tag'

/** Protected tags of a project, by id. Rejections: `NotFound` (Project); `Forbidden`. */
export const listProtectedTags: Query<ProjectRef, ReadonlyArray<ProtectedTagRow>> = (forge, { principal }, ref) => {
  const access = projectFor(forge, principal, ref, ABILITY)
  return E.isLeft(access) ? access : E.right(forge.read.protectedTags.ofProject(access.right.project.id))
}

const named = (forge: Forge, projectId: number, name: string): E.Either<Rejection, ProtectedTagRow> => {
  const row = forge.read.protectedTags.ofProject(projectId).find((one) => one.name === name)
  return E.fromNullable(recordNotFound)(row)
}

/** The protection of a tag as the API names it: by the exact name or pattern. */
export interface ProtectedTagRef {
  readonly project: ProjectRef
  readonly name: string
}

/** One protection by its exact name. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`. */
export const getProtectedTag: Query<ProtectedTagRef, ProtectedTagRow> = (forge, { principal }, { project, name }) => {
  const access = projectFor(forge, principal, project, ABILITY)
  return E.isLeft(access) ? access : named(forge, access.right.project.id, name)
}

/** A tag or pattern, and who may create matching tags. */
export interface ProtectTag extends ProtectedTagRef {
  readonly create: ReadonlyArray<AccessInput>
}

/** Protects a tag, or all that a pattern matches. Rejections: `NotFound` (Project); `Forbidden`; `Unprocessable` (name). */
export const protectTag: UseCase<ProtectTag, ProtectedTagRow> = async (forge, { principal, context }, input) => {
  const { name } = input
  const access = projectFor(forge, principal, input.project, ABILITY)
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const [id, create] = await Promise.all([
    forge.numbers.next('protected_tag'),
    numberedAccess(forge, input.create, 'protected_tag_access'),
  ])
  if (E.isLeft(id)) return id
  if (E.isLeft(create)) return create
  const command = { type: 'Protect', id: id.right, name, create: create.right } as const
  const done = await forge.aggregates.execute(protectedTags, projectId, command, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : named(forge, projectId, name)
}

export interface UnprotectTag extends ProtectedTagRef {
  /** Refused where the protection changed after that. */
  readonly unmodifiedSince?: Instant | undefined
}

/** Removes a protection. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`; `PreconditionFailed`. */
export const unprotectTag: UseCase<UnprotectTag, void> = async (forge, { principal, context }, input) => {
  const { project, name, unmodifiedSince } = input
  const access = projectFor(forge, principal, project, ABILITY)
  if (E.isLeft(access)) return access
  const projectId = access.right.project.id
  const row = named(forge, projectId, name)
  if (E.isLeft(row)) return row
  if (isAfter(row.right.updatedAt, unmodifiedSince)) return refuse(preconditionFailed)
  const done = await forge.aggregates.execute(protectedTags, projectId, { type: 'Unprotect', name }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
