import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../access/principal.js'
import { createStream } from '../../../app/create-stream.js'
import type { Forge, Query, UseCase } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import {
  type Changes,
  type Rejection,
  recordNotFound,
  refuse,
  unauthenticated,
  unprocessable,
} from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findProject, mayInProject, type ProjectRef } from '../../projects/project/access.js'
import { type ExternalStatusCheckTerms, externalStatusCheck } from './aggregate.js'
import { externalUrlErrors, externalUrlOf } from './external-url.js'
import type { ExternalStatusCheckRow } from './queries.js'

/** The number of the project, for those who administer it; others are refused as the reference implementation refuses them, with 401. */
const administered = (forge: Forge, principal: Principal, ref: ProjectRef): E.Either<Rejection, number> => {
  const found = findProject(forge, principal, ref)
  if (E.isLeft(found)) return found
  return mayInProject(found.right, 'admin_project') ? E.right(found.right.project.id) : refuse(unauthenticated)
}

/** Which page of the checks of a project. */
export interface ListExternalStatusChecks {
  readonly project: ProjectRef
  readonly page: PageRequest
}

/** The external status checks of a project. Rejections: `NotFound` (Project); `Unauthenticated` below maintainers. */
export const listExternalStatusChecks: Query<ListExternalStatusChecks, Page<ExternalStatusCheckRow>> = (
  forge,
  { principal },
  { project, page },
) => {
  const projectId = administered(forge, principal, project)
  return E.isLeft(projectId) ? projectId : E.right(forge.read.externalStatusChecks.list(projectId.right, page))
}

/** What is wrong with the wanted URL and branches of a check. */
const refusalOf = (
  forge: Forge,
  projectId: number,
  { externalUrl, protectedBranchIds = [] }: Changes<ExternalStatusCheckTerms>,
  exceptId?: number,
): Rejection | undefined => {
  const known = forge.read.protectedBranches.ofProject(projectId).map(({ id }) => id)
  const wrong = [
    ...(externalUrl === undefined ? [] : externalUrlErrors(forge, projectId, externalUrl, exceptId)),
    ...(protectedBranchIds.every((id) => known.includes(id))
      ? []
      : ['all protected branches must exist within the project']),
  ]
  return wrong.length === 0 ? undefined : unprocessable(wrong)
}

const shown = (forge: Forge, projectId: number, id: number): E.Either<Rejection, ExternalStatusCheckRow> =>
  shownRow(forge.read.externalStatusChecks.find(projectId, id), 'external status check')

/** A new check; its URL is clear text. */
export interface NewExternalStatusCheck extends ExternalStatusCheckTerms {
  readonly project: ProjectRef
}

/** Makes an external status check. Rejections: `NotFound` (Project); `Unauthenticated` below maintainers; `Unprocessable` (name, URL, branches). */
export const createExternalStatusCheck: UseCase<NewExternalStatusCheck, ExternalStatusCheckRow> = async (
  forge,
  { principal, context },
  { project, name, ...wanted },
) => {
  const found = administered(forge, principal, project)
  if (E.isLeft(found)) return found
  const projectId = found.right
  const wrong = refusalOf(forge, projectId, wanted)
  if (wrong !== undefined) return refuse(wrong)
  const externalUrl = forge.secretBox.seal(wanted.externalUrl)
  const protectedBranchIds = [...new Set(wanted.protectedBranchIds)]
  const command = { type: 'Create', projectId, name, externalUrl, protectedBranchIds } as const
  const made = await createStream(forge, externalStatusCheck, 'external_status_check', command, context)
  return E.isLeft(made) ? made : shown(forge, projectId, made.right.id)
}

/** A check as the API names it. */
export interface ExternalStatusCheckRef {
  readonly project: ProjectRef
  readonly id: number
}

const find = (
  forge: Forge,
  principal: Principal,
  { project, id }: ExternalStatusCheckRef,
): E.Either<Rejection, ExternalStatusCheckRow> => {
  const projectId = administered(forge, principal, project)
  if (E.isLeft(projectId)) return projectId
  return E.fromNullable(recordNotFound)(forge.read.externalStatusChecks.find(projectId.right, id))
}

/** A change of a check; omitted fields stay as they are, and the URL is clear text. */
export interface ChangeExternalStatusCheck extends ExternalStatusCheckRef {
  readonly changes: Changes<ExternalStatusCheckTerms>
}

/** Changes an external status check. Rejections: as for a new one; `RecordNotFound`. */
export const changeExternalStatusCheck: UseCase<ChangeExternalStatusCheck, ExternalStatusCheckRow> = async (
  forge,
  { principal, context },
  { changes: { name, externalUrl, protectedBranchIds }, ...ref },
) => {
  const found = find(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { id, projectId } = found.right
  const wrong = refusalOf(forge, projectId, { externalUrl, protectedBranchIds }, id)
  if (wrong !== undefined) return refuse(wrong)
  // Sealed twice, the same URL is two texts.
  const isNew = externalUrl !== undefined && externalUrl !== externalUrlOf(forge, found.right)
  const changes = {
    name,
    externalUrl: isNew ? forge.secretBox.seal(externalUrl) : undefined,
    protectedBranchIds: protectedBranchIds === undefined ? undefined : [...new Set(protectedBranchIds)],
  }
  const done = await forge.aggregates.execute(externalStatusCheck, id, { type: 'Change', changes }, context)
  return E.isLeft(done) ? done : shown(forge, projectId, id)
}

/** Deletes an external status check. Rejections: `NotFound` (Project); `Unauthenticated` below maintainers; `RecordNotFound`. */
export const deleteExternalStatusCheck: UseCase<ExternalStatusCheckRef, unknown> = async (
  forge,
  { principal, context },
  ref,
) => {
  const found = find(forge, principal, ref)
  if (E.isLeft(found)) return found
  return forge.aggregates.execute(externalStatusCheck, found.right.id, { type: 'Delete' }, context)
}
