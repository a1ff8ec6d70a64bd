import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import {
  forbidden,
  type Instant,
  isAfter,
  notFound,
  preconditionFailed,
  type Rejection,
  recordNotFound,
  refuse,
} from '../../../../kernel/index.js'
import { mayInProject, type ProjectAccess, type ProjectRef } from '../../../projects/project/access.js'
import { packagesFor } from '../access.js'
import { packageAggregate } from '../decider.js'
import { isDisplayable } from '../package-type.js'
import type { PackageRow } from '../queries.js'
import { markForDestruction } from '../steps/mark-for-destruction.js'
import { updateMavenMetadata } from '../steps/update-maven-metadata.js'
import { authorizeRegistry, type NamedPackage } from './fetch.js'

/** Which package to delete. */
export interface DeletePackage {
  readonly project: ProjectRef
  readonly id: number
  /** When the caller last read it: a package changed later is not deleted. */
  readonly unmodifiedSince?: Instant | undefined
}

const forRemoval = (
  forge: Forge,
  { principal }: Caller,
  { project, id, unmodifiedSince }: DeletePackage,
): E.Either<Rejection, { readonly access: ProjectAccess; readonly row: PackageRow }> => {
  const found = packagesFor(forge, principal, project, 'read_package')
  if (E.isLeft(found)) return found
  if (!mayInProject(found.right, 'destroy_package')) return refuse(forbidden())
  const row = forge.read.packages.find(found.right.project.id, id)
  if (row === undefined || !isDisplayable(row.status)) return refuse(recordNotFound)
  if (isAfter(row.updatedAt, unmodifiedSince)) return refuse(preconditionFailed)
  return E.right({ access: found.right, row })
}

/** Deletes a package with its files. Rejections: `NotFound` (Project); `Forbidden`; `RecordNotFound`; `PreconditionFailed`. */
export const deletePackage: UseCase<DeletePackage, void> = async (forge, caller, input) => {
  const found = forRemoval(forge, caller, input)
  if (E.isLeft(found)) return found
  const marked = await markForDestruction(forge, caller.context, input.id)
  if (E.isLeft(marked)) return marked
  const { projectId, type, name, version } = found.right.row
  const gone = { projectId, type, name, version, conan: null, scopeId: null }
  return updateMavenMetadata(forge, caller.context, gone)
}

/** Which file of which package to delete. */
export interface DeletePackageFile extends DeletePackage {
  readonly fileId: number
}

/** Deletes one file of a package; the package stays. Rejections: as `deletePackage`; `NotFound` where the file is missing. */
export const deletePackageFile: UseCase<DeletePackageFile, void> = async (forge, caller, input) => {
  const { unmodifiedSince, ...rest } = input
  const found = forRemoval(forge, caller, rest)
  if (E.isLeft(found)) return found
  const file = forge.read.packages.file(input.id, input.fileId)
  if (file === undefined) return refuse(notFound())
  if (isAfter(file.createdAt, unmodifiedSince)) return refuse(preconditionFailed)
  const { id, fileId } = input
  const command = { type: 'DeleteFile', fileId } as const
  const gone = await forge.aggregates.execute(packageAggregate, id, command, caller.context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}

/** Which versions of an npm package to delete: all but those that stay. */
export interface UnpublishVersions extends NamedPackage {
  readonly stay: ReadonlySet<string>
}

/** Deletes versions of an npm package, one after another. Rejections: as `authorizeRegistry`. */
export const unpublishVersions: UseCase<UnpublishVersions, void> = async (forge, caller, { project, name, stay }) => {
  const access = authorizeRegistry(forge, caller, { project, type: 'npm', ability: 'destroy_package' })
  if (E.isLeft(access)) return access
  const versions = forge.read.packages.versionsNamed(access.right.project.id, 'npm', name)
  const leaving = versions.filter(({ version }) => !stay.has(version))
  const gone = await executeForEach(forge, caller.context, leaving, ({ id }, own) => markForDestruction(forge, own, id))
  return E.isLeft(gone) ? gone : E.right(undefined)
}
